#!/usr/bin/env python3
"""MediaPipe's faces in the pictures of a folder: golden_faces.py FOLDER MODEL.tflite OUT.json

Needs mediapipe 1.2.2; Tools/dev/render/render_face.py draws the pictures. The model is the entry of
Examples/FaceDetector/face_detector.task. The output is a list of runs:
{"picture", "rotation", "minDetection", "minSuppression", "faces": [{"score", "box": [x, y, width, height] in whole pixels,
"keypoints": six [x, y] in fractions of the picture}]}. With rotation 90, the picture was turned counterclockwise first.
To compare another folder of 8-bit RGB pictures, write its golden.json and run
MUDRA_FACES=FOLDER swift test --filter FaceDetectorTests.
"""
import json
import sys
from pathlib import Path

import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision
from mediapipe.tasks.python.vision.core.image_processing_options import ImageProcessingOptions
from PIL import Image

RUNS = [(0, 0.5, 0.3), (90, 0.5, 0.3), (0, 0.1, 0.6)]


def main():
    folder, model, out = map(Path, sys.argv[1:])
    runs = []
    for rotation, detection, suppression in RUNS:
        options = vision.FaceDetectorOptions(
            base_options=BaseOptions(model_asset_path=str(model)), min_detection_confidence=detection,
            min_suppression_threshold=suppression)
        with vision.FaceDetector.create_from_options(options) as detector:
            for path in sorted(folder.glob("*.png")):
                pixels = np.rot90(np.asarray(Image.open(path).convert("RGB")), rotation // 90)
                image = mp.Image(image_format=mp.ImageFormat.SRGB, data=np.ascontiguousarray(pixels))
                result = detector.detect(image, ImageProcessingOptions(rotation_degrees=rotation))
                faces = [
                    {"score": found.categories[0].score,
                     "box": [found.bounding_box.origin_x, found.bounding_box.origin_y, found.bounding_box.width,
                             found.bounding_box.height],
                     "keypoints": [[point.x, point.y] for point in found.keypoints]}
                    for found in result.detections]
                runs.append({"picture": path.name, "rotation": rotation, "minDetection": detection,
                             "minSuppression": suppression, "faces": faces})
    out.write_text(json.dumps(runs, indent=1) + "\n")


if __name__ == "__main__":
    main()
