"""A camera that runs for minutes: frames a second and memory stay what they were."""
import pathlib
import time

import browser as chromium
import clip as clips

POSES = ["Victory_right", "Thumb_Up_right", "Open_Palm_left", "Thumb_Down_right"]
# What may be added in megabytes: the page keeps the last 2,000 results for the exports, of about 5 kB each.
SERVER_GROWTH, PAGE_GROWTH = 16, 24
# Of a camera with 30 on a machine that does other things too.
LEAST_RATE = 10
WARM_UP = 8


def camera(path):
    return clips.write(path, POSES, 90, rate=30, size=(640, 480))


def memory(process):
    """Resident and peak memory of a process in MB."""
    lines = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines())
    return {name: round(int(lines[key].split()[0]) / 1024, 1) for name, key in (("resident", "VmRSS"), ("peak", "VmHWM"))}


def endure(page, server, minutes):
    """Runs the camera that was started, and returns rows of frames a second, memory of the server and of the page in MB."""
    rows, part = [], max(min(60, minutes * 10), 5)
    frames, then = page.run("return [window.studioState.frames, performance.now()]")
    end = time.time() + minutes * 60
    while time.time() < end:
        time.sleep(part)
        # What the test itself keeps is not the page's.
        page.events.clear()
        page.call("HeapProfiler.collectGarbage")
        count, now, heap = page.run("return [window.studioState.frames, performance.now(), performance.memory.usedJSHeapSize / 1048576]")
        rows.append(((count - frames) * 1000 / (now - then), memory(server)["resident"], heap))
        frames, then = count, now
        print("     {:.1f} frames/s, server {:.1f} MB, page {:.1f} MB".format(*rows[-1]), flush=True)
    return rows


def test_endurance(studio, work, check, start_server, minutes):
    server, address = start_server(studio)
    page = chromium.Browser(clip=camera(work / "long.y4m"))
    try:
        page.open(address)
        page.wait("window.studioState?.firstResult", what="first result")
        page.run("document.getElementById('start').click()")
        page.wait("(window.studioState.frames ?? 0) > 10", what="camera frames")
        time.sleep(WARM_UP)
        rows = endure(page, server, minutes)
        rates, servers, pages = zip(*rows)
        third = max(1, len(rows) // 3)
        first, last = sum(rates[:third]) / third, sum(rates[-third:]) / third
        check(f"the camera is as fast after {minutes:g} minutes", last >= LEAST_RATE and last >= 0.75 * first, (first, last))
        check("the server's memory does not grow", servers[-1] - servers[0] <= SERVER_GROWTH, servers)
        check("nor does the page's, beyond the results that it keeps", pages[-1] - pages[0] <= PAGE_GROWTH, pages)
        check("no script failed meanwhile", not page.complaints(), page.complaints())
    finally:
        page.close()
        server.terminate()
        server.wait()
