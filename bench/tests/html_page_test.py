"""A report as HTML, looked at with Chromium: html_page_test.py XQBENCH PAGE DB

PAGE is a report of DB, which holds one run and experiments. Exit code 77 (skipped) without a browser. With the environment
variable SCREENSHOTS a folder gets pictures of the page.
"""
import os
import re
import subprocess
import sys
import time

import browser

SKIPPED = 77


def check(good, what):
    if not good:
        sys.exit(f"html_page_test: {what}")


def equal(found, wanted, what):
    check(found == wanted, f"{what}: {found!r}, expected {wanted!r}")


def place(page):
    """(game, ply) that the address says."""
    return tuple(int(number) for number in re.search(r"game=(\d+)&ply=(\d+)", page.js("location.hash")).groups())


def looks(page, path):
    """It fits every screen, complains about nothing and asks nobody for anything."""
    for width, height, scheme in ((390, 844, "light"), (390, 844, "dark"), (1280, 900, "light"), (1280, 900, "dark")):
        page.look(width, height, scheme)
        page.load(path)
        equal(page.complaints(), [], f"console at {width} pixels, {scheme}")
        equal([url for url in page.requests() if not url.startswith("data:")], ["file://" + os.path.abspath(path)], "what the page loads")
        check(page.js("document.documentElement.scrollWidth") <= width, f"the page is wider than {width} pixels")
        check(page.js("document.querySelectorAll('figure.chart svg').length") > 5, "charts are missing")
        if "SCREENSHOTS" in os.environ:
            page.screenshot(os.path.join(os.environ["SCREENSHOTS"], f"top-{width}-{scheme}.png"))
            page.js("document.querySelector('.table').scrollIntoView()")
            page.screenshot(os.path.join(os.environ["SCREENSHOTS"], f"viewer-{width}-{scheme}.png"))


def keys(page, path):
    page.load(path, "#run=1&game=2&ply=3")
    equal(place(page), (2, 3), "the address opens a position")
    page.js("document.querySelector('.board').focus()")
    plies = page.js("document.querySelectorAll('.moves button').length") - 1
    for key, wanted in (("ArrowRight", (2, 4)), ("ArrowLeft", (2, 3)), ("End", (2, plies)), ("ArrowRight", (2, plies)), ("Home", (2, 0)),
                        ("ArrowLeft", (2, 0)), ("ArrowRight", (2, 1))):
        page.press(key)
        equal(place(page), wanted, f"after {key}")
    check(page.js("document.querySelector('.status').textContent").startswith("Ply 1 of"), "the status does not tell the ply")
    equal(page.js("document.querySelector('.scores').getAttribute('aria-valuenow')"), "1", "the slider's value")
    page.press("PageDown")
    check(page.js("document.querySelector('.table + .game .result').textContent").startswith("Game 3"), "PageDown opens the next game")
    page.press("f")
    check(page.js("document.querySelector('.viewer').classList.contains('flipped')"), "F turns the board")
    page.press(" ")
    equal(page.js("document.querySelector('.play').getAttribute('aria-pressed')"), "true", "Space plays")
    deadline = time.monotonic() + 20
    while place(page)[1] < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    check(place(page)[1] >= 2, "playing does not go on")
    page.press(" ")
    equal(page.js("document.querySelector('.play').getAttribute('aria-pressed')"), "false", "Space stops")
    page.js("document.activeElement.blur(); document.querySelector('.board').scrollIntoView()")
    page.press("Home")
    game, ply = place(page)
    page.press("ArrowRight")
    equal(place(page), (game, ply + 1), "the arrows work away from the viewer")


def pointer(page, path):
    page.load(path)
    page.js("document.querySelectorAll('.moves button')[5].click()")
    equal(place(page)[1], 5, "a click on the fifth move")
    page.js("document.querySelector('.scores').scrollIntoView({block: 'center'})")
    box = page.js("(({x, y, width, height}) => [x, y, width, height])(document.querySelector('.scores').getBoundingClientRect())")
    page.click(box[0] + box[2] * 394 / 400, box[1] + box[3] / 2)
    equal(place(page)[1], page.js("document.querySelectorAll('.moves button').length") - 1, "a click on the curve's end")


def choose(page, name, value):
    page.js(f"{{ const field = document.querySelector('.{name}'); field.value = '{value}'; field.dispatchEvent(new Event('change')); }}")
    return page.js("[...document.querySelectorAll('.game-list li')].map((row) => row.textContent)")


def filters(page, path):
    page.load(path)
    every = choose(page, "by-player", "")
    names = page.js("[...document.querySelectorAll('.by-player option')].map((option) => option.textContent)")
    of_first = choose(page, "by-player", "0")
    check(of_first and len(of_first) < len(every) and all(names[1] in row for row in of_first), "games of the first player")
    won, lost = choose(page, "by-result", "won"), choose(page, "by-result", "lost")
    draws, none = choose(page, "by-result", "draw"), choose(page, "by-result", "none")
    equal(len(won) + len(lost) + len(draws) + len(none), len(of_first), "games won, lost, drawn and without result")
    choose(page, "by-player", "")
    choose(page, "by-result", "")
    reasons = page.js("[...document.querySelectorAll('.by-reason option')].map((option) => option.value)")[1:]
    equal(sum(len(choose(page, "by-reason", reason)) for reason in reasons), len(every), "games by reason")


def notation(page, path, xqbench, db):
    """Every move of every game is called what the program calls it."""
    pgn = subprocess.run([xqbench, "export", db, "--pgn", "--notation", "chinese"], check=True, capture_output=True, text=True).stdout
    games = [re.sub(r"^\[.*\]$", "", game, flags=re.M) for game in re.split(r"(?=^\[Game )", pgn, flags=re.M) if game.strip()]
    page.load(path)
    moves = 0
    for number, game in enumerate(games, 1):
        wanted = [word for word in game.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]
        page.js(f"location.hash = '#run=1&game={number}&ply=0'; new Promise((done) => setTimeout(done))")
        found = page.js("[...document.querySelectorAll('.moves button')].slice(1).map((button) => button.textContent)")
        equal(found, wanted, f"moves of game {number}")
        moves += len(found)
    check(len(games) > 5 and moves > 200, "too few games to compare")


def names_of_everything(page, path):
    """What can be used or looked at has a name for those who don't see it."""
    page.load(path)
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if role in ("button", "slider", "image", "img", "combobox", "checkbox", "region", "toolbar", "list"):
            check(node.get("ignored") or role == "list" or node.get("name", {}).get("value"), f"a {role} has no name")


def hostile_names(page, path):
    page.load(path)
    players = page.js("[...document.querySelectorAll('.by-player option')].map((option) => option.textContent)")
    check(any("</script>" in name and "象棋" in name for name in players), f"the name that ends scripts is gone: {players}")
    equal(page.js("document.querySelectorAll('body b').length"), 0, "elements made by names")


def without_scripts(page, path):
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.load(path)
    page.call("Emulation.setScriptExecutionDisabled", value=False)
    check(page.js("document.querySelectorAll('figure.chart svg').length") > 5, "charts need scripts")
    equal(page.js("document.querySelector('.viewer .body').hidden"), True, "the viewer shows itself without scripts")
    check(page.call("Page.printToPDF")["data"], "it does not print")


def main():
    xqbench, path, db = sys.argv[1:]
    found = browser.find()
    if not found:
        print("html_page_test: skipped, there is none of " + ", ".join(browser.NAMES))
        sys.exit(SKIPPED)
    with browser.Page(found) as page:
        looks(page, path)
        keys(page, path)
        pointer(page, path)
        filters(page, path)
        notation(page, path, xqbench, db)
        names_of_everything(page, path)
        hostile_names(page, path)
        without_scripts(page, path)
        equal(page.complaints(), [], "console at the end")


main()
