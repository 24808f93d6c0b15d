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
      showHands(box, [{ ...hand, gestures: [{ name: 'None', score: 0.95 }] }]); window.none = box.textContent""")
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
