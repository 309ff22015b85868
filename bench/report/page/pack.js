// Packed games: the other half of bench/report/game_pack.c, which says what the fields are.

const PACK_DIGITS = "!#$%'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
const PACK_VALUE = new Map([...PACK_DIGITS].map((digit, value) => [digit, value]));
const PACK_SCORE_ZERO = 45, PACK_SCORE_MATE = 44;

const packMoves = (text) => {
  const moves = [];
  for (let i = 0; i + 1 < text.length; i += 2) moves.push({ from: PACK_VALUE.get(text[i]), to: PACK_VALUE.get(text[i + 1]) });
  return moves;
};

// What the list of games needs; the long fields are cut out when a game is opened.
const packHead = (line) => {
  const fields = line.split(" ", 8);
  const [number, red, black, outcome, reason, verdict, counted, opening] = fields.map(Number);
  const start = fields.reduce((sum, field) => sum + field.length + 1, 0);
  const plies = (line.indexOf(" ", start) - start) / 2;
  return { number, red, black, outcome, reason, verdict, counted: counted === 1, opening, plies, line, start };
};

const packHeads = (text) => text.split("\n").filter((line) => line).map(packHead);

// Moves of opening and game in one list. level: how high the mover's score stands, -44 to 44; null where there is none.
const packGame = (head, tables) => {
  const [moves, scores, depths] = head.line.slice(head.start).split(" ");
  const [fen, openingMoves] = tables.openings[head.opening];
  const opening = packMoves(openingMoves).map((move) => ({ ...move, level: null, depth: 0, book: true }));
  const played = packMoves(moves).map((move, i) => {
    const score = PACK_VALUE.get(scores[i]);
    return { ...move, level: score ? score - PACK_SCORE_ZERO : null, depth: PACK_VALUE.get(depths[i]), book: false };
  });
  return { ...head, fen, moves: [...opening, ...played] };
};

// A score in words; the scale has steps of about 13 %, so the last digits would pretend.
const packScoreText = (level) => {
  if (level === null) return "no score";
  const sign = level > 0 ? "+" : level < 0 ? "−" : "";
  if (Math.abs(level) === PACK_SCORE_MATE) return `${sign}mate`;
  return `about ${sign}${Number((40 * Math.sinh(Math.abs(level) / 8)).toPrecision(2))}`;
};
const packLevel = (score) => 8 * Math.asinh(score / 40);
