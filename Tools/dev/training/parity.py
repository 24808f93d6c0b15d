#!/usr/bin/env python3
"""Compares a bundle that `mudra train` wrote in MediaPipe 1.2.2 and in Mudra: names equal, scores within 2e-6.

    parity.py BUNDLE MUDRA PICTURES… [--video FOLDER …] [--base BUNDLE]

Pictures are PNG files or folders of them: MediaPipe decodes JPEG otherwise. Frames of a video are the PNG files of a folder, 33 ms
apart. With --base, pictures that get a canned gesture must get the base's, with the base's score. Needs `pip install
mediapipe==1.2.2`.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

import mediapipe

VISION = mediapipe.tasks.vision
TOLERANCE = 2e-6


def pictures(arguments):
    """PNG files of files and folders, sorted."""
    paths = [pathlib.Path(argument) for argument in arguments]
    return [str(file) for path in paths for file in (sorted(path.rglob("*.png")) if path.is_dir() else [path])]


def mediapipe_answers(bundle, files, video):
    """For each picture or frame, the name and the score of each hand's gesture."""
    base = mediapipe.tasks.BaseOptions(model_asset_path=bundle)
    mode = VISION.RunningMode.VIDEO if video else VISION.RunningMode.IMAGE
    options = VISION.GestureRecognizerOptions(base_options=base, running_mode=mode, num_hands=1 if video else 2)
    answers = []
    with VISION.GestureRecognizer.create_from_options(options) as recognizer:
        for index, file in enumerate(files):
            image = mediapipe.Image.create_from_file(file)
            result = recognizer.recognize_for_video(image, 33 * index) if video else recognizer.recognize(image)
            answers.append([(hand[0].category_name, hand[0].score) for hand in result.gestures])
    return answers


def mudra_answers(command, bundle, arguments):
    """The same from the command."""
    run = subprocess.run([command, *arguments, "--json", "--model", bundle], capture_output=True, text=True, check=True)
    return [[(hand["gestures"][0]["name"], hand["gestures"][0]["score"]) for hand in json.loads(line)["hands"]]
            for line in run.stdout.splitlines()]


def compare(title, expected, found):
    """Prints and returns whether both say the same."""
    names = [[name for name, _ in hands] for hands in expected] == [[name for name, _ in hands] for hands in found]
    hands = [pair for pair in zip((h for a in expected for h in a), (h for a in found for h in a))]
    difference = max((abs(a[1] - b[1]) for a, b in hands), default=0)
    counts = collections.Counter(name for answer in expected for name, _ in answer).most_common(30)
    print(f"{title}: {len(expected)} pictures, {len(hands)} hands, names {'equal' if names else 'DIFFER'}, "
          f"scores within {difference:.1e}; {dict(counts)}")
    return names and len(expected) == len(found) and difference <= TOLERANCE


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle")
    parser.add_argument("mudra")
    parser.add_argument("pictures", nargs="*")
    parser.add_argument("--video", action="append", default=[])
    parser.add_argument("--base")
    options = parser.parse_args()
    good = True
    files = pictures(options.pictures)
    if files:
        expected = mediapipe_answers(options.bundle, files, False)
        found = mudra_answers(options.mudra, options.bundle, ["gestures", "--hands", "2", *files])
        good &= compare("pictures", expected, found)
        if options.base:
            canned = mediapipe_answers(options.base, files, False)
            # Of two classifiers that see nothing, the first one says so, with its own score.
            names = {name for answer in canned for name, _ in answer} - {"None"}
            pairs = [(a, b) for before, after in zip(canned, expected) for a, b in zip(before, after) if b[0] in names]
            same = sum(a == b for a, b in pairs)
            print(f"canned gestures: {same} of {len(pairs)} as in {options.base}")
            good &= same == len(pairs)
    for folder in options.video:
        expected = mediapipe_answers(options.bundle, pictures([folder]), True)
        good &= compare(folder, expected, mudra_answers(options.mudra, options.bundle, ["video", folder]))
    sys.exit(not good)


main()
