#!/usr/bin/env python3
"""Measures Mudra Studio before a headless Chromium whose camera has 640×480 and 30 frames a second: measure.py STUDIO [MINUTES]

STUDIO is a release build of mudra-studio. It prints the time to the first result, frames a second, what a frame costs beside
inference and how memory grows over MINUTES (10), as JPEG and then as the camera's own planes. For a quiet machine.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import browser as chromium
from test_browser import start_server
from test_endurance import camera, endure, memory

def first_result(studio, page):
    """Seconds from the start of the server to the first result of a sample, before a browser that runs already."""
    started = time.time()
    server, address = start_server(studio)
    listening = time.time()
    page.open(address)
    page.wait("window.studioState?.firstResult", what="first result")
    at = page.run("return (performance.timeOrigin + window.studioState.firstResult) / 1000")
    return server, address, {"listening": round(listening - started, 3), "first result": round(at - started, 3)}


def rate(page, seconds):
    """Frames a second and mean milliseconds of a frame's steps."""
    page.run("""window.frames = []; window.last = window.studioState.frames;
      window.watch = setInterval(() => {
        if (window.studioState.frames === window.last) return;
        window.last = window.studioState.frames;
        const { capture, trip, draw, decode, infer } = window.studioState;
        window.frames.push([capture, trip, draw, decode, infer]);
      }, 4)""")
    frames, begin = page.run("return [window.studioState.frames, performance.now()]")
    time.sleep(seconds)
    last, end = page.run("return [window.studioState.frames, performance.now()]")
    rows = page.run("clearInterval(window.watch); return window.frames")
    capture, trip, draw, decode, infer = (sum(column) / len(rows) for column in zip(*rows))
    return {"frames a second": round((last - frames) * 1000 / (end - begin), 2),
            "capture": round(capture, 2), "transport": round(trip - decode - infer, 2), "decoding": round(decode, 2),
            "inference": round(infer, 2), "drawing": round(draw, 2), "beside inference": round(capture + trip - infer + draw, 2)}


def main():
    studio, minutes = sys.argv[1], float((sys.argv[2:] or ["10"])[0])
    with tempfile.TemporaryDirectory(prefix="studio-measure-") as work:
        page = chromium.Browser(clip=camera(pathlib.Path(work) / "camera.y4m"))
        try:
            starts = []
            for _ in range(5):
                server, address, times = first_result(studio, page)
                starts.append(times)
                server.terminate()
                server.wait()
            print("seconds to the first result:", json.dumps(starts))
            server, address, _ = first_result(studio, page)
            page.run("document.getElementById('start').click()")
            page.wait("(window.studioState.frames ?? 0) > 30", what="camera frames")
            for name in ("JPEG", "exact pixels"):
                print(f"{name}:", json.dumps(rate(page, 20)), flush=True)
                page.run("document.getElementById('exact').click()")
            endure(page, server, minutes)
            print("memory of the server:", json.dumps(memory(server)))
        finally:
            page.close()
            server.terminate()


if __name__ == "__main__":
    os.chdir(pathlib.Path(__file__).resolve().parent)
    main()
