// boardgame.io's own client. node client.js PORT MATCHES SECONDS prints {"moves_per_second": …} of all matches together.
// A move counts when the opponent's client has it.
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const game = require('./game');

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const answer = await fetch(server + path, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function sitDown() {
  const { matchID } = await post(`/games/${game.name}/create`, { numPlayers: 2 });
  const players = [];
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await post(`/games/${game.name}/${matchID}/join`, { playerID, playerName: playerID });
    const client = Client({
      game, matchID, playerID, credentials: playerCredentials, numPlayers: 2, debug: false,
      multiplayer: SocketIO({ server }),
    });
    client.start();
    players.push(client);
  }
  return players;
}

const connected = (client) => new Promise((resolve) => {
  client.subscribe((state) => { if (state && state.ctx) resolve(); });
});

async function main() {
  let moves = 0;
  let counting = false;
  const tables = [];
  for (let i = 0; i < matches; i++) tables.push(await sitDown());
  await Promise.all(tables.flat().map(connected));
  for (const players of tables) {
    const seen = [-1, -1];
    players.forEach((client, me) => client.subscribe((state) => {
      if (!state || state.ctx.currentPlayer !== String(me) || state.ctx.turn <= seen[me]) return;
      seen[me] = state.ctx.turn;
      if (counting) moves += 1; // the opponent's move has arrived here
      setImmediate(() => client.moves.place(state.ctx.turn % 9));
    }));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  counting = true;
  const start = process.hrtime.bigint();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
  console.log(JSON.stringify({ moves_per_second: moves / elapsed }));
  process.exit(0);
}

main().catch((error) => { console.error(error); process.exit(1); });
