"""The wheel as its users have it: Tools/dev/check-c runs these with the installed package."""
import os
import pathlib
import subprocess
import sys
import threading

import numpy as np
import pytest

import mudra
import mudra.mediapipe as mp
from mudra.mediapipe.tasks import python as tasks
from mudra.mediapipe.tasks.python import vision

PICTURES = pathlib.Path(os.environ["MUDRA_PICTURES"])
VICTORY = PICTURES / "Victory_left.png"


def test_a_picture_has_the_hand_and_its_gesture():
    with mudra.GestureRecognizer(num_hands=2, shape=True) as recognizer:
        result = recognizer.recognize(mudra.read(VICTORY))
    (hand,) = result.hands
    assert hand.gesture.name == "Victory" and hand.handedness.name == "Left"
    assert hand.landmarks.shape == hand.world_landmarks.shape == (21, 3)
    assert hand.landmarks.dtype == np.float32
    assert "fingers" in hand.more["shape"] and hand.track is None
    with pytest.raises(ValueError):
        recognizer.recognize(mudra.read(VICTORY))


def test_both_interfaces_have_the_same_bits():
    picture = mudra.read(VICTORY)
    with mudra.HandLandmarker() as landmarker:
        own = landmarker.detect(picture).hands[0]
    options = vision.HandLandmarkerOptions(base_options=tasks.BaseOptions())
    with vision.HandLandmarker.create_from_options(options) as landmarker:
        result = landmarker.detect(mp.Image(image_format=mp.ImageFormat.SRGB, data=picture))
    points = np.array([[p.x, p.y, p.z] for p in result.hand_landmarks[0]], np.float32)
    assert points.tobytes() == own.landmarks.tobytes()
    assert result.hand_landmarks[0][0].visibility is None
    assert result.handedness[0][0].category_name == own.handedness.name


def test_colors_and_rows_of_any_kind_give_the_same_hand():
    picture = mudra.read(VICTORY)
    wide = np.zeros((picture.shape[0], picture.shape[1] + 5, 3), np.uint8)
    wide[:, :-5] = picture
    with mudra.HandLandmarker() as landmarker:
        expected = landmarker.detect(picture).hands[0].landmarks.tobytes()
        rgba = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
        for image, format in [
            (picture[:, :, ::-1], "bgr"), (np.ascontiguousarray(picture[:, :, ::-1]), "bgr"), (rgba, None),
            (wide[:, :-5], None), (np.asfortranarray(picture), None),
        ]:
            assert landmarker.detect(image, format=format).hands[0].landmarks.tobytes() == expected
        mirrored = landmarker.detect(picture[::-1, ::-1]).hands
        assert all(hand.landmarks.tobytes() != expected for hand in mirrored)


def test_a_video_has_events_and_identities():
    picture = mudra.read(VICTORY)
    with mudra.GestureRecognizer(video=True, assigns_identities=True, events={}) as recognizer:
        events, ids = [], set()
        for index in range(12):
            result = recognizer.recognize_for_video(picture, 33 * index)
            ids |= {hand.track.id for hand in result.hands}
            events += [event["event"] for event in result.events]
        events += [event["event"] for event in recognizer.finish()]
        with pytest.raises(ValueError):
            recognizer.recognize_for_video(picture, 0)
    assert len(ids) == 1
    assert events[0] == "appeared" and "gestureBegan" in events and events[-1] == "lost"


def test_gestures_are_learned_from_results():
    thumbs = [mudra.read(PICTURES / f"Thumb_Up_{side}.png") for side in ("left", "right")]
    fists = [mudra.read(PICTURES / f"Closed_Fist_{side}.png") for side in ("left", "right")]
    with mudra.HandLandmarker() as landmarker, mudra.GestureTrainer(kept_share=0.9) as trainer:
        for person, (thumb, fist) in enumerate(zip(thumbs, fists)):
            trainer.add("good ✓", landmarker.detect(thumb), group=f"person {person}")
            trainer.add("closed", landmarker.detect(fist), group=f"person {person}")
        trainer.add(None, landmarker.detect(mudra.read(VICTORY)))
        nothing = landmarker.detect(np.zeros((9, 9, 3), np.uint8))
        with pytest.raises(FileNotFoundError, match="no hand"):
            trainer.add("closed", nothing)
        with pytest.raises(ValueError, match="control character"):
            trainer.add("two\nlines", landmarker.detect(thumbs[0]))
        trained = trainer.train()
    assert "good ✓" in trained.card and "other poses" in trained.card
    with mudra.GestureRecognizer(trained.data) as recognizer:
        assert [recognizer.recognize(picture).hands[0].gesture.name for picture in thumbs] == ["good ✓"] * 2
        assert recognizer.recognize(mudra.read(VICTORY)).hands[0].gesture.name == "Victory"
    with pytest.raises(ValueError, match="closed"):
        trainer.train()
    for options, error in [({"kept_share": 2}, ValueError), ({"method": "guess"}, ValueError)]:
        with pytest.raises(error):
            mudra.GestureTrainer(**options)
    with pytest.raises(ValueError, match="no examples"):
        mudra.GestureTrainer().train()


def clip(picture, path):
    """Frames in which a picture's hand is at each of the places, in shares of its width."""
    height, width, _ = picture.shape
    for x, y in path:
        frame = np.full((height * 2, width * 2, 3), picture[0, 0], np.uint8)
        left, top = int(x * width), int(y * height)
        frame[top:top + height, left:left + width] = picture
        yield frame


def test_motions_are_learned_from_clips_and_seen_in_a_video():
    picture = mudra.read(VICTORY)[::2, ::2]
    rest = [(0.5, 0.5)] * 8
    strokes = [rest + [(0.5 + 0.4 * sign * step / 8, 0.5) for step in range(9)] + [(0.5 + 0.4 * sign, 0.5)] * 8
               for sign in (1, -1)]
    drift = [(0.5 + 0.15 * np.sin(frame / 17), 0.5 + 0.2 * np.cos(frame / 23)) for frame in range(400)]

    def seen(path, **options):
        with mudra.HandLandmarker(video=True, **options) as landmarker:
            results = [landmarker.detect_for_video(frame, 33 * index) for index, frame in enumerate(clip(picture, path))]
            return results, [event for result in results for event in result.events] + landmarker.finish()

    with mudra.MotionTrainer() as trainer:
        for stroke, name in zip(strokes, ("rightward", "leftward")):
            for shift in (0, 0.02, 0.05):
                trainer.add(name, seen([(x, y + shift) for x, y in stroke])[0])
        trainer.add(None, seen(drift)[0])
        trained = trainer.train()
    assert "leftward" in trained.card
    for stroke, name in zip(strokes, ("rightward", "leftward")):
        _, events = seen(stroke, motions=trained.data)
        assert name in str(events), events
    with pytest.raises(ValueError):
        mudra.HandLandmarker(video=True, motions=b"nonsense")


def test_a_swipe_is_an_event():
    path = [(0.1, 0.5)] * 5 + [(0.1 + 0.6 * step / 10, 0.5) for step in range(11)] + [(0.7, 0.5)] * 5
    with mudra.HandLandmarker(video=True, swipes={}, touchless={}, actions={}) as landmarker:
        events = []
        for index, frame in enumerate(clip(mudra.read(VICTORY)[::2, ::2], path)):
            result = landmarker.detect_for_video(frame, 33 * index)
            events += [event for event in result.events if event["event"] == "swipe"]
    assert [event["direction"] for event in events] == ["right"] and events[0]["speed"] > 0
    assert "actions" in result.more


@pytest.mark.parametrize("call, error", [
    (lambda: mudra.HandLandmarker("/no/bundle.task"), FileNotFoundError),
    (lambda: mudra.HandLandmarker(b"nonsense"), RuntimeError),
    (lambda: mudra.HandLandmarker(hands=2), TypeError),
    (lambda: mudra.HandLandmarker(num_hands=0), ValueError),
    (lambda: mudra.HandLandmarker(num_hands="two"), ValueError),
    (lambda: mudra.HandLandmarker().detect(np.zeros((2, 2, 3), np.float32)), ValueError),
    (lambda: mudra.HandLandmarker().detect(np.zeros((2, 2, 5), np.uint8)), ValueError),
    (lambda: mudra.HandLandmarker().detect(np.zeros((0, 2, 3), np.uint8)), ValueError),
    (lambda: mudra.HandLandmarker().detect_for_video(np.zeros((2, 2, 3), np.uint8), 1), ValueError),
    (lambda: mudra.read("/no/picture.png"), FileNotFoundError),
])
def test_what_is_wrong_is_an_exception(call, error):
    with pytest.raises(error):
        call()


def test_a_gray_picture_and_a_small_one_have_no_hand():
    with mudra.HandLandmarker() as landmarker:
        assert landmarker.detect(np.zeros((9, 7), np.uint8)).hands == []
        assert landmarker.detect(np.zeros((1, 1, 3), np.uint8)).width == 1


def test_several_threads_may_ask_one_task():
    picture = mudra.read(VICTORY)
    answers = []
    with mudra.HandLandmarker() as landmarker:
        threads = [
            threading.Thread(target=lambda: answers.append(landmarker.detect(picture).hands[0].landmarks.tobytes()))
            for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1


# MARK: mudra.mediapipe


def gesture_options(**more):
    return vision.GestureRecognizerOptions(base_options=tasks.BaseOptions(), **more)


def test_a_live_stream_answers_the_last_frame_before_it_is_closed():
    picture = mudra.read(VICTORY)
    got = []
    options = gesture_options(
        running_mode=vision.RunningMode.LIVE_STREAM,
        result_callback=lambda result, image, time: got.append((time, result.gestures[0][0].category_name, image)))
    recognizer = vision.GestureRecognizer.create_from_options(options)
    for time in range(20):
        recognizer.recognize_async(mp.Image(image_format=mp.ImageFormat.SRGB, data=picture), time)
    recognizer.close()
    recognizer.close()
    assert got[0][0] == 0 and got[-1][0] == 19
    assert {name for _, name, _ in got} == {"Victory"}
    # Pictures live longer than the callback.
    assert (got[-1][2].numpy_view() == picture).all()


def test_pictures_of_the_other_interface():
    image = mp.Image.create_from_file(str(VICTORY))
    assert image.image_format is mp.ImageFormat.SRGB and image.channels == 3
    view = image.numpy_view()
    width = image.width
    del image
    assert view.shape[1] == width and not view.flags.writeable
    image = mp.Image(image_format=mp.ImageFormat.VEC32F1, data=np.ones((3, 2), np.float32))
    assert image[1, 1] == 1.0 and image.numpy_view().shape == (3, 2)
    with pytest.raises(ValueError):
        mp.Image(image_format=mp.ImageFormat.SRGBA, data=np.zeros((3, 2, 3), np.uint8))


def test_options_of_the_other_interface():
    image = mp.Image.create_from_file(str(VICTORY))
    turned = mp.Image(image_format=mp.ImageFormat.SRGB, data=np.rot90(image.numpy_view()).copy())
    allowed = mp.tasks.components.processors.ClassifierOptions(category_allowlist=["Thumb_Up"])
    with vision.GestureRecognizer.create_from_options(gesture_options(canned_gesture_classifier_options=allowed)) as task:
        assert task.recognize(image).gestures[0][0].category_name == "Thumb_Up"
    with mp.tasks.vision.HandLandmarker.create_from_options(
            vision.HandLandmarkerOptions(mp.tasks.BaseOptions(), running_mode=vision.RunningMode.VIDEO)) as task:
        assert task.detect_for_video(turned, 1, vision.ImageProcessingOptions(rotation_degrees=90)).hand_landmarks
        with pytest.raises(ValueError, match="monotonically"):
            task.detect_for_video(turned, 1)
        with pytest.raises(ValueError, match="multiple of 90"):
            task.detect_for_video(turned, 2, vision.ImageProcessingOptions(rotation_degrees=45))
        with pytest.raises(ValueError, match="image mode"):
            task.detect(turned)
    with pytest.raises(ValueError):
        vision.HandLandmarkerOptions(mp.tasks.BaseOptions()).num_hands = 3
        vision.GestureRecognizer.create_from_options(gesture_options(running_mode=vision.RunningMode.LIVE_STREAM))


def test_the_import_loads_nothing_that_takes_long():
    slow = {"numpy", "ctypes", "dataclasses", "inspect", "json", "typing"}
    code = f"import mudra, sys; print(sorted({slow} & set(sys.modules)), set(mudra.__all__) <= set(dir(mudra)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[] True\n"
    with pytest.raises(AttributeError):
        mudra.nothing
