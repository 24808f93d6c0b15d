"""What MediaPipe's public Python examples for hands and gestures do, for MediaPipe's package: examples.py MODELS PICTURE.png…

check-c runs it once more with the imports exchanged for those of the wheel. Both must print the same: what is found, to
the bit, and a checksum of each drawn picture.
"""
import hashlib
import queue
import sys

import cv2
import mediapipe as mp
from mediapipe.tasks import python
from mediapipe.tasks.python import vision
from mediapipe.tasks.python.vision import drawing_styles, drawing_utils

models, *files = sys.argv[1:]
BaseOptions = mp.tasks.BaseOptions
RunningMode = mp.tasks.vision.RunningMode


def drawn(picture, result):
    """The picture with its hands, and which hand each is beside it."""
    picture = picture.copy()
    for points, side in zip(result.hand_landmarks, result.handedness):
        drawing_utils.draw_landmarks(
            picture, points, vision.HandLandmarksConnections.HAND_CONNECTIONS,
            drawing_styles.get_default_hand_landmarks_style(), drawing_styles.get_default_hand_connections_style())
        height, width, _ = picture.shape
        corner = int(min(point.x for point in points) * width), int(min(point.y for point in points) * height) - 10
        cv2.putText(picture, side[0].category_name, corner, cv2.FONT_HERSHEY_DUPLEX, 1, (88, 205, 54), 1, cv2.LINE_AA)
    return hashlib.sha256(picture.tobytes()).hexdigest()[:16]


def described(result):
    points = [(p.x, p.y, p.z) for hand in result.hand_landmarks + result.hand_world_landmarks for p in hand]
    sides = [side[0].category_name for side in result.handedness]
    gestures = [(gesture[0].category_name, round(gesture[0].score, 5)) for gesture in getattr(result, "gestures", [])]
    return sides, gestures, hashlib.sha256(repr(points).encode()).hexdigest()[:16]


def hands_of_pictures():
    """The notebook of the hand landmarker."""
    options = vision.HandLandmarkerOptions(
        base_options=python.BaseOptions(model_asset_path=models + "/hand_landmarker.task"), num_hands=2)
    detector = vision.HandLandmarker.create_from_options(options)
    for file in files:
        image = mp.Image.create_from_file(file)
        result = detector.detect(image)
        print("notebook, hands:", described(result), drawn(image.numpy_view(), result))


def gestures_of_pictures():
    """The notebook of the gesture recognizer, from a file's bytes, with the styles by their longer names."""
    with open(models + "/gesture_recognizer.task", "rb") as file:
        base = BaseOptions(model_asset_buffer=file.read())
    recognizer = vision.GestureRecognizer.create_from_options(vision.GestureRecognizerOptions(base_options=base))
    for file in files:
        image = mp.Image.create_from_file(file)
        result = recognizer.recognize(image)
        top, picture = result.gestures[0][0], image.numpy_view().copy()
        for points in result.hand_landmarks:
            mp.tasks.vision.drawing_utils.draw_landmarks(
                picture, points, mp.tasks.vision.HandLandmarksConnections.HAND_CONNECTIONS)
        print(f"notebook, {top.category_name} ({top.score:.2f}):", described(result),
              hashlib.sha256(picture.tobytes()).hexdigest()[:16])


def video():
    """The guide's video mode."""
    options = mp.tasks.vision.HandLandmarkerOptions(
        base_options=BaseOptions(models + "/hand_landmarker.task"), running_mode=RunningMode.VIDEO, num_hands=2)
    with mp.tasks.vision.HandLandmarker.create_from_options(options) as landmarker:
        for index, file in enumerate(files):
            frame = cv2.cvtColor(cv2.imread(file), cv2.COLOR_BGR2RGB)
            image = mp.Image(image_format=mp.ImageFormat.SRGB, data=frame)
            print("video:", described(landmarker.detect_for_video(image, 33 * index)))


def camera(task, options, ask, **more):
    """The programs for a camera: mirrored frames, results by a callback. Each frame waits for the one before it."""
    results = queue.Queue()

    def save(result, output_image: mp.Image, timestamp_ms: int):
        results.put((result, output_image.numpy_view().shape, timestamp_ms))

    recognizer = task.create_from_options(options(
        running_mode=vision.RunningMode.LIVE_STREAM, min_hand_detection_confidence=0.5,
        min_hand_presence_confidence=0.5, min_tracking_confidence=0.5, result_callback=save, **more))
    for index, file in enumerate(files):
        frame = cv2.flip(cv2.imread(file), 1)
        image = mp.Image(image_format=mp.ImageFormat.SRGB, data=cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
        getattr(recognizer, ask)(image, 1_700_000_000_000 + 33 * index)
        result, shape, time = results.get(timeout=60)
        print("camera:", described(result), shape, time, drawn(frame, result))
    recognizer.close()


hands_of_pictures()
gestures_of_pictures()
video()
camera(vision.HandLandmarker, vision.HandLandmarkerOptions, "detect_async", num_hands=2,
       base_options=python.BaseOptions(model_asset_path=models + "/hand_landmarker.task"))
camera(vision.GestureRecognizer, vision.GestureRecognizerOptions, "recognize_async", num_hands=1,
       base_options=python.BaseOptions(model_asset_path=models + "/gesture_recognizer.task"))
