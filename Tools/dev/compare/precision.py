#!/usr/bin/env python3
"""What `--precision fast` changes against `exact`: hands, labels and landmarks of pictures and clips, and the networks' time.

    precision.py MUDRA --pictures FOLDER … [--clips FOLDER …] [--rounds N]
    precision.py MUDRA --cut-letterbox --pictures FOLDER … [--clips FOLDER …]

With `--cut-letterbox`, what that option changes instead, in `exact` precision. It concerns only the palm network, and only
pictures that are wider than 4:3.

A landmark's error is its distance in pixels of the 224×224 crop that the landmark network sees. In pictures and clips,
where the hand's region comes from the palm network or the frame before, their errors are part of it; "same crops" is the
landmark network alone, on each hand of the pictures. Times are the sum of the median of each step, the least of
some rounds that alternate: they can be compared on a machine that is not quiet, but are not those of a whole run.
"""
import argparse
import json
import pathlib
import subprocess

CROP = 224
MODELS = pathlib.Path(__file__).resolve().parents[3] / "Models/hand_landmarker.task"


def lines(command):
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in text.splitlines()]


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


def label(hand):
    gestures = hand.get("gestures") or [{"name": "none"}]
    return hand["handedness"]["name"], gestures[0]["name"]


def errors(exact, fast, hand, other):
    """Distances of 21 landmarks in pixels of the crop, whose sides are in pixels of the picture."""
    side = hand["details"]["region"][2] * exact["width"] / CROP
    for a, b in zip(hand["landmarks"], other["landmarks"]):
        yield ((a[0] - b[0]) ** 2 * exact["width"] ** 2 + (a[1] - b[1]) ** 2 * exact["height"] ** 2) ** 0.5 / side


def compare(title, exact, fast):
    distances, hands, lost, changed = [], 0, 0, 0
    for a, b in zip(exact, fast):
        hands += len(a["hands"])
        if len(a["hands"]) != len(b["hands"]):
            lost += 1
            continue
        for hand, other in zip(a["hands"], b["hands"]):
            changed += label(hand) != label(other)
            distances += errors(a, b, hand, other)
    print(f"| {title} | {len(exact)} | {hands} | {lost} | {changed} | {quantile(distances, .5):.4f} | "
          f"{quantile(distances, .95):.4f} | {max(distances, default=float('nan')):.4f} |", flush=True)


def crops(mudra, exact):
    """The same regions in both precisions: the landmark network's error alone."""
    answers = {"exact": [], "fast": []}
    for picture in exact:
        for hand in picture["hands"]:
            region = ",".join(str(x) for x in hand["details"]["region"])
            for precision, found in answers.items():
                found += lines([mudra, "gestures", picture["source"], "--hands-in", region, "--details", "--json",
                                "--precision", precision])
    return answers["exact"], answers["fast"]


def measure(mudra, rounds):
    least = {}
    for _ in range(rounds):
        for precision in ("exact", "fast"):
            for network in lines([mudra, "profile", MODELS, "--runs", "100", "--precision", precision, "--json"]):
                for step in network["operators"]:
                    key = network["network"], precision, step["index"]
                    least[key] = min(least.get(key, float("inf")), step["medianMs"])
    print("\n| network | exact, ms | fast, ms | |\n|---|---|---|---|")
    for name in dict.fromkeys(key[0] for key in least):
        exact, fast = (sum(v for k, v in least.items() if k[:2] == (name, p)) for p in ("exact", "fast"))
        print(f"| {name} | {exact:.2f} | {fast:.2f} | {exact / fast:.2f}× |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mudra")
    parser.add_argument("--pictures", nargs="*", default=[])
    parser.add_argument("--clips", nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--cut-letterbox", action="store_true")
    options = parser.parse_args()
    changed = ["--cut-letterbox"] if options.cut_letterbox else ["--precision", "fast"]
    print("| | pictures | hands | other number of hands | other labels | median | p95 | worst |\n" + "|---" * 8 + "|")
    for command, places in (("gestures", options.pictures), ("video", options.clips)):
        for place in places:
            call = [options.mudra, command, place, "--hands", "2", "--details", "--json"]
            exact = lines(call)
            compare(pathlib.Path(place).name, exact, lines(call + changed))
            if command == "gestures" and not options.cut_letterbox:
                compare(f"{pathlib.Path(place).name}, same crops", *crops(options.mudra, exact))
    if options.rounds:
        measure(options.mudra, options.rounds)


main()
