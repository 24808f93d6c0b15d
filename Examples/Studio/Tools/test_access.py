"""For every width, eye and hand: nothing overflows, colors have contrast, all has a name, keys and files do what one expects."""
import socket
import time

import browser as chromium
import clip as clips


def luminance(color):
    parts = [int(color[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def sockets(port, count):
    """Programs that are connected, and say nothing."""
    found = []
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", port))
        one.sendall((f"GET /socket HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode())
        assert one.recv(12) == b"HTTP/1.1 101"
        found.append(one)
    return found


def test_access(studio, work, check, start_server):
    server, address = start_server(studio)
    page = chromium.Browser(clip=clips.write(work / "access.y4m", ["Victory_right"], 30))
    try:
        page.open(address)
        page.wait("window.studioState?.firstResult", what="first result")
        layout(page, check)
        keys(page, check)
        files(page, work, check)
        seen(page, check)
        again(page, check)
        searched(page, work, check)
        full(page, address, check)
    finally:
        page.close()
        server.terminate()
        server.wait()


def layout(page, check):
    wide = []
    for width in (320, 390, 705, 740, 778, 1024, 1440):
        page.emulate(width, 844, "light")
        for tab in ("live", "files", "cards", "teach", "record", "options", "code"):
            page.run(f"document.getElementById('tab-{tab}').click()")
            if page.run("return document.documentElement.scrollWidth > innerWidth"):
                wide.append((width, tab))
    check("no width makes the page wider than its window", not wide, wide)
    colors = page.run("return (await import('/space.js')).lightColors")
    contrasts = [1.05 / (luminance(color) + 0.05) for color in colors]
    check("bones have a contrast of 3 on white", min(contrasts) >= 3, contrasts)
    nameless = page.run("""return [...document.querySelectorAll('button, a, input, select, [role=img], [tabindex]')].filter(node => {
      const labels = [...node.labels ?? []].map(label => label.textContent).join('');
      return !(node.getAttribute('aria-label') ?? labels + node.textContent + (node.title ?? '')).trim() && !node.getAttribute('aria-labelledby');
    }).map(node => node.id || node.outerHTML.slice(0, 80))""")
    check("all that can be used has a name", not nameless, nameless)
    page.emulate(1280, 860, "dark")
    page.run("document.getElementById('tab-live').click()")
    shown = page.run("return [...document.querySelectorAll('#plots dd')].filter(node => node.checkVisibility()).map(node => node.textContent)")
    check("a still has no tiles without a value", shown and "–" not in shown, shown)
    check("and is read aloud", "2 hands" in page.run("return document.getElementById('said').textContent"))


def keys(page, check):
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', altKey: %s, bubbles: true }))"
    state = "document.getElementById('start').textContent"
    page.run(press % "true")
    time.sleep(1)
    check("Alt and C is the browser's", page.run(f"return {state}") == "Start camera")
    page.run("document.getElementById('letters').click()")
    page.run(press % "false")
    time.sleep(1)
    check("letters can be switched off", page.run(f"return {state}") == "Start camera")
    page.run("document.getElementById('letters').click()")
    page.run(press % "false")
    page.wait(f"{state} === 'Stop camera'", what="the camera by its letter")
    page.run("document.getElementById('start').click()")


def files(page, work, check):
    picture = clips.RENDERED / "Victory_right.png"
    for count in (1, 2):
        page.files("#choose", [picture])
        page.wait(f"document.querySelectorAll('#thumbs button').length === {count}", what=f"the same file, {count}")
    check("the same file can be chosen twice", True)
    page.run("""const blob = await (await fetch('samples/Thumb_Up_left.png')).blob();
      const data = new DataTransfer(); data.items.add(new File([blob], 'pasted.png', { type: 'image/png' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))""")
    page.wait("document.getElementById('caption').textContent === 'pasted.png'", what="a pasted picture")
    check("a picture can be pasted", page.run("return document.querySelector('.gesture').textContent") == "Thumb Up")
    page.run("""const { showHands } = await import('/hands.js'); const box = document.createElement('div');
      const { hands: [hand] } = window.studioState.shown.result;
      showHands(box, { hands: [{ ...hand, gestures: [{ name: 'None', score: 0.95 }] }] }); window.none = box.textContent""")
    check("no gesture has no score", page.run("return window.none.includes('No gesture') && !window.none.includes('score')"))


def seen(page, check):
    """What options add to a result is to be seen."""
    page.run("window.studioState.sheet.set({ camera: 60, reliability: true }); document.getElementById('tab-live').click(); document.querySelector('#samples button').click()")
    page.wait("[...document.querySelectorAll('#hands .meter')].some(meter => /^away[0-9.]+ m$/.test(meter.textContent))", what="the distance from the camera")
    check("the distance from the camera is shown", True)
    differ = page.run("""const { draw } = await import('/overlay.js'); const { picture, result } = window.studioState.shown;
      const drawn = result => { const canvas = document.createElement('canvas'); draw(canvas, picture, result); return canvas.toDataURL(); };
      return drawn(result) !== drawn({ hands: result.hands.map(({ reliability, ...hand }) => hand) })""")
    check("how far each landmark may be off is drawn", differ)
    page.run("window.studioState.sheet.set({})")


# How many of some squares have a line on their left side that is not there without them.
OUTLINES = """
  const { draw } = await import('/overlay.js');
  const { picture, result, earlierTiles } = window.studioState.shown;
  const drawn = (tiles, earlier, mirror) => {
    const canvas = document.createElement('canvas');
    draw(canvas, picture, { hands: [], searchedTiles: tiles }, { mirror, earlierTiles: earlier });
    return canvas.getContext('2d');
  };
  const count = (tiles, earlier, mirror) => {
    const [plain, lined] = [drawn([], [], mirror), drawn(tiles, earlier, mirror)];
    return [...tiles, ...earlier].filter(([x, y, width]) => {
      const place = [Math.max(0, ((mirror ? 1 - x : x) - width / 2) * picture.width), y * picture.height].map(Math.round);
      const [before, after] = [plain, lined].map(context => `${context.getImageData(...place, 1, 1).data}`);
      return before !== after;
    }).length;
  };
"""


def again(page, check):
    """A hand that fills its picture is found with a border, on request, and the page says so."""
    page.run("document.getElementById('tab-live').click(); document.querySelector('#samples [title=ILoveYou_right]').click()")
    page.wait("document.querySelector('.gesture')?.textContent === 'ILoveYou'", what="a hand")
    page.run("""const { picture, result: { hands: [{ landmarks }] } } = window.studioState.shown;
      const [[left, right], [top, bottom]] = [0, 1].map(axis => [Math.min, Math.max].map(side => side(...landmarks.map(point => point[axis]))));
      const canvas = new OffscreenCanvas((right - left) * picture.width, (bottom - top) * picture.height);
      canvas.getContext('2d').drawImage(picture, -left * picture.width, -top * picture.height);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], 'close.png', { type: 'image/png' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))""")
    page.wait("document.getElementById('caption').textContent === 'close.png'", what="a close hand")
    before = page.run("return document.getElementById('hands').textContent")
    page.run("window.studioState.sheet.set({ looksAgain: 'bordered' })")
    page.wait("document.getElementById('hands').textContent.includes('Found with a border.')", what="a second look")
    check("a close hand is found with a border, and the page says so", before.startswith("No hands.")
          and page.run("return document.querySelector('.gesture').textContent") == "ILoveYou", before)
    page.run("window.studioState.sheet.set({})")


def searched(page, work, check):
    """The squares that a search for small hands looks in are drawn, in a video in turns; and what is predicted beside what was seen."""
    page.run("window.studioState.sheet.set({ smallestHand: 0.1 }); document.getElementById('tab-live').click(); document.querySelector('#samples [title=Victory_right]').click()")
    page.wait("/Searched in \\d+ squares/.test(document.getElementById('hands').textContent)", what="squares in words")
    total, plain, mirrored = page.run(OUTLINES + "const tiles = result.searchedTiles; return [tiles.length, count(tiles, [], false), count(tiles, [], true)]")
    check("the squares that a still was searched in are drawn", total > 1 and plain == mirrored == total, (total, plain, mirrored))
    page.files("#choose", [clips.write(work / "sweep.y4m", [None] * 12 + ["Victory_right"], 1, rate=30)])
    page.wait("document.getElementById('clip-place').textContent.startsWith('frame 1 ')", what="an empty clip")
    page.run("const slider = document.getElementById('clip-slider'); slider.value = 9; slider.dispatchEvent(new Event('change'))")
    page.wait("document.getElementById('clip-place').textContent.startsWith('frame 10 ')", what="its tenth frame")
    found = page.run(OUTLINES + "const tiles = result.searchedTiles ?? []; return [tiles, earlierTiles, count(tiles, earlierTiles, false)]")
    # Every other frame is searched in a square, the next one each time.
    places = [tuple(tile[:2]) for tile in found[1]]
    check("the sweep of a video is drawn, with the squares before", len(found[0]) == 1 and len(set(places)) == len(places) == 4 and found[2] == 5, found)
    moves = [("Open_Palm_left", shift) for shift in range(-60, 61, 12)]
    page.run("window.studioState.sheet.set({ predictionInMilliseconds: 50 })")
    page.files("#choose", [clips.write(work / "moves.y4m", moves, 1)])
    page.wait(f"document.getElementById('clip-place').textContent === 'frame 1 of {len(moves)}, 0 ms'", what="a moving hand")
    page.run("document.getElementById('clip-play').click()")
    page.wait(f"document.getElementById('clip-place').textContent.startsWith('frame {len(moves)} ')", what="its last frame")
    ahead, differs = page.run("""const { draw } = await import('/overlay.js'); const { picture, result } = window.studioState.shown;
      const drawn = result => { const canvas = document.createElement('canvas'); draw(canvas, picture, result); return canvas.toDataURL(); };
      const [{ landmarks, details }] = result.hands;
      return [landmarks[9][0] - details.rawLandmarks[9][0], drawn(result) !== drawn({ hands: result.hands.map(({ details, ...hand }) => hand) })]""")
    check("a hand is drawn where it will be, and where it was seen", 0.005 < ahead < 0.05 and differs, (ahead, differs))
    page.run("window.studioState.sheet.set({})")


def full(page, address, check):
    port = int(address.rstrip("/").rpartition(":")[2])
    page.open("about:blank")
    time.sleep(1)
    others = sockets(port, 8)
    page.open(address)
    page.wait("document.getElementById('connection')?.textContent.includes('close one')", what="a word on the other pages")
    check("a ninth page says why it has no place", True)
    for one in others:
        one.close()
    page.wait("window.studioState?.firstResult", timeout=30, what="a place")
    check("and takes the first one that is free", True)
