#!/usr/bin/env python3
"""Times LiteRT on the networks of Models/ and MediaPipe on a picture, to be laid beside `swift run -c release Benchmarks`.

Needs: pip install ai-edge-litert==2.3.0 mediapipe==1.2.2 numpy
Usage: Tools/compare/peers.py [--seconds 1] [--picture FILE] [--skip-mediapipe]
"""
import argparse
import io
import pathlib
import time
import zipfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
NETWORKS = [
    ("palm detector", "hand_landmarker.task", "hand_detector.tflite"),
    ("hand landmarks", "hand_landmarker.task", "hand_landmarks_detector.tflite"),
    ("gesture embedder", "hand_gesture_recognizer.task", "gesture_embedder.tflite"),
    ("gesture classifier", "hand_gesture_recognizer.task", "canned_gesture_classifier.tflite"),
]


def measure(title, seconds, body):
    """The same rule as the Swift benchmarks: three runs to warm up, then as many as fit, at least five."""
    for _ in range(3):
        body()
    times, start = [], time.perf_counter()
    while len(times) < 5 or (len(times) < 2000 and time.perf_counter() - start < seconds):
        before = time.perf_counter()
        body()
        times.append((time.perf_counter() - before) * 1e3)
    times.sort()
    p95 = times[(len(times) * 95 + 99) // 100 - 1]
    print(f"{title:<64}{len(times):7d} {np.median(times):8.3f} {p95:8.3f} {times[0]:8.3f}", flush=True)


def networks(seconds):
    from ai_edge_litert.interpreter import Interpreter

    bundle = zipfile.ZipFile(ROOT / "Models/gesture_recognizer.task")
    for title, inner, entry in NETWORKS:
        model = zipfile.ZipFile(io.BytesIO(bundle.read(inner))).read(entry)
        for threads in (1, 2):
            interpreter = Interpreter(model_content=model, num_threads=threads)
            interpreter.allocate_tensors()
            random = np.random.default_rng(1)
            for detail in interpreter.get_input_details():
                interpreter.set_tensor(detail["index"], random.random(detail["shape"], dtype=np.float32))
            measure(f"{title} [LiteRT, {threads}]", seconds, interpreter.invoke)


def tasks(seconds, picture):
    import mediapipe as mp
    from mediapipe.tasks.python import BaseOptions, vision

    image = mp.Image.create_from_file(str(picture))
    for hands in (1, 2):
        base = BaseOptions(model_asset_path=str(ROOT / "Models/hand_landmarker.task"))
        options = vision.HandLandmarkerOptions(base_options=base, num_hands=hands)
        with vision.HandLandmarker.create_from_options(options) as task:
            found = len(task.detect(image).hand_landmarks)
            measure(f"hand landmarker, image mode, {found} of {hands} hands [MediaPipe]", seconds, lambda: task.detect(image))
        base = BaseOptions(model_asset_path=str(ROOT / "Models/gesture_recognizer.task"))
        options = vision.GestureRecognizerOptions(base_options=base, num_hands=hands)
        with vision.GestureRecognizer.create_from_options(options) as task:
            found = len(task.recognize(image).hand_landmarks)
            measure(
                f"gesture recognizer, image mode, {found} of {hands} hands [MediaPipe]", seconds,
                lambda: task.recognize(image))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument(
        "--picture", type=pathlib.Path, default=ROOT / "Tests/HandTrackingTests/Fixtures/rendered/two_0.png")
    parser.add_argument("--skip-mediapipe", action="store_true")
    arguments = parser.parse_args()
    print(f"{'':<64}   runs      p50      p95      min ms")
    networks(arguments.seconds)
    if not arguments.skip_mediapipe:
        tasks(arguments.seconds, arguments.picture)


if __name__ == "__main__":
    main()
