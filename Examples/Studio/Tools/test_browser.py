#!/usr/bin/env python3
"""Drives the real page of Mudra Studio in a headless Chromium: test_browser.py STUDIO MUDRA [--minutes N] [--screenshots FOLDER]

STUDIO is the program mudra-studio, MUDRA the command whose answers the page's must equal. The camera runs for N minutes in the
test of endurance, a half unless it is given. Says so and ends well where there is no Chromium.
"""
import argparse
import csv
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import browser as chromium
import clip as clips
from test_access import test_access
from test_code import test_apps, test_code
from test_endurance import test_endurance
from test_kiosk import test_kiosk
from test_motions import test_motions
from test_tls import test_tls
from test_walks import test_walks
from test_work import test_work

RENDERED = clips.RENDERED
failures = []


def check(name, condition, found=""):
    print(f"{'ok  ' if condition else 'FAIL'} {name}{f': {found}' if not condition else ''}", flush=True)
    if not condition:
        failures.append(name)


def start_server(program, *arguments):
    port = [] if "--port" in arguments else ["--port", "0"]
    process = subprocess.Popen([program, *port, *arguments], stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    address = re.search(r"https?://\S+", line)
    if not address:
        sys.exit(f"the studio did not start: {line}")
    return process, address[0]


def hands(line):
    """What must be equal: everything of a result but the picture's name and the times of its steps."""
    return {key: line[key] for key in ("width", "height")} | {"hands": [
        {key: hand[key] for key in ("handedness", "gestures", "presence", "landmarks", "worldLandmarks")}
        for hand in line["hands"]]}


def command(mudra, *arguments):
    found = subprocess.run([mudra, *arguments, "--json", "--hands", "2"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in found.stdout.splitlines()]


def downloaded(folder, name, seconds=30):
    end = time.time() + seconds
    while time.time() < end:
        path = folder / name
        if path.exists() and not list(folder.glob("*.crdownload")):
            return path
        time.sleep(0.05)
    raise TimeoutError(f"{name} was not saved")


def test_start(page, address, started):
    page.open(address)
    page.wait("window.studioState?.firstResult", what="first result")
    check("a sample shows hands at once", page.run("return document.querySelectorAll('#hands .hand').length") == 2)
    names = page.run("return [...document.querySelectorAll('.gesture')].map(node => node.textContent)")
    check("its gestures are named", names == ["Open Palm", "Victory"], names)
    print(f"     first result {time.time() - started:.2f} s after the command began, with the browser's own start")


def test_folder(page, work):
    folder = work / "folder"
    (folder / "inner").mkdir(parents=True)
    for name, place in (("Victory_right", folder), ("Thumb_Up_left", folder), ("two_0", folder / "inner")):
        shutil.copy(RENDERED / f"{name}.png", place)
    page.drop([folder])
    page.wait("window.studioState.pictures === 3", what="the pictures of a folder")
    captions = page.run("return [...document.querySelectorAll('#thumbs button')].map(button => button.textContent).sort()")
    check("a dropped folder stands for its pictures", captions == ["Open Palm, Victory", "Thumb Up", "Victory"], captions)
    page.run("document.getElementById('clear').click()")
    check("a cleared list is empty", page.run("return document.getElementById('thumbs').children.length") == 0)


def test_pictures(page, mudra, work, saved):
    paths = sorted(RENDERED.glob("*.png"))
    page.files("#choose", paths)
    page.wait(f"window.studioState.pictures === {len(paths)}", what="pictures")
    page.run("document.getElementById('export-json').click()")
    lines = [json.loads(line) for line in downloaded(saved, "results.jsonl").read_text().splitlines()]
    expected = command(mudra, "gestures", *map(str, paths))
    check("pictures have the command's results", [hands(line) for line in lines] == [hands(line) for line in expected])
    page.run("document.getElementById('export-csv').click()")
    with open(downloaded(saved, "results.csv")) as file:
        rows = list(csv.DictReader(file))
    check("the table has a row for each landmark", len(rows) == 21 * sum(len(line["hands"]) for line in expected))
    page.run("document.getElementById('export-png').click()")
    drawn = downloaded(saved, f"{paths[-1].stem}-annotated.png")
    check("the drawn picture is saved by its name", drawn.read_bytes()[:4] == b"\x89PNG")
    page.run("document.querySelector('#thumbs button').click()")
    page.wait("document.getElementById('caption').textContent.startsWith('Closed_Fist_left.png')", what="the first of the list")
    marked = page.run("return [...document.querySelectorAll('.thumbs [aria-current]')].map(button => button.title.split(':')[0])")
    check("the picture that is shown is marked", marked == [paths[0].name], marked)
    (saved / "results.csv").unlink()
    page.run("document.getElementById('export-csv').click()")
    with open(downloaded(saved, "results.csv")) as file:
        check("the exports have the whole list also then", len(list(csv.DictReader(file))) == len(rows))
    note = work / "note.txt"
    note.write_text("no picture")
    page.files("#choose", [note])
    page.wait("document.getElementById('notice').textContent.startsWith('note.txt is not a picture')", what="a word on the note")
    check("what is not a picture is refused by name", True)


def test_clip(page, mudra, work, saved):
    path = clips.write(work / "clip.y4m", ["Victory_right", None, "Thumb_Up_left"], 4, rate=30)
    page.run("document.getElementById('record-start').click()")
    page.files("#choose", [path])
    page.wait("document.getElementById('clip-place').textContent.startsWith('frame 1 ')", what="clip")
    page.run("document.getElementById('clip-play').click()")
    page.wait("document.getElementById('clip-place').textContent.startsWith('frame 12 of 12')", what="clip's end")
    (saved / "results.jsonl").unlink()
    page.run("document.getElementById('export-json').click()")
    lines = [json.loads(line) for line in downloaded(saved, "results.jsonl").read_text().splitlines()]
    expected = command(mudra, "video", str(path))
    check("a clip has the results of mudra video", [hands(line) for line in lines] == [hands(line) for line in expected])
    check("a clip has its legend", page.run("return document.getElementById('legend').textContent") == "Thumb UpVictory")
    page.run("document.getElementById('record-stop').click()")
    session = downloaded(saved, "session.mudra")
    replayed = subprocess.run([mudra, "replay", str(session)], capture_output=True, text=True)
    check("mudra replay has the recorded answers", replayed.returncode == 0 and "12 frames: 12 as recorded" in replayed.stdout,
          replayed.stdout[-300:] + replayed.stderr)
    page.run("""const state = document.getElementById('record-state');
      window.watch = new MutationObserver(() => {
        if (!state.textContent.startsWith('Frame 3 ')) return;
        window.watch.disconnect();
        document.getElementById('replay-pause').click();
      });
      window.watch.observe(state, { childList: true });""")
    page.files("#record-open", [session])
    page.wait("document.getElementById('replay-pause').textContent === 'Go on'", what="a pause")
    time.sleep(0.5)
    place = page.run("return document.getElementById('record-state').textContent")
    time.sleep(0.5)
    later = page.run("return document.getElementById('record-state').textContent")
    check("a replay pauses", place == later and place.startswith(("Frame 3 of 12", "Frame 4 of 12")), [place, later])
    page.run("document.getElementById('replay-pause').click()")
    page.wait("document.getElementById('record-state').textContent.startsWith('12 frames, 12 of 12')", what="replay")
    size = page.run("const { width, height } = window.studioState.shown.picture; return [width, height]")
    check("the page replays a recording, and shows its planes", size == [480, 360], size)


def test_camera(page, seconds):
    page.run("document.getElementById('tab-cards').click(); document.getElementById('deck-reset').click()")
    page.run("""window.seen = {}; window.off = 0;
      document.getElementById('start').click();
      window.watch = setInterval(() => {
        const { result, places, isMirrored } = window.studioState.shown;
        const canvas = document.getElementById('picture');
        for (const [at, hand] of (result?.hands ?? []).entries()) {
          const key = `${hand.handedness.name} ${hand.gestures[0]?.name}`;
          window.seen[key] = (window.seen[key] ?? 0) + 1;
          hand.landmarks.forEach(([x, y], index) => {
            const [left, top] = places[at][index];
            window.off = Math.max(window.off, Math.abs(left - (isMirrored ? 1 - x : x) * canvas.width), Math.abs(top - y * canvas.height));
          });
        }
      }, 50);""")
    page.wait("(window.studioState.frames ?? 0) > 3", what="camera frames")
    time.sleep(seconds)
    seen = page.run("return window.seen")
    for wanted in ("Right Victory", "Right Thumb_Up", "Left Open_Palm", "Right Thumb_Down"):
        check(f"the camera shows {wanted}", seen.get(wanted, 0) > 2, seen)
    total, known = sum(seen.values()), sum(seen.get(name, 0) for name in
                                           ("Right Victory", "Right Thumb_Up", "Left Open_Palm", "Right Thumb_Down"))
    check("and hardly anything else", known > 0.8 * total, seen)
    off = page.run("return window.off")
    check("the overlay is on its own frame", off <= 2, off)
    yes, no = (int(page.run(f"return document.getElementById('deck').dataset.{name}")) for name in ("yes", "no"))
    check("a thumb up says yes to a card and a thumb down no", yes >= 1 and no >= 1 and abs(yes - no) <= 1, (yes, no))
    texts = page.run("return [...document.querySelectorAll('#plots dd')].map(node => node.textContent)")
    print("     frames a second, latency, inference, palm, landmarks, beside inference, dropped:", texts)
    print("     last frame:", page.run("const { capture, trip, draw } = window.studioState; return { capture, trip, draw }"))
    page.run("document.getElementById('exact').click()")
    before = page.run("return window.studioState.frames")
    page.wait(f"window.studioState.frames > {before + 10}", what="exact frames")
    check("exact pixels are answered", not page.run("return !document.getElementById('notice').hidden"))
    print("     the same, exact pixels:", page.run("return [...document.querySelectorAll('#plots dd')].map(node => node.textContent)"))
    page.run("document.getElementById('tab-live').click(); document.getElementById('deck-reset').click()")
    before = page.run("return window.studioState.frames")
    page.wait(f"window.studioState.frames > {before + 20}", what="frames beside the cards")
    texts = page.run("return document.getElementById('deck-state').textContent")
    check("cards are answered only where they are seen", "0 yes, 0 no" in texts, texts)
    page.run("document.getElementById('exact').click(); document.getElementById('start').click(); clearInterval(window.watch)")


def code(page):
    """The program in Swift for a camera, and the command for a clip, which the code tab shows."""
    return page.run("""const { program, sheet } = window.studioState;
      return [program(sheet.values, sheet.differences, 'mudra', 'camera'), sheet.shell('clip')]""")


def test_options(page):
    page.run("""const input = document.querySelector('[name=numHands]'); input.value = 1;
      input.dispatchEvent(new Event('input', { bubbles: true }))""")
    page.run("document.getElementById('tab-live').click(); document.querySelector('#samples button').click()")
    page.wait("document.querySelectorAll('#hands .hand').length === 1", what="one hand")
    check("an option holds at once", True)
    swift, _ = code(page)
    check("the number of hands is in the code, and nothing that nobody chose", "options.numHands = 1\n" in swift and ".removed" not in swift, swift)
    page.run("""const set = (name, value) => { const input = document.querySelector(`[name="${name}"]`);
      if (input.type === 'checkbox') input.checked = value; else input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true })) };
      set('canned.deny', 'Victory'); set('smoothing', true); set('detectorInterval', 4)""")
    page.wait("document.getElementById('program').textContent.includes('detectorInterval')", what="the code")
    swift, shell = code(page)
    check("the code says the same", all(text in swift for text in (
        'canned.categoryDenylist = ["Victory"]', "tracking.smoothing", "tracking.detectorInterval = 4")), swift)
    check("the command says the same", all(text in shell for text in (
        "--canned-deny 'Victory'", "--smooth", "--detector-interval 4")), shell)
    page.wait("!document.querySelector('.gesture')?.textContent.includes('Victory')", what="no Victory")
    page.run("document.getElementById('options-reset').click()")
    page.wait("document.querySelectorAll('#hands .hand').length === 2", what="the defaults")
    page.run("""const set = (name, value) => { const input = document.querySelector(`[name="${name}"]`);
      input.value = value; input.dispatchEvent(new Event('input', { bubbles: true })) };
      set('palmsIn', '0.25, 0.5, 0.5, 1; 0.1, 0.1, 0.1, 0.1, 0.5')""")
    page.wait("document.querySelectorAll('#hands .hand').length === 1", what="one half of the picture")
    swift, shell = code(page)
    check("regions are searched, and the code says which", "search: .palms(in: [ImageRegion(centerX: 0.25," in swift
          and "--palms-in 0.25,0.5,0.5,1 " in shell and "--palms-in 0.1,0.1,0.1,0.1,0.5" in shell, swift + shell)
    page.run("document.getElementById('options-reset').click()")
    page.wait("document.querySelectorAll('#hands .hand').length === 2", what="the defaults again")


def test_teach(page, mudra, saved):
    page.run("document.getElementById('tab-teach').click()")
    for name in ("first", "second"):
        page.run(f"document.getElementById('teach-name').value = '{name}'")
        pose = "ILoveYou" if name == "first" else "Closed_Fist"
        page.files("#teach-files", sorted(RENDERED.glob(f"{pose}_*.png")))
        page.wait(f"[...document.querySelectorAll('#teach-list li')].some(item => item.textContent.includes('{name}2 example'))",
                  what=name)
    page.run("document.getElementById('teach-train').click()")
    page.wait("!document.getElementById('teach-report').hidden", what="training")
    asks = "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    check("what was taught is not left without a question", page.run(asks))
    page.run("document.getElementById('teach-download').click()")
    bundle = downloaded(saved, "my-gestures.task")
    check("what is saved is left", not page.run(asks))
    line = command(mudra, "gestures", str(RENDERED / "ILoveYou_left.png"), "--model", str(bundle))[0]
    check("a taught gesture is named by the saved bundle", line["hands"][0]["gestures"][0]["name"] == "first", line["hands"])
    if importlib.util.find_spec("mediapipe"):
        script = f"""
import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision
task = vision.GestureRecognizer.create_from_options(vision.GestureRecognizerOptions(base_options=BaseOptions(model_asset_path={str(bundle)!r})))
print(task.recognize(mp.Image.create_from_file({str(RENDERED / 'ILoveYou_left.png')!r})).gestures[0][0].category_name)"""
        found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        check("MediaPipe loads the saved bundle and names it too", found.stdout.strip() == "first", found.stderr[-400:])
    else:
        print("     SKIPPED: MediaPipe is not here to load the bundle")
    page.run("document.getElementById('teach-forget').click()")
    page.wait("document.querySelectorAll('#teach-list li').length === 0", what="forgetting")


def test_model(page, saved):
    shown = "[...document.querySelectorAll('.gesture')].map(node => node.textContent).join()"
    page.files("#model-file", [saved / "my-gestures.task"])
    page.wait("document.getElementById('connection').textContent.endsWith('my-gestures.task')", what="the given model")
    page.run("document.getElementById('tab-live').click()")
    page.run("[...document.querySelectorAll('#samples button')].find(item => item.title === 'ILoveYou_right').click()")
    page.wait(f"{shown} === 'first'", what="the given model's gesture")
    check("a model that is given names gestures at once", True)
    page.run("document.getElementById('model-reset').click()")
    page.wait("!document.getElementById('connection').textContent.includes('my-gestures')", what="the server's model")
    page.run("[...document.querySelectorAll('#samples button')].find(item => item.title === 'ILoveYou_right').click()")
    page.wait(f"{shown} === 'ILoveYou'", what="the server's model's gesture")
    check("and goes when it is reset", True)


def test_touchless(address, work):
    """Cards on a page of its own that opens without a mouse, before a hand that moves to both sides and pinches."""
    sweep = [("Open_Palm_left", place) for place in range(110, -111, -36)]
    names = [None] * 6 + sweep + [None] * 14 + [(name, -place) for name, place in sweep] + [None] * 14 + ["Pinch_right"] * 15
    page = chromium.Browser(clip=clips.write(work / "touchless.y4m", names, 1))
    try:
        page.open(f"{address}#kiosk")
        page.wait("document.body?.classList.contains('kiosk') && (window.studioState?.frames ?? 0) > 3", what="the kiosk")
        check("a kiosk needs no mouse", page.run("return getComputedStyle(document.querySelector('header')).display") == "none")
        page.run("""window.said = []; window.thrown = [];
          new MutationObserver(() => window.said.push(document.getElementById('deck-state').textContent))
            .observe(document.getElementById('deck-state'), { childList: true, characterData: true, subtree: true });
          new MutationObserver(changes => changes.forEach(({ target }) => {
            for (const side of ['left', 'right']) if (target.classList.contains(side))
              window.thrown.push([side, window.studioState.shown.result.hands[0].landmarks[0][0]]);
          })).observe(document.getElementById('deck'), { attributes: true, attributeFilter: ['class'], subtree: true });""")
        page.wait("document.querySelectorAll('#deck .left').length >= 2 && document.querySelectorAll('#deck .right').length >= 2",
                  timeout=120, what="swipes")
        thrown = page.run("return window.thrown")
        # The page is a mirror: what ends on the picture's left goes to the right.
        check("hands swipe cards to the side that they move to", all((side == "right") == (x < 0.5) for side, x in thrown), thrown)
        page.wait("window.said.some(text => text.startsWith('Grabbed'))", timeout=60, what="a pinch")
        check("a pinch grabs a card", True)
        page.wait("document.querySelectorAll('#deck .left, #deck .right').length === 8", timeout=180, what="the last card")
        page.wait("document.querySelectorAll('#deck .left, #deck .right').length === 0", timeout=60, what="a new deck")
        check("a pinch after the last card starts over", True)
        check("no script failed in the kiosk", not page.complaints(), page.complaints())
    except TimeoutError as error:
        check(f"kiosk: {error}", False, page.run("return window.said"))
    finally:
        page.close()


def unknown_members_fail(schema):
    """A schema in which objects have no members but those that it names."""
    if isinstance(schema, list):
        return [unknown_members_fail(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {key: unknown_members_fail(value) for key, value in schema.items()}
    # Results and events have schemas of their own.
    if isinstance(schema.get("properties"), dict) and schema["properties"].get("schema") not in (
            {"const": "mudra.result/1"}, {"const": "mudra.event/1"}):
        strict.setdefault("additionalProperties", False)
    return strict


KINDS = {"client options", "client restart", "client teach.begin", "client teach.stop", "client teach.train",
         "client teach.download", "client teach.forget", "client model.begin", "client model.reset", "server hello",
         "server result", "server options", "server model", "server teach", "server trained"}


def test_protocol(page, kinds_seen=KINDS):
    try:
        import jsonschema
    except ImportError:
        return print("     skipped: no jsonschema here (Debian's package python3-jsonschema); messages were not compared")
    schema = unknown_members_fail(json.loads(pathlib.Path("../protocol.schema.json").read_text()))
    result = json.loads((clips.RENDERED.parents[3] / "Tools/Schemas/mudra.result-1.schema.json").read_text())
    kinds = {name: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
             for name in ("client", "server")}
    results = jsonschema.Draft202012Validator(result)
    seen, wrong = {}, []
    for side, message in page.messages():
        kind = f"{side} {message['type']}"
        seen[kind] = seen.get(kind, 0) + 1
        errors = list(kinds[side].iter_errors(message))
        errors += list(results.iter_errors(message["result"])) if kind == "server result" else []
        wrong += [f"{kind}: {error.message[:300]}" for error in errors]
    check(f"all {sum(seen.values())} messages are those of the schema", not wrong, wrong[:3])
    missing = kinds_seen - set(seen)
    check("each kind of message was seen", not missing, missing)


def test_hold(page):
    page.run("document.getElementById('teach-name').value = 'held'; document.getElementById('teach-form').requestSubmit()")
    page.wait("!document.getElementById('teach-progress').hidden", what="the progress of holding")
    check("the first pose that is held shows how far it is", True)
    page.wait("Number(document.getElementById('teach-meter').value) >= 1", timeout=90, what="holding a pose")
    check("a pose that is held is learned", True)
    page.run("document.getElementById('start').click(); document.getElementById('teach-forget').click()")


def test_clients(mudra, address):
    picture = str(RENDERED / "two_0.png")
    port = address.rstrip("/").rpartition(":")[2]
    expected = [hands(line) for line in command(mudra, "gestures", picture)]
    clients = {"Python": [sys.executable, "../Clients/client.py"]}
    if shutil.which("node"):
        clients["JavaScript"] = ["node", "--experimental-websocket", "../Clients/client.mjs"]
    for name, program in clients.items():
        found = subprocess.run([*program, picture, port], capture_output=True, text=True)
        check(f"the client in {name} has the command's result", found.returncode == 0
              and [hands(json.loads(found.stdout))] == expected, found.stderr[-300:])


def screenshots(page, folder, saved):
    folder.mkdir(parents=True, exist_ok=True)
    page.run("document.getElementById('tab-live').click(); document.querySelector('#samples button').click()")
    page.wait("document.querySelectorAll('#hands .hand').length === 2")
    for name, width, height, scheme in (("dark", 1280, 860, "dark"), ("light", 1280, 860, "light"), ("phone", 390, 844, "dark")):
        page.emulate(width, height, scheme, is_phone=name == "phone")
        page.run("document.getElementById('notice').hidden = true")
        time.sleep(0.4)
        page.screenshot(folder / f"{name}.png")
    page.emulate(1280, 860, "dark")
    for tab in ("files", "cards", "teach", "record", "options", "code"):
        page.run(f"document.getElementById('tab-{tab}').click()")
        time.sleep(0.3)
        page.screenshot(folder / f"{tab}.png")
    page.run("document.getElementById('tab-live').click(); document.getElementById('start').click()")
    page.wait("window.studioState.shown.result?.hands.length > 0")
    time.sleep(4)
    page.screenshot(folder / "camera.png")
    page.run("document.getElementById('start').click()")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("studio")
    parser.add_argument("mudra")
    parser.add_argument("--minutes", type=float, default=0.5)
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    if chromium.find() is None:
        print("skipped: there is no Chromium here (Debian's package chromium); the page was not tested")
        return
    studio, mudra, pictures = arguments.studio, arguments.mudra, arguments.screenshots
    work = pathlib.Path(tempfile.mkdtemp(prefix="studio-test-"))
    saved = work / "saved"
    saved.mkdir()
    camera = clips.write(work / "camera.y4m", ["Victory_right", "Thumb_Up_right", "Open_Palm_left", "Thumb_Down_right"], 30)
    started = time.time()
    server, address = start_server(studio)
    page = None
    try:
        page = chromium.Browser(clip=camera, downloads=str(saved))
        test_start(page, address, started)
        test_clients(mudra, address)
        test_options(page)
        test_code(page, mudra, work, check)
        test_apps(page, saved, downloaded, work, check)
        test_folder(page, work)
        test_pictures(page, mudra, work, saved)
        test_clip(page, mudra, work, saved)
        test_teach(page, mudra, saved)
        test_model(page, saved)
        test_camera(page, 18)
        test_hold(page)
        if pictures:
            screenshots(page, pictures, saved)
        test_protocol(page)
        test_touchless(address, work)
        test_work(studio, mudra, work, check, start_server, downloaded, test_protocol)
        test_motions(studio, mudra, work, check, start_server, downloaded, test_protocol)
        test_tls(studio, work, test_kiosk(studio, work, check, start_server), check, start_server)
        test_access(studio, work, check, start_server)
        test_walks(studio, work, check, start_server, pictures)
        test_endurance(studio, work, check, start_server, arguments.minutes)
        others = [url for url in page.requested() if not url.startswith((address, "blob:", "data:"))]
        check("nothing is asked for elsewhere", not others, others)
        complaints = page.complaints()
        check("no script failed, and nothing was forbidden", not complaints, complaints)
    except (TimeoutError, RuntimeError) as error:
        check(str(error), False)
        if page:
            print(page.run("return document.getElementById('notice').textContent"), page.complaints())
            page.screenshot("/tmp/studio-failure.png")
    finally:
        if page:
            page.close()
        server.terminate()
        server.wait()
        shutil.rmtree(work, ignore_errors=True)
    print(f"{'failed: ' + ', '.join(failures) if failures else 'the page does what it should'}")
    sys.exit(bool(failures))


if __name__ == "__main__":
    os.chdir(pathlib.Path(__file__).resolve().parent)
    main()
