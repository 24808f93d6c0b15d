#!/usr/bin/env python3
"""Writes the embeddings of lines of JSON as the file that `GestureTraining` reads (Sources/GestureTraining/OtherPoses).

    Tools/dev/training/render_other_poses.py POSES/none 700
    mudra gestures POSES/none --json --embedding | Tools/dev/training/make_other_poses.py COUNT OUT

This is how Sources/GestureTraining/Resources/other_poses.embeddings is made, with COUNT 600. Pictures without a hand are passed
over, and what is more than COUNT. Only positive parts are kept, since heads see no others, in 65,535 steps.
"""
import json
import struct
import sys
import zlib

import numpy as np


def write(path, embeddings):
    """The file of some embeddings, a row each."""
    positive = np.maximum(np.asarray(embeddings, np.float64), 0)
    step = np.float32(positive.max() / 65535 * 1.0000001)
    data = np.round(positive / np.float64(step)).astype("<u2").tobytes()
    with open(path, "wb") as file:
        file.write(b"MUDRAEMB" + struct.pack("<4If", 1, *positive.shape, zlib.crc32(data), step) + data)


def main():
    lines = [json.loads(line) for line in sys.stdin]
    embeddings = [line["hands"][0]["embedding"] for line in lines if line.get("hands")]
    count = int(sys.argv[1])
    if len(embeddings) < count:
        sys.exit(f"make_other_poses: {len(embeddings)} of {len(lines)} pictures have a hand, expected {count}")
    write(sys.argv[2], embeddings[:count])
    print(f"{count} embeddings of {len(lines)} pictures, of which {len(embeddings)} have a hand")


if __name__ == "__main__":
    main()
