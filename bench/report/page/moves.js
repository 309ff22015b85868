// The list of a game's moves: a button each, two to a line; only the current one is a stop of the Tab key.

const movesButton = (text, ply, jump) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.tabIndex = -1;
  button.addEventListener("click", () => jump(ply));
  return button;
};

const movesDraw = (list, game, positions, texts, jump) => {
  list.replaceChildren();
  let line = null;
  const buttons = [movesButton("start", 0, jump)];
  const start = document.createElement("li");
  start.append(buttons[0]);
  list.append(start);
  game.moves.forEach((move, i) => {
    if (!line || positions[i].redMoves) {
      line = document.createElement("li");
      if (!positions[i].redMoves) line.append(document.createElement("span"));
      list.append(line);
    }
    const button = movesButton(texts[i], i + 1, jump);
    if (move.book) button.classList.add("book");
    line.append(button);
    buttons.push(button);
  });
  return buttons;
};

// Scrolls the list alone, never the page.
const movesMark = (list, buttons, ply) => {
  for (const button of buttons)
    if (button.hasAttribute("aria-current")) {
      button.removeAttribute("aria-current");
      button.tabIndex = -1;
    }
  const current = buttons[ply], line = current.parentElement;
  current.setAttribute("aria-current", "step");
  current.tabIndex = 0;
  if (line.offsetTop < list.scrollTop) list.scrollTop = line.offsetTop;
  const below = line.offsetTop + line.offsetHeight - list.clientHeight;
  if (below > list.scrollTop) list.scrollTop = below;
};
