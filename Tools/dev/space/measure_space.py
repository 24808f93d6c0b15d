#!/usr/bin/env python3
"""How far the places of rendered hands are off, from one camera whose field of view is known.

    measure_space.py MUDRA [--hands 90] [--fixture FILE]

Prints, for one and two landmark passes, the errors of distances and of places to the side. --fixture writes the landmarks of the
first 40 hands before two cameras and of two clips, with the truth, for the tests of CameraSpace and Skeleton. Needs numpy and Pillow.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from PIL import Image

import scenes

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("mudra")
parser.add_argument("--hands", type=int, default=90)
parser.add_argument("--fixture")
a = parser.parse_args()


def run(command, *arguments):
    """The hand of each line of JSON that mudra prints, or None."""
    done = subprocess.run([a.mudra, command, *map(str, arguments), "--json", "--quiet", "--field-of-view", str(scenes.FIELD_OF_VIEW)],
                          capture_output=True, text=True, check=True)
    return [next(iter(json.loads(line)["hands"]), None) for line in done.stdout.splitlines()]


def integers(values, scale):
    return [round(float(v) * scale) for v in np.ravel(values)]


def kept(hand):
    """Landmarks in ten-thousandths of the picture, world landmarks in tenths of a millimeter."""
    return hand and {"landmarks": integers([p[:2] for p in hand["landmarks"]], 1e4), "world": integers(hand["worldLandmarks"], 1e4)}


def report(passes, hands, truths):
    pairs = [(np.array(h["cameraLandmarks"]), t / 100) for h, t in zip(hands, truths) if h]
    depth = np.array([abs(p[:, 2].mean() / t[:, 2].mean() - 1) for p, t in pairs])
    side = np.array([np.hypot(*(p.mean(0) - t.mean(0))[:2]) for p, t in pairs])
    place = np.array([np.linalg.norm(p - t, axis=1).mean() for p, t in pairs])
    print(f"{passes} pass(es), {len(pairs)} of {len(truths)} hands: distance off by {np.median(depth):.1%} (median), {depth.mean():.1%} (mean),"
          f" {np.quantile(depth, .9):.1%} (worst tenth); to the side {side.mean() * 1000:.1f} mm; a landmark {place.mean() * 1000:.0f} mm")


def track(folder, seed, frames):
    """The world landmarks of a clip, frame by frame."""
    folder = pathlib.Path(folder) / f"clip{seed}"
    folder.mkdir()
    for index, (picture, _) in enumerate(scenes.track(seed, frames)):
        Image.fromarray(picture).save(folder / f"{index:03d}.png")
    return [hand and integers(hand["worldLandmarks"], 1e4) for hand in run("video", folder)]


def main():
    with tempfile.TemporaryDirectory() as folder:
        paths, truths, lefts = ([], []), [], []
        for index in range(a.hands):
            *pictures, truth, left = scenes.hand(index)
            truths.append(truth)
            lefts.append(left)
            for number, picture in enumerate(pictures):
                paths[number].append(f"{folder}/{index:03d}{'ab'[number]}.png")
                Image.fromarray(picture).save(paths[number][-1])
        for passes in (1, 2):
            hands = run("landmarks", *paths[0], "--landmark-passes", passes)
            report(passes, hands, truths)
        if not a.fixture:
            return
        others = run("landmarks", *paths[1], "--landmark-passes", 2)
        lines = [json.dumps({"left": left, "first": kept(first), "second": kept(second), "truth": integers(truth, 100)})
                 for left, first, second, truth in list(zip(lefts, hands, others, truths))[:40]]
        tracks = [json.dumps(track(folder, seed, 90)) for seed in (0, 1)]
        camera = {"fieldOfView": scenes.FIELD_OF_VIEW, "width": scenes.SIZE[0], "height": scenes.SIZE[1],
                  "rotation": scenes.ROTATION.tolist(), "translation": (scenes.TRANSLATION / 100).tolist()}
        with open(a.fixture, "w") as file:
            file.write(f'{{"camera": {json.dumps(camera)},\n"hands": [\n' + ",\n".join(lines) + '],\n"tracks": [\n' + ",\n".join(tracks) + "]}\n")


main()
