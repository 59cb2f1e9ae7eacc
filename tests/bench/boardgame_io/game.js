// An endless game on nine cells: a turn is one move, and the board has about the size of our smallest view.
module.exports = {
  name: 'endless',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { place: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } },
};
