// boardgame.io's own server. node server.js PORT [FOLDER]: with a folder, its FlatFile storage; without, in memory.
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const game = require('./game');

const [port, folder] = process.argv.slice(2);
const options = { games: [game], origins: [Origins.LOCALHOST] };
if (folder) options.db = new FlatFile({ dir: folder });
Server(options).run({ port: Number(port), callback: () => console.log('ready') });
