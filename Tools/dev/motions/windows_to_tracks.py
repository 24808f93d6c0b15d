#!/usr/bin/env python3
"""Makes tracks of ../shared/motions, windows of 16 points of an index fingertip: a hand at rest, of which only the
index fingertip moves.

    Tools/dev/motions/windows_to_tracks.py FOLDER [--examples N] [--seed N]

writes FOLDER/examples/CLASS/N.jsonl for so many windows of each class, and FOLDER/test/CLASS/N.jsonl for others. Needs
numpy.
"""
import argparse
import json
import pathlib

import numpy as np

NAMES = ["stop", "clockwise", "counter_clockwise", "move"]
SHARED = pathlib.Path(__file__).resolve().parents[4] / "shared/motions/fingertip_windows.csv"
# A pointing hand in palms from its middle, fingers up.
HAND = np.array([
    [0, .5], [.3, .3], [.5, .05], [.45, -.15], [.3, -.25], [.25, -.45], [.28, -.95], [.29, -1.25], [.3, -1.5],
    [0, -.5], [.02, -.75], [.02, -.45], [.02, -.25], [-.2, -.45], [-.22, -.7], [-.2, -.42], [-.2, -.22],
    [-.4, -.35], [-.42, -.55], [-.4, -.35], [-.38, -.2]])
STEP = 33


def lines(window, source, label):
    """A window as frames: points are shares of the frame's width and height, relative to the first one."""
    width, height, palm = 960, 540, 0.2
    aspect = width / height
    for number, point in enumerate(window.reshape(-1, 2)):
        place = HAND * palm
        place[:, 0] = place[:, 0] / aspect
        place += (0.5, 0.6)
        place[8] += point
        yield {"schema": "mudra.result/1", "source": source, "label": label, "timestampMs": STEP * number,
               "width": width, "height": height,
               "hands": [{"landmarks": [[round(float(x), 6), round(float(y), 6), 0] for x, y in place]}]}


def write(path, frames):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(frame, separators=(",", ":")) + "\n" for frame in frames))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--examples", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=300, help="the most windows of a class to test")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    data = np.loadtxt(SHARED, delimiter=",")
    for number, name in enumerate(NAMES):
        windows = data[data[:, 0] == number, 1:]
        order = rng.permutation(len(windows))
        for place, index in enumerate(order[:options.examples]):
            write(options.folder / "examples" / name / f"{place}.jsonl", lines(windows[index], f"{name}/{place}", name))
        rest = order[options.examples:]
        for place, index in enumerate(rest[:options.tests]):
            write(options.folder / "test" / name / f"{place}.jsonl", lines(windows[index], f"{name}/{place}", name))


if __name__ == "__main__":
    main()
