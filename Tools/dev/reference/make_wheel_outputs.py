#!/usr/bin/env python3
"""Fetches the models of MediaPipe's wheel, with LiteRT's outputs beside them, for the tests of WheelTests.swift.

    make_wheel_outputs.py FOLDER [--mediapipe PYTHON]
    MUDRA_MODELS=FOLDER swift test -c release --filter WheelTests

The models are not part of the package. FOLDER gets <model>.tflite, <model>.input0.npy and <model>.outputN.npy, as LiteRT
runs them by default, with XNNPACK: sums of hundreds of terms, added in another order, differ by up to 2.5e-4 of an output's
range (pose_landmark_full) between LiteRT's own sets of kernels. Models with custom operators, which LiteRT does not have, need PYTHON, that of a virtual environment with
mediapipe==0.10.14 (mediapipe_graph.py).
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import numpy as np
from ai_edge_litert.interpreter import OpResolverType

from make_network_fixtures import network_input
from make_operator_fixtures import npy
from model_writer import litert, run_litert

CUSTOM_OUTPUTS = {"face_landmark_with_attention": 7, "selfie_segmentation": 1, "selfie_segmentation_landscape": 1}


def by_mediapipe(python, model, name, folder):
    shape = (144, 256, 3) if "landscape" in name else (192, 192, 3) if "face" in name else (256, 256, 3)
    picture = np.uint8(network_input((1, *shape), 0)[0] * 255)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        np.save(scratch / "picture.npy", picture)
        subprocess.run([python, pathlib.Path(__file__).with_name("mediapipe_graph.py"), model, scratch / "picture.npy",
                        scratch / "outputs.npz", str(CUSTOM_OUTPUTS[name])], check=True, stderr=subprocess.DEVNULL)
        outputs = np.load(scratch / "outputs.npz")
        return picture[None].astype(np.float32) / np.float32(255), [outputs[key] for key in outputs.files]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--mediapipe")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if not list(arguments.folder.glob("mediapipe-*.whl")):
        subprocess.run([sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--python-version", "3.11",
                        "--platform", "manylinux2014_x86_64", "-d", arguments.folder, "mediapipe==0.10.14"], check=True)
    with zipfile.ZipFile(next(arguments.folder.glob("mediapipe-*.whl"))) as wheel:
        models = [entry for entry in wheel.namelist() if "modules/" in entry and entry.endswith(".tflite")]
        for entry in sorted(models):
            path = arguments.folder / pathlib.Path(entry).name
            path.write_bytes(wheel.read(entry))
            name = path.stem
            if name in CUSTOM_OUTPUTS:
                if not arguments.mediapipe:
                    print(f"{name}: without --mediapipe its outputs stay unknown")
                    continue
                feed, outputs = by_mediapipe(arguments.mediapipe, path, name, arguments.folder)
            else:
                detail = litert(path.read_bytes(), OpResolverType.BUILTIN_REF).get_input_details()[0]
                feed = network_input([int(v) for v in detail["shape"]], 0)
                outputs = run_litert(path.read_bytes(), [feed], OpResolverType.BUILTIN)
            (arguments.folder / f"{name}.input0.npy").write_bytes(npy(feed))
            for index, value in enumerate(outputs):
                (arguments.folder / f"{name}.output{index}.npy").write_bytes(npy(value))
            print(f"{name}: {len(outputs)} outputs")


if __name__ == "__main__":
    main()
