// Scores over a game as two lines, both from Red's view: what Red's player thought and what Black's did.

const CURVE = { width: 400, height: 130, left: 36, right: 394, top: 8, bottom: 122 };

const curveX = (curve, ply) => CURVE.left + (CURVE.right - CURVE.left) * (curve.plies ? ply / curve.plies : 0);
const curveY = (level) => (CURVE.top + CURVE.bottom) / 2 - (level / PACK_SCORE_MATE) * (CURVE.bottom - CURVE.top) / 2;

const curveCreate = (svg, jump) => {
  const curve = { svg, plies: 0 };
  svg.setAttribute("viewBox", `0 0 ${CURVE.width} ${CURVE.height}`);
  const jumpTo = (event) => {
    const box = svg.getBoundingClientRect(), x = ((event.clientX - box.left) / box.width) * CURVE.width;
    const ply = Math.round(((x - CURVE.left) / (CURVE.right - CURVE.left)) * curve.plies);
    jump(Math.min(Math.max(ply, 0), curve.plies));
  };
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    jumpTo(event);
  });
  svg.addEventListener("pointermove", (event) => {
    if (svg.hasPointerCapture(event.pointerId)) jumpTo(event);
  });
  return curve;
};

const curveScale = (svg) => {
  for (const score of [-1000, -300, -100, 0, 100, 300, 1000]) {
    const y = curveY(packLevel(score));
    svgAdd(svg, "path", { class: score ? "grid" : "zero", d: `M${CURVE.left} ${y}H${CURVE.right}` });
    if (Math.abs(score) !== 300) svgAdd(svg, "text", { x: CURVE.left - 4, y: y + 3 }, score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");
  }
};

// A line through the plies of one colour that have a score.
const curveLine = (curve, game, positions, red) => {
  let path = "";
  game.moves.forEach((move, i) => {
    if (positions[i].redMoves !== red || move.level === null) return;
    path += `${path ? "L" : "M"}${curveX(curve, i + 1).toFixed(1)} ${curveY(red ? move.level : -move.level).toFixed(1)}`;
  });
  return path;
};

const curveDraw = (curve, game, positions) => {
  curve.plies = game.moves.length;
  curve.svg.replaceChildren();
  curveScale(curve.svg);
  svgAdd(curve.svg, "path", { class: "curve black", d: curveLine(curve, game, positions, false) });
  svgAdd(curve.svg, "path", { class: "curve red", d: curveLine(curve, game, positions, true) });
  curve.marker = svgAdd(curve.svg, "path", { class: "marker" });
  curve.svg.setAttribute("aria-valuemax", curve.plies);
};

const curveMark = (curve, ply, words) => {
  curve.marker.setAttribute("d", `M${curveX(curve, ply).toFixed(1)} ${CURVE.top}V${CURVE.bottom}`);
  curve.svg.setAttribute("aria-valuenow", ply);
  curve.svg.setAttribute("aria-valuetext", words);
};
