// Positions: 90 squares from Red's left corner (rank * 9 + file), men as the letters of FEN, "" where there is none.

const FILES = 9, RANKS = 10;
const fileOf = (square) => square % FILES;
const rankOf = (square) => Math.floor(square / FILES);
const isRed = (man) => man !== "" && man === man.toUpperCase();

const positionFromFen = (fen) => {
  const [placement, side] = fen.split(" ");
  const board = new Array(FILES * RANKS).fill("");
  placement.split("/").forEach((row, down) => {
    let square = (RANKS - 1 - down) * FILES;
    for (const letter of row) {
      if (letter >= "1" && letter <= "9") square += Number(letter);
      else board[square++] = letter;
    }
  });
  return { board, redMoves: side !== "b" };
};

const positionAfter = (position, move) => {
  const board = position.board.slice();
  board[move.to] = board[move.from];
  board[move.from] = "";
  return { board, redMoves: !position.redMoves };
};

// All positions of a game, the first one included.
const positionsOf = (game) => {
  const positions = [positionFromFen(game.fen)];
  for (const move of game.moves) positions.push(positionAfter(positions[positions.length - 1], move));
  return positions;
};
