#!/usr/bin/env python3
"""Makes Tests/TensorRuntimeTests/Fixtures/networks/: LiteRT's raw outputs of whole networks.

    make_network_fixtures.py [--lite FOLDER] [--out FOLDER]

The networks are those of Models/*.task. FOLDER of --lite holds palm_detection_lite.tflite and
hand_landmark_lite.tflite, which are not part of the package; without it their outputs are left as they are.

Inputs are not stored: a rule in whole numbers makes them, so that Swift makes the same floats (NetworkInput.swift).
Element i of input t, with i counted over the whole tensor, modulo 2^32:

    noise(i, t) = ((i + 1 + 7919 * t) * 2654435761) >> 16                        0 ... 65535
    picture, shape [1, height, width, 3], i at row y, column x, channel c:
        slope(x, y, c) = |((3 * x + 5 * y + 40 * c) mod 256) - 128|              0 ... 128
        value = (slope * 1536 + noise) / 262144                                  0 ..< 1
    any other shape:
        value = noise / 65536                                                    0 ..< 1

Both quotients are exact in float32. <network>.outputN.npy is LiteRT 2.3.0's answer with its reference kernels; its
optimized kernels and XNNPACK are run too and must agree within half of the tests' tolerance. <network>.xnnpackN.npy is the
answer of XNNPACK, LiteRT's default, which emitted kernels give to the bit.
"""
import argparse
import io
import pathlib
import sys
import zipfile

import numpy as np
from ai_edge_litert.interpreter import OpResolverType

from make_operator_fixtures import npy
from model_writer import litert, run_litert

ROOT = pathlib.Path(__file__).resolve().parents[3]
DEFAULT = ROOT / "Tests/TensorRuntimeTests/Fixtures/networks"
BUNDLED = {
    "hand_detector": ("hand_landmarker.task", "hand_detector.tflite"),
    "hand_landmarks_detector": ("hand_landmarker.task", "hand_landmarks_detector.tflite"),
    "gesture_embedder": ("gesture_recognizer.task", "hand_gesture_recognizer.task", "gesture_embedder.tflite"),
    "canned_gesture_classifier": ("gesture_recognizer.task", "hand_gesture_recognizer.task",
                                  "canned_gesture_classifier.tflite"),
}
LITE = ("palm_detection_lite", "hand_landmark_lite")


def network_input(shape, tensor):
    count = int(np.prod(shape))
    i = np.arange(count, dtype=np.uint64)
    noise = (((i + 1 + 7919 * tensor) * 2654435761) % 2**32) >> 16
    if len(shape) == 4 and shape[3] == 3:
        x, y, c = i // 3 % shape[2], i // (3 * shape[2]), i % 3
        slope = np.abs((3 * x + 5 * y + 40 * c).astype(np.int64) % 256 - 128)
        value = (slope * 1536 + noise.astype(np.int64)) / 262144
    else:
        value = noise / 65536
    return value.astype(np.float32).reshape(shape)


def unpack(names):
    content = (ROOT / "Models" / names[0]).read_bytes()
    for name in names[1:]:
        content = zipfile.ZipFile(io.BytesIO(content)).read(name)
    return content


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lite", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=DEFAULT)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    networks = {name: unpack(names) for name, names in BUNDLED.items()}
    if arguments.lite:
        networks |= {name: (arguments.lite / f"{name}.tflite").read_bytes() for name in LITE}
    for name, model in networks.items():
        shapes = [[int(v) for v in d["shape"]] for d in litert(model, OpResolverType.BUILTIN_REF).get_input_details()]
        feeds = [network_input(shape, index) for index, shape in enumerate(shapes)]
        outputs = run_litert(model, feeds)
        others = [run_litert(model, feeds, resolver)
                  for resolver in (OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES, OpResolverType.BUILTIN)]
        for index, output in enumerate(outputs):
            # A single value has no spread: its magnitude is its range.
            low, high = float(output.min()), float(output.max())
            scale = abs(low) if output.size == 1 else high - low
            worst = max(float(np.abs(output - other[index]).max()) / scale for other in others)
            print(f"{name} output {index} {list(output.shape)}: {low:.6g} ... {high:.6g}, "
                  f"other kernels of LiteRT differ by {worst:.2g} of the range")
            if worst > 1e-5:
                sys.exit("LiteRT's kernels disagree")
            (arguments.out / f"{name}.output{index}.npy").write_bytes(npy(output))
            (arguments.out / f"{name}.xnnpack{index}.npy").write_bytes(npy(others[1][index]))


if __name__ == "__main__":
    main()
