"""Motions taught in the page: examples and anything else from the camera, the report, events, files, a reload."""
import base64
import json
import subprocess
import time

import browser as chromium
import clip as clips
from test_walks import LOOK

# A palm that rests, goes to the right and leaves, three times; then two hands that mean nothing, and no hand.
PALM, LOOP_SECONDS = "Open_Palm_left", 12.8
SWEEP = [(PALM, -110)] * 6 + [(PALM, -110 + 28 * step) for step in range(1, 8)] + [(PALM, 110)] * 5 + [None] * 8
REST = [("Victory_right", 4 * abs(step % 12 - 6)) for step in range(48)] + [("Thumb_Up_left", -4 * abs(step % 16 - 8)) for step in range(56)]
CLIP = SWEEP * 3 + REST + [None] * 10

# Watches which phase the clip is in, and what is recognized in each.
WATCH = """
  window.palms = 0; window.seen = []; window.phase = 'none';
  window.studioState.connection.addEventListener('result', ({ detail: { result, events = [] } }) => {
    const [hand] = result.hands;
    const phase = !hand ? 'none' : window.phase === 'none' ? (hand.gestures[0].name === 'Open_Palm' ? 'palm' : 'rest') : window.phase;
    if (phase === 'palm' && window.phase !== 'palm') window.palms += 1;
    window.phase = phase;
    for (const { event, motion } of events) if (event === 'motionRecognized') window.seen.push([motion, phase]);
  });
"""
# Holds the button for each sweep, until there are four.
HOLD = """
  const press = kind => document.getElementById('teach-long').dispatchEvent(new KeyboardEvent(kind, { key: ' ', bubbles: true, cancelable: true }));
  let isHeld = false, last = window.phase;
  const watch = setInterval(() => {
    const { phase } = window;
    if (phase === 'palm' && last === 'none' && !isHeld) { isHeld = true; press('keydown'); }
    if (phase === 'none' && isHeld) {
      isHeld = false; press('keyup');
      if (window.studioState.project.ofMotion('sweep').length >= 4) clearInterval(watch);
    }
    last = phase;
  }, 5);
"""


def listed(page):
    return page.run("return [...document.querySelectorAll('#teach-list li')].map(item => item.querySelector('span').textContent)")


def motions_file(page, saved, downloaded):
    (saved / "my.motions").unlink(missing_ok=True)
    page.run("document.getElementById('motions-download').click()")
    return downloaded(saved, "my.motions").read_bytes()


def train(page):
    page.run("window.trained = 0; window.studioState.connection.addEventListener('trained', () => { window.trained += 1; }); document.getElementById('teach-train').click()")
    page.wait("window.trained > 0", what="motions")


def watched(page, loops):
    """What is recognized, by phase, and how often the palm was there, while the clip runs so many times."""
    page.run("window.seen = []; window.palms = 0")
    time.sleep(loops * LOOP_SECONDS)
    return page.run("return [window.seen, window.palms]")


def test_motions(studio, mudra, work, check, start_server, downloaded, test_protocol):
    saved = work / "motions"
    saved.mkdir()
    clip = clips.write(work / "motions.y4m", CLIP, 1)
    server, address = start_server(studio)
    page = chromium.Browser(clip=clip, downloads=str(saved))
    try:
        page.open(address)
        page.wait("window.studioState?.firstResult", what="first result")
        page.run(WATCH)
        taught(page, check)
        train(page)
        first = motions_file(page, saved, downloaded)
        rows = page.run("return [...document.querySelectorAll('#teach-report tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        check("the report has the motion, its recall and false alarms", rows[0][0] == "Motion" and rows[1][:2] == ["sweep", "4"]
              and rows[1][3].endswith("%") and rows[1][4] != "–", rows)
        faults = []
        for width in (1280, 390):
            page.emulate(width, 860, "light")
            faults += page.run(LOOK)
        page.emulate(1280, 860)
        check("what is said of motions can be read, has a name and fits", not faults, faults)
        live(page, check)
        recorded(page, mudra, saved, check, downloaded)
        kept(page, saved, check, downloaded, first)
        found = subprocess.run([mudra, "video", str(clip), "--hands", "2", "--motions", str(saved / "my.motions"), "--json"],
                               capture_output=True, text=True)
        events = [line["motion"] for line in map(json.loads, found.stdout.splitlines()) if line.get("event") == "motionRecognized"]
        check("mudra video sees the motions of the file", found.returncode == 0 and 2 <= len(events) <= 4 and set(events) == {"sweep"},
              (events, found.stderr[-300:]))
        test_protocol(page, {"client teach.add", "client teach.train", "server teach", "server trained", "server options"})
        told(page, address, first, check)
        check("no script failed while motions were taught", not page.complaints(), page.complaints())
    finally:
        page.close()
        server.terminate()
        server.wait()


def taught(page, check):
    page.run("""document.getElementById('tab-teach').click();
      const kind = document.getElementById('teach-kind'); kind.value = 'motion'; kind.dispatchEvent(new Event('change', { bubbles: true }));
      document.getElementById('start').click()""")
    page.wait("window.palms > 0", timeout=90, what="the palm")
    # Three times by the page's own clock, as a person does it.
    page.run("""Object.assign(window.studioState.motionTimes, { ready: 300, example: 900 });
      document.getElementById('teach-name').value = 'three'; document.getElementById('teach-form').requestSubmit()""")
    page.wait("window.studioState.project.ofMotion('three').length === 3", timeout=90, what="three examples")
    page.wait("document.getElementById('teach-hold').textContent === 'Show it three times'", what="the end of three examples")
    text = page.run("return document.getElementById('teach-state').textContent")
    check("a motion is shown three times, and then a minute of anything is asked for", "a minute of anything" in text, text)
    page.run("[...document.querySelectorAll('#teach-list button')].find(button => button.getAttribute('aria-label') === 'Forget three').click()")
    page.wait("document.querySelectorAll('#teach-list li').length === 0", what="forgetting")

    page.run(f"document.getElementById('teach-name').value = 'sweep'; {HOLD}")
    page.wait("window.studioState.project.ofMotion('sweep').length === 4", timeout=120, what="four sweeps")
    check("a motion is taken for as long as the button is held", page.run(
        "return window.studioState.project.motions.every(({ frames, thumbnail }) => frames.length > 8 && thumbnail.length > 200)"))
    page.run("Object.assign(window.studioState.motionTimes, { ready: 0, anything: 5500 })")
    page.wait("window.phase === 'rest'", timeout=60, what="hands that mean nothing")
    page.run("document.getElementById('teach-anything').click()")
    page.wait("window.studioState.project.ofMotion(null).length === 1", timeout=30, what="anything else")
    page.wait("document.querySelectorAll('#teach-list li').length === 2", what="the list")
    found = listed(page)
    check("examples and anything else are listed", found[0] == "sweep4 examples" and found[1] in ("Anything else5 s", "Anything else6 s"), found)


def live(page, check, loops=2, when=""):
    seen, palms = watched(page, loops)
    hits = sum(pair[0] == "sweep" for pair in seen if pair[1] != "rest")
    check(f"motions are seen live{when}, and nothing else is taken for them",
          hits >= 0.6 * palms and len(seen) - hits <= 1 and hits <= palms + 1 and palms >= 2 * loops, (seen, palms))
    check(f"and are listed and said{when}", page.run(
        "return document.querySelector('#teach-motions .meter span')?.textContent === 'sweep' && document.getElementById('notice').textContent.includes('sweep')"))


def told(page, address, motions, check):
    """A page of one's own is told of the motions in its options."""
    page.open(f"{address}setup.html")
    page.wait("document.getElementById('say')?.textContent", what="the set-up page")
    page.run(f"""const {{ Hands }} = await import('/kiosk.js'); window.motions = [];
      const hands = new Hands({{ options: {{ motions: '{base64.b64encode(motions).decode()}' }} }});
      hands.addEventListener('motionRecognized', ({{ detail }}) => window.motions.push(detail.motion));
      hands.addEventListener('fault', ({{ detail }}) => window.motions.push(detail.message));
      await hands.connect(); await hands.start();""")
    page.wait("window.motions.length > 1", timeout=60, what="motions in a page of one's own")
    found = page.run("return window.motions")
    check("a page of one's own is told of motions", set(found) == {"sweep"}, found)


def recorded(page, mudra, saved, check, downloaded):
    page.run("document.getElementById('record-start').click()")
    page.wait("Number(document.getElementById('record-state').textContent.match(/^(\\d+) frames/)?.[1]) >= 40", what="a recording")
    page.run("document.getElementById('record-stop').click()")
    session = downloaded(saved, "session.mudra")
    found = subprocess.run([mudra, "replay", str(session)], capture_output=True, text=True)
    frames = found.stdout.rpartition(" frames: ")[0].split()[-1:] or ["0"]
    check("a recording has the motions, and mudra replay its answers", found.returncode == 0 and int(frames[0]) >= 40
          and f"{frames[0]} frames: {frames[0]} as recorded" in found.stdout, found.stdout[-300:] + found.stderr[-300:])


def kept(page, saved, check, downloaded, first):
    page.run("document.getElementById('project-save').click()")
    project = downloaded(saved, "my-gestures.examples.json")
    before = listed(page)
    page.reload()
    page.run(WATCH)
    page.run("document.getElementById('tab-teach').click()")
    page.wait("document.querySelectorAll('#teach-list li').length === 2", what="what was taught")
    check("motions survive a reload, as equal bytes", listed(page) == before and motions_file(page, saved, downloaded) == first, listed(page))
    page.run("document.getElementById('start').click()")
    page.wait("window.palms > 0", timeout=90, what="the palm again")
    live(page, check, 1, " after a reload")
    train(page)
    check("and train to the same bytes again", motions_file(page, saved, downloaded) == first)
    page.run("document.getElementById('start').click(); document.getElementById('teach-forget').click()")
    page.wait("document.querySelectorAll('#teach-list li').length === 0", what="forgetting")
    check("what is forgotten is not in use", page.run("return document.getElementById('motions-download').hidden && !window.studioState.project.motionModel"))
    page.files("#project-open", [project])
    page.wait("document.querySelectorAll('#teach-list li').length === 2", what="the project's motions")
    train(page)
    check("a project file has the motions, and trains to the same bytes", listed(page) == before and motions_file(page, saved, downloaded) == first)
    # A file whose motions in use are rubbish: the examples stay, and so do all other options.
    content = json.loads(project.read_text())
    (saved / "rubbish.json").write_text(json.dumps(content | {"motionModel": "AAAA"}))
    page.files("#project-open", [saved / "rubbish.json"])
    page.wait("!window.studioState.project.motionModel && document.querySelectorAll('#teach-list li').length === 2", what="the examples alone")
    check("motions that cannot be used are not in use", True)
    train(page)
