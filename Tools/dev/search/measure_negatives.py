#!/usr/bin/env python3
"""How many hands are found in pictures that show none, searched whole and in squares.

    measure_negatives.py MUDRA PICTURES [NAME…]

PICTURES is a folder of pictures without hands, such as the photos of scikit-image 0.16.2 (skimage/data in its wheel); with names, only
those of them. Every hand that is found is a false alarm: its picture and place are printed, to be looked at.
"""
import sys

from pictures import pictures, results

WAYS = {
    "whole": [], "squares 0.05": ["--smallest-hand", "0.05"], "squares 0.03, the finest confirmed": ["--smallest-hand", "0.03"],
    "looked at again": [option for look in ("brightened", "tinted") for option in ("--look-again", look)],
}


def main():
    paths = [path for path in pictures(sys.argv[2]) if not sys.argv[3:] or path.stem in sys.argv[3:]]
    for way, options in WAYS.items():
        lines = results(sys.argv[1], paths, "--hands", "4", *options)
        print(f"{way}: {sum(len(line['hands']) for line in lines)} alarms in {len(lines)} pictures", flush=True)
        for line in lines:
            for hand in line["hands"]:
                x, y, _ = hand["landmarks"][9]
                print(f"  {line['source']} at {x * line['width']:.0f},{y * line['height']:.0f}, presence {hand['presence']:.2f}")


main()
