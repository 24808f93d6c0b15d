"""Work is never lost: what is taught and recorded survives a reload and the server, and goes to another browser as a file."""
import json
import pathlib
import shutil
import subprocess
import time

import browser as chromium
import clip as clips


def teach_pictures(page, name, pose):
    page.run(f"document.getElementById('teach-name').value = '{name}'")
    page.files("#teach-files", sorted(clips.RENDERED.glob(f"{pose}_*.png")))
    page.wait(f"[...document.querySelectorAll('#teach-list li')].some(item => item.textContent.includes('{name}2 example'))", what=name)


def samples(page):
    return page.run("return window.studioState.project.samples.map(({ gesture, source, thumbnail }) => [gesture, source, thumbnail?.length])")


def bundle(page, folder, downloaded):
    """The bundle that the page downloads once its gestures are trained."""
    page.wait("!document.getElementById('teach-download').disabled", what="trained gestures")
    (folder / "my-gestures.task").unlink(missing_ok=True)
    page.run("document.getElementById('teach-download').click()")
    return downloaded(folder, "my-gestures.task").read_bytes()


def test_work(studio, mudra, work, check, start_server, downloaded, test_protocol):
    saved = work / "kept"
    saved.mkdir()
    # Frames that are alike are taken once: each of these poses is an example.
    clip = clips.write(work / "held.y4m", ["Victory_right", "Victory_left", "Pointing_Up_right", "Pointing_Up_left", "Thumb_Up_left"], 8)
    server, address = start_server(studio)
    port = address.rstrip("/").rpartition(":")[2]
    page = chromium.Browser(clip=clip, downloads=str(saved))
    try:
        page.open(address)
        page.wait("window.studioState?.firstResult", what="first result")
        page.run("document.getElementById('tab-teach').click()")
        teach_pictures(page, "rock", "ILoveYou")
        teach_pictures(page, "stone", "Closed_Fist")
        hold(page, check)
        page.run("document.getElementById('teach-train').click()")
        first = bundle(page, saved, downloaded)
        taught = samples(page)
        check("samples have thumbnails", all(size and size > 200 for _, _, size in taught), taught)
        page.run("document.getElementById('project-save').click()")
        project = downloaded(saved, "my-gestures.examples.json")
        # One more, after the training: it is kept, and not part of the gestures in use.
        teach_pictures(page, "palm", "Open_Palm")
        taught = samples(page)

        check("a reload asks while no file has the work", page.reload() == ["beforeunload"], page.questions)
        page.wait("document.querySelectorAll('#teach-list li').length === 4", what="what was taught")
        check("what was taught survives a reload", samples(page) == taught, samples(page))
        check("and trains to the same bundle", bundle(page, saved, downloaded) == first)

        server.terminate()
        server.wait()
        page.wait("document.getElementById('connection').dataset.state === 'off'", what="the server's end")
        page.run("window.trained = 0; window.studioState.connection.addEventListener('trained', () => { window.trained += 1; })")
        server, _ = start_server(studio, "--port", port)
        page.wait("window.trained === 1", what="gestures on the new server")
        check("what was taught survives a new server", samples(page) == taught and bundle(page, saved, downloaded) == first)
        page.run("document.getElementById('tab-live').click(); document.querySelector('#samples [title=ILoveYou_right]').click()")
        page.wait("document.querySelector('.gesture')?.textContent === 'rock'", what="the taught gesture")
        check("and names the hand", True)

        # A server that takes four seconds of silence for its usual 300: ten minutes are two of its times.
        server.terminate()
        server.wait()
        page.wait("document.getElementById('connection').dataset.state === 'off'", what="the server's end")
        page.run("""window.silences = 0; window.isBack = false;
          window.studioState.connection.addEventListener('state', ({ detail }) => {
            if (detail.reason === 'nothing was sent for 4 seconds') window.silences += 1; });
          window.studioState.connection.addEventListener('trained', () => { window.isBack = window.silences >= 2; })""")
        server, _ = start_server(studio, "--port", port, "--idle-seconds", "4")
        page.wait("window.isBack", what="the end of two times of silence")
        check("what was taught survives idle time", samples(page) == taught and bundle(page, saved, downloaded) == first)
        server.terminate()
        server.wait()
        page.wait("document.getElementById('connection').dataset.state === 'off'", what="the server's end")
        page.run("window.trained = 0; window.studioState.connection.addEventListener('trained', () => { window.trained += 1; })")
        server, _ = start_server(studio, "--port", port)
        page.wait("window.trained >= 1", what="the usual server")

        removal(page, check, taught)
        recording(page, mudra, saved, check, downloaded)
        test_protocol(page, {"client teach.add", "client teach.begin", "server result", "server teach"})
        second_page(page, address, check)
    finally:
        page.close()
        server.terminate()
        server.wait()
    other_browser(studio, mudra, work, project, first, check, start_server, downloaded)


def hold(page, check):
    page.run("""window.said = new Set();
      new MutationObserver(() => window.said.add(document.getElementById('teach-state').textContent))
        .observe(document.getElementById('teach-state'), { childList: true, characterData: true, subtree: true })""")
    page.run("""document.getElementById('teach-name').value = 'held';
      const press = kind => document.getElementById('teach-long').dispatchEvent(new KeyboardEvent(kind, { key: ' ', bubbles: true, cancelable: true }));
      window.release = () => press('keyup'); press('keydown');""")
    count = "window.studioState.project.of('held').length"
    page.wait(f"{count} >= 3", timeout=90, what="examples of a hold")
    page.run("window.release()")
    page.wait("document.getElementById('teach-hold').textContent === 'Show it'", what="the end of the hold")
    check("a hold ends when the button is let go, and what it took is listed",
          page.run("return [...document.querySelectorAll('#teach-list li')].some(item => item.textContent.includes('held'))"))
    # A hold that is stopped half-way is listed, too: nothing is trained that the list does not show.
    before = page.run(f"return {count}")
    page.run("document.getElementById('teach-form').requestSubmit()")
    page.wait(f"{count} > {before}", timeout=90, what="examples of a second hold")
    page.run("document.getElementById('teach-form').requestSubmit()")
    page.wait("document.getElementById('teach-hold').textContent === 'Show it'", what="the end of the second hold")
    page.run("document.getElementById('start').click()")
    time.sleep(0.5)
    shown = page.run("return Number([...document.querySelectorAll('#teach-list li')].find(item => item.textContent.startsWith('held')).textContent.match(/(\\d+) example/)[1])")
    said = page.run("return [...window.said]")
    check("holding asks for variety", any(wish in text for text in said for wish in ("nearer and farther", "turn it a little", "the other hand", "other light")), said)
    check("half a hold is kept and listed", shown == page.run(f"return {count}") and shown > before, shown)
    page.run("document.getElementById('teach-train').click()")
    page.wait("!document.getElementById('teach-report').hidden && !document.getElementById('teach-train').disabled", what="training")
    rows = page.run("return [...document.querySelectorAll('#teach-report tr')].map(row => [...row.cells].map(cell => cell.textContent))")
    text = page.run("return document.getElementById('teach-report').textContent")
    check("what the command warns of stands in the page", "Fewer than 5 examples: " in text and "rock" in text.split("Fewer than 5 examples: ")[1], text)
    check("the server trained on what the list shows", ["held", str(shown)] in [row[:2] for row in rows], (shown, rows))
    page.run("document.getElementById('start').click()")
    page.wait("document.querySelectorAll('#teach-scores .meter').length === 3", what="bars of all gestures")
    check("all gestures have live bars", True)
    page.run("document.getElementById('start').click()")


def removal(page, check, taught):
    page.run("document.getElementById('tab-teach').click(); document.querySelector('#teach-list .sample').click()")
    page.wait(f"window.studioState.project.samples.length === {len(taught) - 1}", what="a removed sample")
    check("a sample is removed by itself", samples(page) == taught[1:], samples(page))
    page.run("document.getElementById('teach-train').click()")
    page.wait("!document.getElementById('teach-report').hidden && !document.getElementById('teach-train').disabled", what="training")
    rows = page.run("return [...document.querySelectorAll('#teach-report tr')].map(row => [...row.cells].map(cell => cell.textContent))")
    check("and the server trains without it", ["rock", "1"] in [row[:2] for row in rows], rows)
    page.run("document.getElementById('teach-forget').click()")
    page.wait("document.querySelectorAll('#teach-list li').length === 0", what="forgetting")
    page.run("document.getElementById('teach-undo').click()")
    page.wait("document.querySelectorAll('#teach-list li').length === 4", what="undoing")
    check("forgetting can be undone", samples(page) == taught[1:], samples(page))


def recording(page, mudra, saved, check, downloaded):
    page.run("document.getElementById('tab-record').click(); document.getElementById('record-start').click(); document.getElementById('start').click()")
    page.wait("/^[5-9] frames|^[1-9][0-9]+ frames/.test(document.getElementById('record-state').textContent)", what="a recording")
    text = page.run("return document.getElementById('record-state').textContent")
    check("a recording says its limit", "of 500.0 MB" in text, text)
    time.sleep(1)
    check("a reload asks while it records", page.reload() == ["beforeunload"], page.questions)
    page.run("document.getElementById('tab-record').click()")
    page.wait("document.querySelectorAll('#record-list li').length === 1", what="the recording")
    frames = int(page.run("return document.querySelector('#record-list li').textContent.match(/(\\d+) frames/)[1]"))
    (saved / "session.mudra").unlink(missing_ok=True)
    page.run("document.querySelector('#record-list button').click()")
    session = downloaded(saved, "session.mudra")
    bundle(page, saved, downloaded)
    replayed = subprocess.run([mudra, "replay", str(session), "--model", str(saved / "my-gestures.task")], capture_output=True, text=True)
    check("a recording survives a reload, and mudra replay has its answers",
          frames >= 5 and replayed.returncode == 0 and f"{frames} frames: {frames} as recorded" in replayed.stdout,
          replayed.stdout[-300:] + replayed.stderr)
    page.run("window.studioState.recordings.byteLimit = 2e5; document.getElementById('record-start').click()")
    text = page.run("return document.getElementById('record-state').textContent")
    check("no recording begins beyond the limit", "delete one first" in text or "Recording." in text, text)
    page.run("""const remove = [...document.querySelectorAll('#record-list button')].find(button => button.textContent === 'Delete');
      remove.click(); remove.click()""")
    page.wait("document.querySelectorAll('#record-list li').length === 0", what="deleting")
    page.run("if (!document.getElementById('record-start').disabled) document.getElementById('record-start').click(); document.getElementById('start').click()")
    page.wait("document.getElementById('record-state').textContent.startsWith('Stopped: ')", what="the limit")
    check("a recording stops at its limit, and is kept",
          page.run("return document.querySelectorAll('#record-list li').length === 1 && !document.getElementById('record-start').disabled"))
    page.run("document.getElementById('start').click()")


def second_page(page, address, check):
    page.tab()
    page.open(address)
    page.wait("document.getElementById('notice')?.textContent.includes('another page')", what="a word on the other page")
    check("a second page says that it keeps nothing", page.run("return window.studioState.project.samples.length") == 0)


def other_browser(studio, mudra, work, project, first, check, start_server, downloaded):
    """A project file in a browser that knows nothing, and in the command."""
    saved = work / "other"
    saved.mkdir()
    server, address = start_server(studio)
    page = chromium.Browser(downloads=str(saved))
    try:
        page.open(address)
        page.wait("window.studioState?.firstResult", what="first result")
        content = json.loads(project.read_text())
        for name, change in (("text", "no JSON"), ("list", []), ("null", None), ("version", content | {"schema": "mudra.project/9"}),
                             ("values", content | {"examples": [content["examples"][0] | {"embedding": {"values": ["x"]}}]}),
                             ("many", content | {"examples": content["examples"][:1] * 5001}),
                             ("name", content | {"examples": [content["examples"][0] | {"gesture": 7}]}),
                             ("motions", content | {"motions": 7}), ("motion", content | {"motions": [{"motion": "x", "frames": []}]}),
                             ("frame", content | {"motions": [{"motion": "x", "frames": [{"timestampMs": 1, "width": 4, "height": 3, "hands": [{"landmarks": [[0, 0]]}]}]}]}),
                             ("long", content | {"motions": [{"motion": None, "frames": [{"timestampMs": 1, "width": 4, "height": 3, "hands": []}] * 18001}]})):
            path = work / f"{name}.json"
            path.write_text(change if isinstance(change, str) else json.dumps(change))
            page.run("document.getElementById('notice').textContent = ''")
            page.files("#project-open", [path])
            page.wait(f"document.getElementById('notice').textContent.startsWith('{name}.json: it')", what=f"a word on {name}")
        check("files that are no projects are refused by name", samples(page) == [])
        path = work / "hostile.json"
        path.write_text(json.dumps(content | {"trainedCount": 1e300, "options": {"numHands": "<b>", "task": 7, "__proto__": {"x": 1}},
                                              "thumbnails": ["http://example.org/x.png", "javascript:alert(1)", {"x": 1}]}))
        page.files("#project-open", [path])
        page.wait(f"window.studioState.project.samples.length === {len(content['examples'])}", what="the rest of a hostile project")
        check("thumbnails from elsewhere are left out", all(size is None for _, _, size in samples(page)) and not page.complaints(), page.complaints())
        page.files("#project-open", [project])
        page.wait("document.querySelectorAll('#teach-list img').length > 0", what="a project")
        check("a project goes to another browser, and trains to the same bundle", bundle(page, saved, downloaded) == first)
        elsewhere = [url for url in page.requested() if not url.startswith((address, "blob:", "data:"))]
        check("and nothing is fetched for it", not elsewhere, elsewhere)
    finally:
        page.close()
        server.terminate()
        server.wait()
    # The command reads the same file beside the bundle.
    beside = work / "beside"
    beside.mkdir()
    (beside / "my-gestures.task").write_bytes(first)
    shutil.copy(project, beside / "my-gestures.examples.json")
    (work / "more" / "up").mkdir(parents=True)
    for picture in clips.RENDERED.glob("Thumb_Up_*.png"):
        shutil.copy(picture, work / "more" / "up")
    found = subprocess.run([mudra, "train", str(work / "more"), "--extend", str(beside / "my-gestures.task"), "--remove", "stone",
                            "--output", str(beside / "other.task")], capture_output=True, text=True)
    names = {example["gesture"] for example in json.loads((beside / "other.examples.json").read_text())["examples"]} if found.returncode == 0 else {}
    check("mudra train extends a project", names == {"rock", "held", "up"}, (names, found.stdout[-300:] + found.stderr[-300:]))
