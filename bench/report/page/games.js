// The list of games: filters, and the pages of those that pass.

const GAMES_A_PAGE = 50;
const RESULT_SIGNS = { none: "∗", red: "1–0", black: "0–1", draw: "½–½" };

const gamesOption = (select, value, text) => {
  const option = document.createElement("option");
  option.value = value;
  option.textContent = text;
  select.append(option);
};

// Filters are made of what occurs: a reason that no game has is no choice.
const gamesFillFilters = (filters, heads, tables) => {
  tables.players.forEach((name, seat) => gamesOption(filters.player, seat, name));
  for (const reason of new Set(heads.map((head) => head.reason).sort((a, b) => a - b)))
    gamesOption(filters.reason, reason, tables.reasons[reason]);
};

const gamesPass = (head, filters, tables) => {
  const player = filters.player.value, result = filters.result.value, outcome = tables.outcomes[head.outcome];
  if (player !== "" && head.red !== Number(player) && head.black !== Number(player)) return false;
  if (filters.reason.value !== "" && head.reason !== Number(filters.reason.value)) return false;
  if (result === "" || result === outcome) return true;
  const winner = outcome === "red" ? head.red : outcome === "black" ? head.black : null;
  if (player === "" || winner === null || head.red === head.black) return false;
  return result === (winner === Number(player) ? "won" : "lost");
};

const gamesWords = (head, tables) => {
  const outcome = tables.outcomes[head.outcome];
  return {
    number: `${head.number}`,
    players: `${tables.players[head.red]} – ${tables.players[head.black]}`,
    result: RESULT_SIGNS[outcome],
    end: `${tables.reasons[head.reason]}, ${head.plies} plies${head.counted ? "" : ", not counted"}`,
  };
};

const gamesRow = (head, tables, open) => {
  const row = document.createElement("li"), button = document.createElement("button");
  button.type = "button";
  for (const [name, text] of Object.entries(gamesWords(head, tables))) {
    const part = document.createElement("span");
    part.className = name;
    part.textContent = text;
    button.append(part, " ");
  }
  button.addEventListener("click", () => open(head));
  row.append(button);
  row.dataset.game = head.number;
  return row;
};

// elements: list, count, earlier, later, filters { player, result, reason }. open(head) shows a game. Returns a function
// that marks the game that is shown.
const gamesStart = (elements, heads, tables, open) => {
  const { list, count, earlier, later, filters } = elements;
  let passing = heads, page = 0, shown = null;
  const mark = () => {
    for (const row of list.children) {
      if (Number(row.dataset.game) === shown) row.firstChild.setAttribute("aria-current", "true");
      else row.firstChild.removeAttribute("aria-current");
    }
  };
  const draw = () => {
    const first = page * GAMES_A_PAGE, rows = passing.slice(first, first + GAMES_A_PAGE);
    list.replaceChildren(...rows.map((head) => gamesRow(head, tables, open)));
    list.scrollTop = 0;
    count.textContent = passing.length === 0 ? "no game" :
      `${passing.length === 1 ? "1 game" : `${passing.length} games`}${passing.length > GAMES_A_PAGE ? `, ${first + 1} to ${first + rows.length}` : ""}`;
    earlier.disabled = page === 0;
    later.disabled = first + GAMES_A_PAGE >= passing.length;
    mark();
  };
  const filter = () => {
    for (const option of filters.result.querySelectorAll(".of-player")) option.disabled = filters.player.value === "";
    passing = heads.filter((head) => gamesPass(head, filters, tables));
    page = 0;
    draw();
  };
  const turn = (pages) => () => {
    page += pages;
    draw();
  };
  gamesFillFilters(filters, heads, tables);
  for (const select of Object.values(filters)) select.addEventListener("change", filter);
  earlier.addEventListener("click", turn(-1));
  later.addEventListener("click", turn(1));
  filter();
  return (head) => {
    shown = head.number;
    mark();
  };
};
