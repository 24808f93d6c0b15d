"""Pages of one's own: beside the studio's, and of another origin; cards of one's own; a screen that is set up, and starts over."""
import functools
import http.server
import json
import pathlib
import shlex
import shutil
import subprocess
import threading
import time
import urllib.request

import browser as chromium
import clip as clips

PAGE = pathlib.Path(__file__).resolve().parents[1] / "Kiosk/page"
SERVICE = PAGE.parent / "mudra-studio.service"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def elsewhere(folder):
    """A server of another origin."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://localhost:{server.server_port}"


def points(page):
    """The page's cursor points at a button, and dwells until it is clicked."""
    page.wait("document.querySelector('.hand-cursor') && !document.querySelector('.hand-cursor').hidden", what="a cursor")
    # Where the finger points depends on the clip: the button is put there.
    page.run("""const dot = document.querySelector('.hand-cursor').getBoundingClientRect();
      const button = document.querySelector('button');
      Object.assign(button.style, { position: 'fixed', left: `${dot.left - 60}px`, top: `${dot.top - 60}px`, width: '160px', height: '160px', padding: 0 })""")
    page.wait("document.getElementById('say').textContent === 'Coffee, coming up.'", timeout=30, what="a click by dwelling")


def test_kiosk(studio, work, check, start_server):
    own = work / "page"
    shutil.copytree(PAGE, own)
    (own / ".secret.txt").write_text("hidden")
    cards = work / "cards.json"
    cards.write_text(json.dumps([{"sign": "1", "title": "Lion", "text": "or bear?"}, {"sign": "2", "title": "Owl", "text": "<img src=x>"}]))
    clip = clips.write(work / "kiosk.y4m", ["Pointing_Up_right"], 60)
    other = work / "stranger"
    shutil.copytree(PAGE, other)
    server, address = start_server(studio, "--page", str(own), "--cards", str(cards))
    page = chromium.Browser(clip=clip)
    stranger, origin = elsewhere(other)
    try:
        page.open(f"{address}page/")
        points(page)
        check("a page of one's own has a cursor that clicks by dwelling", not page.complaints(), page.complaints())
        page.open(address)
        page.wait("window.studioState?.firstResult", what="the studio beside it")
        titles = page.run("return [...document.querySelectorAll('#deck strong')].map(node => node.textContent)")
        check("cards are those of the file, and texts stay texts", titles == ["Owl", "Lion"]
              and page.run("return document.querySelectorAll('#deck img').length") == 0, titles)

        script = (other / "page.js").read_text().replace("../kiosk.js", f"{address}kiosk.js")
        (other / "page.js").write_text(script)
        check("a kiosk's page has at most 40 lines", len((other / "index.html").read_text().splitlines()) + len(script.splitlines()) <= 40)
        page.events.clear()
        page.open(f"{origin}/index.html")
        time.sleep(3)
        check("another origin is refused", page.run("return document.getElementById('say').textContent") == "Raise your hand."
              and any("kiosk.js" in text or "403" in text for text in page.complaints()), page.complaints())
        port = address.rstrip("/").rpartition(":")[2]
        server.terminate()
        server.wait()
        server, _ = start_server(studio, "--port", port, "--allow-origin", origin)
        page.events.clear()
        page.open(f"{origin}/index.html")
        points(page)
        complaints = [text for text in page.complaints() if "favicon" not in text and "404" not in text]
        check("an origin that is allowed has hands on its own page", not complaints, complaints)
    finally:
        page.close()
        stranger.shutdown()
        server.terminate()
        server.wait()
    pushes(studio, work, check, start_server)
    starts_over(studio, work, cards, check, start_server)
    served(studio, own, cards, work, check, start_server)
    tells(studio, work, check, start_server)
    sets_up(studio, work, check, start_server)
    return clip


def pushes(studio, work, check, start_server):
    """A cursor that clicks by a push: once for each, and not while the hand rests or draws back."""
    own = work / "push"
    shutil.copytree(PAGE, own)
    (own / "page.js").write_text((PAGE / "page.js").read_text().replace("dwellSeconds: 1", 'click: "push"'))
    rest, near = [("Pointing_Up_right", 0.75)] * 30, [("Pointing_Up_right", 0.75 + 0.06 * step) for step in range(1, 5)]
    clip = clips.write(work / "push.y4m", rest + near + [("Pointing_Up_right", 1.0)] * 8 + near[::-1], 1)
    server, address = start_server(studio, "--page", str(own))
    page = chromium.Browser(clip=clip)
    try:
        page.open(f"{address}page/")
        page.wait("document.querySelector('.hand-cursor') && !document.querySelector('.hand-cursor').hidden", what="a cursor")
        page.run("""window.clicks = [];
          const button = document.querySelector('button');
          Object.assign(button.style, { position: 'fixed', left: 0, top: 0, width: '100vw', height: '100vh' });
          button.addEventListener('click', () => window.clicks.push(performance.now()))""")
        page.wait("window.clicks.length >= 3", timeout=30, what="pushes")
        clicks = page.run("return window.clicks")
        steps = [after - before for before, after in zip(clicks, clicks[1:])]
        # The clip has one push in 46 frames of 15 a second.
        check("a push clicks once, each time", all(2500 < step < 3700 for step in steps), steps)
        check("no script failed while it pushed", not page.complaints(), page.complaints())
    finally:
        page.close()
        server.terminate()
        server.wait()


def served(studio, own, cards, work, check, start_server):
    """The command of the service file starts, with the files of this test in place of its own."""
    text = SERVICE.read_text()
    for place, here in (("/opt/mudra/mudra-studio", studio), ("/opt/mudra/page", own), ("/opt/mudra/cards.json", cards)):
        text = text.replace(place, str(pathlib.Path(here).resolve()))
    line = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    program, *arguments = shlex.split(line.removeprefix("ExecStart=").replace("--port 8080", "--port 0"))
    server, address = start_server(program, *arguments)
    page = urllib.request.urlopen(f"{address}page/").read().decode()
    server.terminate()
    server.wait()
    check("the service's command serves the page", "<button>Coffee</button>" in page, page)
    if shutil.which("systemd-analyze") is None:
        return print("     skipped: no systemd here; its file was not verified")
    (work / SERVICE.name).write_text(text)
    found = subprocess.run(["systemd-analyze", "verify", str(work / SERVICE.name)], capture_output=True, text=True)
    check("systemd takes the service file", found.returncode == 0 and SERVICE.name not in found.stderr, found.stderr)


# A page that writes down what it is told, below a button that fills it.
TOLD = """
import { Cursor, Hands } from "../kiosk.js";
const hands = new Hands({ idleSeconds: 1, options: { events: {} } });
window.told = []; window.clicks = 0;
for (const type of ["swipe", "thumb", "pinch", "gesture", "idle", "active", "appeared"]) {
  hands.addEventListener(type, ({ detail }) => window.told.push([type, detail.direction ?? detail.isUp ?? detail.isPinched ?? detail.name ?? null]));
}
const button = document.querySelector("button");
Object.assign(button.style, { position: "fixed", left: 0, top: 0, width: "100vw", height: "100vh" });
button.addEventListener("click", () => { window.clicks += 1; });
new Cursor(hands, { click: "pinch" });
await hands.connect();
await hands.start();
"""


def tells(studio, work, check, start_server):
    """All that the client tells a page of one's own, each time that the clip shows it, and clicks by a pinch."""
    own = work / "told"
    shutil.copytree(PAGE, own)
    (own / "page.js").write_text(TOLD)
    sweep = [("Open_Palm_left", place) for place in range(110, -111, -36)]
    names = [None] * 24 + ["Thumb_Up_right"] * 15 + [None] * 8 + ["Thumb_Down_right"] * 15 + [None] * 8 + sweep + [None] * 14 + \
        [(name, -place) for name, place in sweep] + [None] * 14 + ["Pinch_right"] * 15
    server, address = start_server(studio, "--page", str(own))
    page = chromium.Browser(clip=clips.write(work / "told.y4m", names, 1))
    wanted = [["thumb", True], ["thumb", False], ["swipe", "left"], ["swipe", "right"], ["pinch", True], ["pinch", False],
              ["gesture", "Thumb_Up"], ["gesture", None], ["idle", None], ["active", None], ["appeared", None]]
    try:
        page.open(f"{address}page/")
        page.wait(f"{json.dumps(wanted)}.every(one => window.told?.some(other => `${{one}}` === `${{other}}`)) && window.clicks > 0",
                  timeout=60, what="all that can be told")
        check("a page of one's own is told of thumbs, swipes, pinches, gestures, events and idle times", not page.complaints(), page.complaints())
        told, clicks = page.run("return [window.told, window.clicks]")
        pinches = told.count(["pinch", True])
        check("and a pinch clicks once", pinches - 1 <= clicks <= pinches, (clicks, told))
    except TimeoutError as error:
        check(str(error), False, page.run("return [window.told, window.clicks]"))
    finally:
        page.close()
        server.terminate()
        server.wait()


def sets_up(studio, clip_folder, check, start_server):
    """The set-up page: two corners shown by a finger are the frame of all kiosk pages in this browser."""
    server, address = start_server(studio)
    clip = clips.write(clip_folder / "corners.y4m", [("Pointing_Up_right", -100), ("Closed_Fist_left", 100)], 60)
    page = chromium.Browser(clip=clip)
    area = "[...document.querySelectorAll('#edges input')].map(input => Number(input.value))"
    try:
        page.open(f"{address}setup.html")
        page.wait("document.getElementById('say')?.textContent.startsWith('The dot follows')", what="a hand")
        usual = page.run(f"return {area}")
        page.run("""const { Hands } = await import('/kiosk.js'); window.tips = [];
          const seen = new Hands({ isMirror: true }); await seen.connect(); await seen.start();
          seen.addEventListener('hands', ({ detail: { hands: [hand] } }) => { if (hand) window.tips.push([1 - hand.landmarks[8][0], hand.landmarks[8][1]]); })""")
        page.click("#corners")
        check("nothing is clicked while corners are shown", page.run("return [...document.querySelectorAll('button')].every(button => button.disabled)"))
        page.wait("document.getElementById('say').textContent.startsWith('This is the frame now')", timeout=40, what="two corners")
        found, tips = page.run(f"return [{area}, window.tips]")
        # The clip has two places: the least and the largest of each axis.
        low, high = ([side(tip[axis] for tip in tips) for axis in (0, 1)] for side in (min, max))
        expected = [*low, high[0] - low[0], high[1] - low[1]]
        check("two corners that a finger shows are the frame", usual == [0.15, 0.15, 0.7, 0.6] and max(
            abs(a - b) for a, b in zip(found, expected)) <= 0.03 and min(expected[2:]) > 0.1, (found, expected))
        page.click("#mirror")
        page.click("#keep")
        page.open(f"{address}setup.html")
        page.wait("document.getElementById('line')?.textContent", what="the set-up page again")
        kept = page.run("const { Hands } = await import('/kiosk.js'); const { area, isMirror } = new Hands(); return [area, isMirror]")
        check("frame and mirror are kept for all kiosk pages", kept == [found, False] and page.run(f"return {area}") == found, kept)
        page.click("#usual")
        page.click("#keep")
        page.run("localStorage.setItem('mudra-studio', JSON.stringify({ area: [0, 'x', 1e999, -1] }))")
        hostile = page.run("const { Hands } = await import('/kiosk.js'); return new Hands().area")
        check("what is kept and no frame is left out", hostile == usual, hostile)
        small = []
        for width in (1280, 390):
            page.emulate(width, 844)
            small += page.run("""return [...document.querySelectorAll('body *')].filter(node => node.checkVisibility() && node.textContent.trim()
              && parseFloat(getComputedStyle(node).fontSize) < 24).map(node => node.id || node.textContent)""")
        check("all letters of the set-up page have 24 pixels", not small, small)
        check("no script failed while setting up", not page.complaints(), page.complaints())
    finally:
        page.close()
        server.terminate()
        server.wait()


def starts_over(studio, work, cards, check, start_server):
    """The kiosk view: letters that are read from afar, nothing for a mouse, and a new deck for the next person."""
    server, address = start_server(studio, "--cards", str(cards))
    page = chromium.Browser(clip=clips.write(work / "leaves.y4m", ["Thumb_Up_right"] * 2 + [None] * 8, 10))
    try:
        page.open(f"{address}#kiosk")
        page.wait("(window.studioState?.frames ?? 0) > 3", what="the kiosk")
        small = page.run("""return [...document.querySelectorAll('body *')].filter(node => node.checkVisibility() && node.children.length === 0
          && node.textContent.trim() && parseFloat(getComputedStyle(node).fontSize) < 24).map(node => node.id || node.textContent)""")
        check("all letters of the kiosk have 24 pixels", not small, small)
        buttons = page.run("return [...document.querySelectorAll('button, a, input, select')].filter(node => node.checkVisibility()).map(node => node.id || node.textContent)")
        check("the kiosk has nothing for a mouse", not buttons, buttons)
        page.emulate(390, 844, "light", is_phone=True)
        fits = page.run("""const [card, title] = ['.card', '.card strong'].map(name => [...document.querySelectorAll(name)].at(-1).getBoundingClientRect());
          return title.left >= card.left && title.right <= card.right && card.width > 300 && card.bottom <= innerHeight""")
        check("the cards fit a screen that is upright", fits)
        page.emulate(1280, 860)
        page.run("window.studioState.cards.idleSeconds = 2")
        page.wait("document.getElementById('deck').dataset.yes >= 1", timeout=60, what="an answer")
        page.wait("document.getElementById('deck').dataset.yes === '0'", timeout=60, what="a new deck")
        check("a deck that was begun starts over when nobody is there", True)
    finally:
        page.close()
        server.terminate()
        server.wait()
