// A viewer: the game that is shown, the ply that it stands at, and what keys and buttons do with both.

const viewerWords = (state) => {
  const { game, positions, ply, tables } = state;
  if (ply === 0) return `Start position, ${positions[0].redMoves ? "Red" : "Black"} to move.`;
  const move = game.moves[ply - 1], red = positions[ply - 1].redMoves;
  const who = `${red ? "Red" : "Black"} ${manWord(positions[ply - 1].board[move.from])} ${squareText(move.from)} to ${squareText(move.to)}`;
  const told = move.book ? "from the opening" : `${packScoreText(move.level)} for ${red ? "Red" : "Black"}, depth ${move.depth}`;
  const end = ply === game.moves.length ? ` ${viewerEnd(game, tables)}` : "";
  return `Ply ${ply} of ${game.moves.length}: ${who}, ${told}.${end}`;
};

const viewerEnd = (game, tables) => {
  const words = { red: "Red won", black: "Black won", draw: "Draw", none: "No result" };
  const why = game.verdict >= 0 ? tables.verdicts[game.verdict] : `${words[tables.outcomes[game.outcome]]}: ${tables.reason_helps[game.reason]}`;
  const note = tables.notes[game.number];
  return `The game is over. ${why}.${note ? ` ${note}.` : ""}`;
};

const viewerFind = (root) => {
  const one = (name) => root.querySelector(`.${name}`);
  return {
    board: boardCreate(one("board")), status: one("status"), red: one("red-name"), black: one("black-name"), result: one("result"),
    play: one("play"), moveList: one("moves"), letters: one("letters"), coordinates: one("coordinates"), speed: one("speed"), curve: one("scores"),
    games: { list: one("game-list"), count: one("count"), earlier: one("earlier"), later: one("later"),
             filters: { player: one("by-player"), result: one("by-result"), reason: one("by-reason") } },
  };
};

const viewerStart = (root) => {
  const tables = JSON.parse(root.querySelector(".tables").textContent), heads = packHeads(root.querySelector(".packed").textContent);
  const parts = viewerFind(root), run = root.closest("[data-run]").dataset.run;
  const state = { tables, game: null, positions: [], ply: 0, buttons: [], timer: 0, flipped: false };

  const show = () => {
    const words = viewerWords(state), last = state.ply ? state.game.moves[state.ply - 1] : null;
    boardDraw(parts.board, state.positions[state.ply], last, { letters: parts.letters.checked, flipped: state.flipped });
    parts.board.svg.setAttribute("aria-label", boardWords(state.positions[state.ply]));
    parts.status.textContent = words;
    movesMark(parts.moveList, state.buttons, state.ply);
    curveMark(curve, state.ply, words);
  };
  const go = (ply) => {
    state.ply = Math.min(Math.max(ply, 0), state.game.moves.length);
    show();
    history.replaceState(null, "", `#run=${run}&game=${state.game.number}&ply=${state.ply}`);
  };
  const stop = () => {
    clearInterval(state.timer);
    state.timer = 0;
    parts.play.setAttribute("aria-pressed", "false");
  };
  const jump = (ply) => {
    stop();
    go(ply);
  };
  const play = () => {
    if (state.timer) return stop();
    if (state.ply === state.game.moves.length) go(0);
    parts.play.setAttribute("aria-pressed", "true");
    state.timer = setInterval(() => {
      go(state.ply + 1);
      if (state.ply === state.game.moves.length) stop();
    }, Number(parts.speed.value));
  };
  const list = () => {
    const texts = state.game.moves.map((move, i) =>
      parts.coordinates.checked ? notationCoordinates(move) : notationChinese(state.positions[i].board, move));
    parts.moveList.lang = parts.coordinates.checked ? "en" : "zh";
    state.buttons = movesDraw(parts.moveList, state.game, state.positions, texts, jump);
  };
  const open = (head) => {
    stop();
    state.game = packGame(head, tables);
    state.positions = positionsOf(state.game);
    state.ply = 0;
    parts.red.textContent = tables.players[head.red];
    parts.black.textContent = tables.players[head.black];
    parts.result.textContent = `Game ${head.number}: ${RESULT_SIGNS[tables.outcomes[head.outcome]]}, ${tables.reasons[head.reason]}`;
    list();
    curveDraw(curve, state.game, state.positions);
    show();
    markGame(head);
  };
  const neighbour = (step) => {
    const at = heads.findIndex((head) => head.number === state.game.number) + step;
    if (heads[at]) open(heads[at]);
  };
  const flip = () => {
    state.flipped = !state.flipped;
    root.classList.toggle("flipped", state.flipped);
    show();
  };
  const actions = {
    first: () => jump(0), back: () => jump(state.ply - 1), forward: () => jump(state.ply + 1), last: () => jump(state.game.moves.length),
    play, flip, previous: () => neighbour(-1), next: () => neighbour(1),
  };

  const curve = curveCreate(parts.curve, jump);
  const markGame = gamesStart(parts.games, heads, tables, (head) => {
    open(head);
    root.querySelector(".table").scrollIntoView({ block: "nearest" });
  });
  for (const button of root.querySelectorAll("[data-action]")) button.addEventListener("click", actions[button.dataset.action]);
  parts.letters.addEventListener("change", show);
  parts.coordinates.addEventListener("change", () => {
    list();
    show();
  });
  root.addEventListener("keydown", (event) => viewerKey(event, actions));
  root.querySelector(".body").hidden = false;
  open(heads[0]);
  return { run, heads, open, go, root, actions };
};

const VIEWER_KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play", f: "flip", PageUp: "previous", PageDown: "next" };

// Keys of a form's fields stay theirs; a button keeps the blank, which presses it.
const viewerKey = (event, actions) => {
  const action = VIEWER_KEYS[event.key], on = event.target;
  if (!action || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (on.closest("select, input") || (event.key === " " && on.closest("button"))) return;
  event.preventDefault();
  actions[action]();
};

// "#run=1&game=12&ply=30" opens that position.
const viewerFollow = (viewers) => {
  const wanted = new URLSearchParams(location.hash.slice(1));
  for (const viewer of viewers) {
    const head = viewer.heads.find((each) => each.number === Number(wanted.get("game")));
    if (wanted.get("run") !== viewer.run || !head) continue;
    viewer.open(head);
    viewer.go(Number(wanted.get("ply")));
    viewer.root.querySelector(".table").scrollIntoView({ block: "nearest" });
  }
};

// Away from any viewer the arrows that the page has no use for step through the one that is on the screen.
const viewerPageKey = (event, viewers) => {
  if (event.target !== document.body || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const seen = viewers.find(({ root }) => {
    const box = root.querySelector(".board").getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  });
  if (seen) viewerKey(event, seen.actions);
};

const viewers = [...document.querySelectorAll(".viewer")].map(viewerStart);
viewerFollow(viewers);
addEventListener("hashchange", () => viewerFollow(viewers));
addEventListener("keydown", (event) => viewerPageKey(event, viewers));
