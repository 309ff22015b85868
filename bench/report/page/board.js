// The board as SVG: ten units from line to line.

const SVG_SPACE = "http://www.w3.org/2000/svg";
const svgAdd = (parent, name, attributes, text) => {
  const element = document.createElementNS(SVG_SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
};

const BOARD_STEP = 10;
// Where cannons and pawns start: small corners around the point, none beyond the edge.
const boardMarks = () => {
  const points = [[1, 2], [7, 2], [1, 7], [7, 7]];
  for (const rank of [3, 6]) for (let file = 0; file < FILES; file += 2) points.push([file, rank]);
  const corners = [];
  for (const [file, rank] of points)
    for (const x of [-1, 1]) {
      if ((file === 0 && x < 0) || (file === FILES - 1 && x > 0)) continue;
      for (const y of [-1, 1])
        corners.push(`M${file * BOARD_STEP + x} ${rank * BOARD_STEP + 2.6 * y}V${rank * BOARD_STEP + y}H${file * BOARD_STEP + 2.6 * x}`);
    }
  return corners.join("");
};

const boardLines = () => {
  const right = (FILES - 1) * BOARD_STEP, bottom = (RANKS - 1) * BOARD_STEP, bank = 4 * BOARD_STEP;
  let path = `M0 0H${right}V${bottom}H0Z`;
  for (let rank = 1; rank < RANKS - 1; rank++) path += `M0 ${rank * BOARD_STEP}H${right}`;
  for (let file = 1; file < FILES - 1; file++) path += `M${file * BOARD_STEP} 0V${bank}M${file * BOARD_STEP} ${bank + BOARD_STEP}V${bottom}`;
  for (const top of [0, 7 * BOARD_STEP]) path += `M30 ${top}L50 ${top + 20}M50 ${top}L30 ${top + 20}`;
  return path;
};

const boardCreate = (svg) => {
  svg.setAttribute("viewBox", "-9 -7 96 107");
  svgAdd(svg, "rect", { class: "wood", x: -9, y: -7, width: 96, height: 107, rx: 2 });
  svgAdd(svg, "path", { class: "lines", d: boardLines() + boardMarks() });
  svgAdd(svg, "text", { class: "river", x: 20, y: 47.2, lang: "zh" }, "楚 河");
  svgAdd(svg, "text", { class: "river", x: 60, y: 47.2, lang: "zh" }, "漢 界");
  return { svg, men: svgAdd(svg, "g", {}) };
};

const boardPlace = (square, flipped) => {
  const file = fileOf(square), rank = rankOf(square);
  return flipped ? { x: (FILES - 1 - file) * BOARD_STEP, y: rank * BOARD_STEP } : { x: file * BOARD_STEP, y: (RANKS - 1 - rank) * BOARD_STEP };
};

const boardCoordinates = (parent, flipped) => {
  for (let file = 0; file < FILES; file++) {
    const { x } = boardPlace(file, flipped);
    svgAdd(parent, "text", { class: "coordinate", x, y: 98.4 }, "abcdefghi"[file]);
  }
  for (let rank = 0; rank < RANKS; rank++) {
    const { y } = boardPlace(rank * FILES, flipped);
    svgAdd(parent, "text", { class: "coordinate", x: -6.9, y: y + 1 }, rank);
  }
};

const boardMan = (parent, man, { x, y }, letters) => {
  const group = svgAdd(parent, "g", { class: isRed(man) ? "man red" : "man black" });
  svgAdd(group, "circle", { cx: x, cy: y, r: 4.6 });
  svgAdd(group, "circle", { class: "ring", cx: x, cy: y, r: 3.9 });
  const text = letters ? man : MAN_CHARACTERS[man];
  svgAdd(group, "text", { class: letters ? "letter" : "character", x, y: y + 1.9, lang: letters ? "en" : "zh" }, text);
};

// Men, the last move's two squares, coordinates. style: { letters, flipped }.
const boardDraw = (board, position, last, style) => {
  board.men.replaceChildren();
  boardCoordinates(board.men, style.flipped);
  if (last) {
    const { x, y } = boardPlace(last.from, style.flipped);
    svgAdd(board.men, "circle", { class: "left-square", cx: x, cy: y, r: 3.2 });
  }
  position.board.forEach((man, square) => {
    if (man) boardMan(board.men, man, boardPlace(square, style.flipped), style.letters);
  });
  if (last) {
    const { x, y } = boardPlace(last.to, style.flipped);
    svgAdd(board.men, "path", { class: "reached", d: `M${x - 5} ${y - 2.5}v-2.5h2.5m5 0h2.5v2.5m0 5v2.5h-2.5m-5 0h-2.5v-2.5` });
  }
};

// The position for those who don't see it: every man by name and square.
const boardWords = (position) => {
  const sides = { true: [], false: [] };
  position.board.forEach((man, square) => {
    if (man) sides[isRed(man)].push(`${manWord(man)} ${squareText(square)}`);
  });
  return `Board. Red: ${sides[true].join(", ")}. Black: ${sides[false].join(", ")}. ${position.redMoves ? "Red" : "Black"} to move.`;
};
