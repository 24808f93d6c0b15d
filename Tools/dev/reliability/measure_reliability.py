#!/usr/bin/env python3
"""How well --reliability says where landmarks are wrong, and how much nearer to the truth a second landmark pass is.

    measure_reliability.py MUDRA FOLDER [--count 800] [--clips 12] [--fit]

FOLDER gets the rendered hands, with their truth, and keeps them for the next time. The renderer's joints are not where the network
puts them: a constant offset per landmark, along the palm and along the landmark's bone, is fitted on one half of the hands and taken
from the errors of the other, and the other way around. Errors are in palms; `raw` ones have the offset.

The curve in ReliabilityCurve.swift is fitted on hands with even numbers (--fit prints it) and judged on those with odd numbers.
The program fails if what is shown on those misses a bar: Spearman 0.4, the top fifth twice as wrong as the others, each tenth of the
curve within 25 %, its confidence within 0.1. Values in a random order miss them, as does the same value for all. Needs numpy and Pillow.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

import numpy as np

from rendered_hands import SIZE, clips, rendered

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "search"))
from pictures import results

CURVE = HERE.parents[2] / "Sources/HandCore/Reliability/ReliabilityCurve.swift"
PARENTS = [0, 0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15, 0, 17, 18, 19]


def axes(joints):
    """For each landmark, the axes of the palm and its bone as they are in the picture: 21 x 2 x 4."""
    up = joints[9] - joints[0]
    side = joints[5] - joints[17]
    side = side - up * (side @ up) / (up @ up)
    bones = joints - joints[PARENTS]
    bones[0] = up
    every = np.stack([np.broadcast_to(a, (21, 3)) for a in (up, side, np.cross(side, up))] + [bones], 2)
    return (every / np.linalg.norm(every, axis=1, keepdims=True))[:, :2] * np.array([[1], [-1]])


def without_offsets(distances, frames, chosen):
    """Distances without the offsets that those of the chosen hands have in common, their outliers left out."""
    rest = distances.copy()
    for landmark in range(21):
        inside = chosen
        for _ in range(4):
            matrix = frames[inside, landmark].reshape(-1, 4)
            offset = np.linalg.lstsq(matrix, distances[inside, landmark].reshape(-1), rcond=None)[0]
            rest[:, landmark] = distances[:, landmark] - frames[:, landmark] @ offset
            lengths = np.linalg.norm(rest[:, landmark], axis=1)
            inside = chosen & (lengths < max(0.2, 3 * np.median(lengths[chosen])))
    return rest


class Measurement:
    """The errors of landmarks of rendered hands in palms, raw and without offsets, and what mudra says about them."""

    def __init__(self, found):
        """- found: numbers, truth and mudra's hands."""
        self.numbers = np.array([number for number, _, _ in found])
        palms = np.array([truth["palm"] for _, truth, _ in found])
        places = np.array([np.array(hand["landmarks"])[:, :2] * SIZE for _, _, hand in found])
        distances = (places - [truth["points"] for _, truth, _ in found]) / palms[:, None, None]
        frames = np.array([axes(np.array(truth["space"])) for _, truth, _ in found])
        even = self.numbers % 2 == 0
        kept = np.where(even[:, None, None], without_offsets(distances, frames, ~even), without_offsets(distances, frames, even))
        self.raw, self.errors = np.linalg.norm(distances, axis=2), np.linalg.norm(kept, axis=2)
        said = np.array([hand["reliability"] for _, _, hand in found])
        self.expected, self.confidence = said[..., 0], said[..., 1]
        self.presence = np.repeat([[hand["presence"]] for _, _, hand in found], 21, 1)
        self.hidden = np.array([truth["hidden"] for _, truth, _ in found])


def in_pictures(mudra, hands, *options):
    lines = {line["source"]: line for line in results(mudra, [path for path, _ in hands], "--reliability", *options)}
    return Measurement([(int(path.stem), truth, hand) for path, truth in hands for hand in lines[str(path)]["hands"]])


def in_clips(mudra, clips):
    found = []
    for number, (folder, truths) in enumerate(clips):
        command = [mudra, "video", str(folder), "--task", "landmarks", "--reliability", "--json", "--quiet"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        assert len(lines) == len(truths)
        found += [(number, truth, hand) for line, truth in zip(lines, truths) for hand in json.loads(line)["hands"]]
    return Measurement(found)


def ranks(values):
    """Ranks, of equal values their mean."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse.ravel()]


def spearman(a, b):
    a, b = ranks(np.ravel(a)), ranks(np.ravel(b))
    return np.corrcoef(a, b)[0, 1] if np.ptp(a) and np.ptp(b) else 0.0


def parts(by, count, *values):
    """The means of values in as many parts of equal size, the least first."""
    order = np.argsort(np.ravel(by), kind="stable")
    return [[float(np.ravel(v)[part].mean()) for part in np.array_split(order, count)] for v in values]


def constants():
    return {name: float(value) for name, value in re.findall(r"let (\w+): Float = ([0-9.]+)", CURVE.read_text())}


def fit(m, chosen):
    """The constants of the curve, from the chosen hands."""
    now = constants()
    spread = np.ravel((m.expected[chosen] - now["leastError"]) / now["errorSlope"])
    errors = np.ravel(m.errors[chosen])
    # Tenths, each with the same weight in relation to its error: a straight line through all points follows the few worst.
    s, e = map(np.array, parts(spread, 10, spread, errors))
    slope, least = np.polyfit(s, e, 1, w=1 / e)
    near, = parts(spread, 10, errors <= 0.1)
    most, half = min(((m, h) for m in np.arange(0.8, 1, 0.01) for h in np.arange(0.05, 0.5, 0.01)),
                     key=lambda c: np.square(c[0] / (1 + (s / c[1]) ** 2) - near).sum())
    print(f"fitted on {chosen.sum()} hands: leastError {least:.3f}, errorSlope {slope:.2f}, mostConfidence {most:.2f},"
          f" halfConfidenceSpread {half:.2f}")


def judge(m, chosen):
    """Prints the figures of the chosen hands; true if they pass the bars."""
    expected, errors, raw = m.expected[chosen], m.errors[chosen], m.raw[chosen]
    correlation = spearman(expected, errors)
    fifths, = parts(expected, 5, errors)
    ratio = fifths[-1] / np.mean(fifths[:-1])
    worst = np.ravel(errors) >= np.quantile(errors, 0.9)
    top = np.ravel(expected) >= np.quantile(expected, 0.8)
    print(f"{chosen.sum()} hands; Spearman {correlation:.3f} (raw errors {spearman(expected, raw):.3f}, presence instead"
          f" {spearman(-m.presence[chosen], errors):.3f}); error by fifths {np.round(fifths, 3)}, top to rest {ratio:.2f};"
          f" {(worst & top).sum() / worst.sum():.0%} of the worst tenth in the top fifth")
    said, true = parts(expected, 10, expected, errors)
    print("  expected", np.round(said, 3))
    print("  true    ", np.round(true, 3))
    sure, near = parts(m.confidence[chosen], 10, m.confidence[chosen], errors <= 0.1)
    print("  confidence      ", np.round(sure, 2))
    print("  within a tenth  ", np.round(near, 2))
    hidden = m.hidden[chosen]
    print(f"  hidden: expected {expected[hidden].mean():.3f}, true {errors[hidden].mean():.3f};"
          f" others {expected[~hidden].mean():.3f}, {errors[~hidden].mean():.3f}")
    off = np.abs(np.array(said) / true - 1).max()
    print(f"  the curve is off by at most {off:.0%}")
    away = np.abs(np.array(sure) - near).max()
    print(f"  and the confidence by at most {away:.2f}")
    return correlation >= 0.4 and ratio >= 2 and off <= 0.25 and away <= 0.1


def compare_passes(one, two):
    """The change of the error by a second pass, of the hands that both have."""
    both = sorted(set(one.numbers) & set(two.numbers))
    def of(m, values): return values[np.searchsorted(m.numbers, both)]
    for name, a, b in (("raw", of(one, one.raw), of(two, two.raw)), ("without offsets", of(one, one.errors), of(two, two.errors))):
        print(f"{len(both)} hands, {name}: one pass {a.mean():.4f}, two {b.mean():.4f} ({b.mean() / a.mean() - 1:+.0%});"
              f" nine tenths below {np.quantile(a, 0.9):.3f}, {np.quantile(b, 0.9):.3f}"
              f" ({np.quantile(b, 0.9) / np.quantile(a, 0.9) - 1:+.0%})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mudra")
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=800)
    parser.add_argument("--clips", type=int, default=12)
    parser.add_argument("--fit", action="store_true")
    a = parser.parse_args()
    hands = rendered(a.folder, a.count)
    one, two = in_pictures(a.mudra, hands), in_pictures(a.mudra, hands, "--landmark-passes", "2")
    print(f"{len(one.numbers)} of {a.count} hands are found")
    if a.fit: fit(one, one.numbers % 2 == 0)
    print("one pass, judged:")
    passes = judge(one, one.numbers % 2 == 1)
    print("two passes:")
    judge(two, two.numbers % 2 == 1)
    compare_passes(one, two)
    if a.clips:
        video = in_clips(a.mudra, clips(a.folder, a.clips))
        print(f"video, {a.clips} clips, measured in one frame of five:")
        judge(video, video.numbers >= 0)
    if not passes: sys.exit("a bar is missed")


main()
