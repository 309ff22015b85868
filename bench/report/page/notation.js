// Moves and men in words: Chinese notation as engine/xq/notation.h describes it, and coordinates.

const MAN_CHARACTERS = { K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵", k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒" };
const MAN_WORDS = { k: "king", a: "advisor", b: "elephant", n: "horse", r: "rook", c: "cannon", p: "pawn" };
const MAN_NOTATION = { K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵", k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒" };
const DIGITS = { red: "一二三四五六七八九", black: "１２３４５６７８９" };

const squareText = (square) => "abcdefghi"[fileOf(square)] + rankOf(square);
const notationCoordinates = (move) => squareText(move.from) + squareText(move.to);
const manWord = (man) => MAN_WORDS[man.toLowerCase()];

// Files count from the mover's right, ranks towards the other side.
const fileNumber = (red, square) => (red ? FILES - fileOf(square) : fileOf(square) + 1);
const advance = (red, from, to) => (rankOf(to) - rankOf(from)) * (red ? 1 : -1);

// Squares of the men like this one on a file, front to back.
const column = (board, man, file) => {
  const squares = board.map((_, square) => square).filter((square) => board[square] === man && fileOf(square) === file);
  return isRed(man) ? squares.reverse() : squares;
};

// Pawns on files that hold several, in the order in which they are numbered: from the mover's right, front to back.
const crowdedPawns = (board, man) => {
  const columns = [...Array(FILES).keys()].map((file) => column(board, man, file)).filter((squares) => squares.length > 1);
  return isRed(man) ? columns.reverse() : columns;
};

// What stands before the man's name when its file doesn't tell it: front, middle, rear or a number; "" when it does.
const placeWord = (board, square) => {
  const man = board[square], squares = column(board, man, fileOf(square)), index = squares.indexOf(square);
  if (squares.length === 1 || "ABab".includes(man)) return "";
  const crowded = man.toLowerCase() === "p" ? crowdedPawns(board, man) : [squares];
  if (crowded.length > 1 || squares.length > 3) return DIGITS.red[crowded.flat().indexOf(square)];
  return index === 0 ? "前" : index === squares.length - 1 ? "后" : "中";
};

const notationChinese = (board, move) => {
  const man = board[move.from], red = isRed(man), digits = red ? DIGITS.red : DIGITS.black;
  const steps = advance(red, move.from, move.to), place = placeWord(board, move.from);
  const straight = !"ABNabn".includes(man);
  const target = straight && steps ? Math.abs(steps) : fileNumber(red, move.to);
  const name = place ? place + MAN_NOTATION[man] : MAN_NOTATION[man] + digits[fileNumber(red, move.from) - 1];
  return name + (steps > 0 ? "进" : steps < 0 ? "退" : "平") + digits[target - 1];
};
