#!/usr/bin/env python3
"""How many small hands are found: pictures of hands, shrunk and pasted into a larger one, searched whole and in squares.

    measure_search.py MUDRA PICTURES [--sides 20,28,40,56,80,110] [--smallest 0.05] [--many 4,8,12,20] [--limit N]

PICTURES is a folder; each picture in which MUDRA finds one hand is used, so that the hand's place is known. A hand counts as found
if the middle of a result's box is less than half its side from the true one. Needs numpy and Pillow.
"""
import argparse
import tempfile

import numpy as np
from PIL import Image

from pictures import pictures, results

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("mudra")
parser.add_argument("pictures")
parser.add_argument("--sides", default="20,28,40,56,80,110")
parser.add_argument("--smallest", default="0.05")
parser.add_argument("--many", default="4,8,12,20")
parser.add_argument("--many-side", type=float, default=70)
parser.add_argument("--limit", type=int, default=40)
a = parser.parse_args()
SIZE = (1280, 720)


def box(hand, width, height):
    """The middle and the longer side of a hand's box, in pixels."""
    points = np.array(hand["landmarks"])[:, :2] * (width, height)
    low, high = points.min(0), points.max(0)
    return (low + high) / 2, float((high - low).max())


def background(seed):
    """Colors that change slowly, with noise."""
    r = np.random.default_rng(seed)
    coarse = Image.fromarray(r.integers(40, 200, (4, 6, 3), dtype=np.uint8)).resize(SIZE, Image.Resampling.BICUBIC)
    return Image.fromarray(np.clip(np.array(coarse) + r.normal(0, 4, (SIZE[1], SIZE[0], 3)), 0, 255).astype(np.uint8))


def paste(scene, source, side, place):
    """Pastes a picture so that its hand has a side and is at a place; the picture is cut at three sides of the hand."""
    path, middle, longer = source
    reach = 1.5 * longer
    with Image.open(path) as picture:
        part = picture.convert("RGB").crop([round(v) for v in (*(middle - reach), *(middle + reach))])
    count = max(round(3 * side), 1)
    scene.paste(part.resize((count, count), Image.Resampling.BOX if side < longer else Image.Resampling.BICUBIC),
                (round(place[0] - count / 2), round(place[1] - count / 2)))


def found(line, truth):
    """The indices of the true hands that a result has, and how many of its hands are none of them."""
    seen, others = set(), 0
    for hand in line["hands"]:
        middle, _ = box(hand, *SIZE)
        hits = [i for i, (place, side) in enumerate(truth) if np.abs(middle - place).max() < side / 2]
        if hits: seen.add(hits[0])
        else: others += 1
    return seen, others


def main():
    sources = []
    for line in results(a.mudra, pictures(a.pictures), "--hands", "4"):
        if len(line["hands"]) == 1:
            middle, longer = box(line["hands"][0], line["width"], line["height"])
            if longer >= 100: sources.append((line["source"], middle, longer))
    sources = sources[:a.limit]
    print(f"{len(sources)} pictures with a hand")
    ways = {"whole": [], f"squares {a.smallest}": ["--smallest-hand", a.smallest]}
    with tempfile.TemporaryDirectory() as folder:
        for side in map(float, a.sides.split(",")):
            paths, truths = [], []
            for index, source in enumerate(sources):
                r = np.random.default_rng(index)
                place = r.uniform((2 * side, 2 * side), (SIZE[0] - 2 * side, SIZE[1] - 2 * side))
                scene = background(index)
                paste(scene, source, side, place)
                paths.append(f"{folder}/{side:.0f}-{index}.png")
                scene.save(paths[-1])
                truths.append([(place, side)])
            report(f"{side:.0f} px", paths, truths, ways, "1")
        for count in map(int, a.many.split(",")):
            columns = int(np.ceil((count * 16 / 9) ** 0.5))
            rows = -(-count // columns)
            paths, truths = [], []
            for index in range(10):
                r = np.random.default_rng(index)
                chosen = r.choice(len(sources), count)
                scene, truth = background(index), []
                cells = r.permutation(rows * columns)[:count]
                side = min(a.many_side, SIZE[0] / columns / 3.2, SIZE[1] / rows / 3.2)
                for cell, choice in zip(cells, chosen):
                    place = np.array(((cell % columns + 0.5) * SIZE[0] / columns, (cell // columns + 0.5) * SIZE[1] / rows))
                    paste(scene, sources[choice], side, place)
                    truth.append((place, side))
                paths.append(f"{folder}/many-{count}-{index}.png")
                scene.save(paths[-1])
                truths.append(truth)
            report(f"{count} hands of {side:.0f} px", paths, truths, ways, str(count + 4))


def report(name, paths, truths, ways, hands):
    shares = []
    for way, options in ways.items():
        lines = results(a.mudra, paths, "--hands", hands, *options)
        counts = [found(line, truth) for line, truth in zip(lines, truths)]
        right, others = sum(len(seen) for seen, _ in counts), sum(other for _, other in counts)
        shares.append(f"{way} {right / sum(map(len, truths)):.2f} (others {others})")
    print(f"{name}: {', '.join(shares)}", flush=True)


main()
