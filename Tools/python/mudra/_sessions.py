"""Sessions of the library, and their results."""
from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass, field

from . import _library

# What type checkers take for true: the import of `typing` would take longer than that of this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypedDict

    import numpy
else:

    class TypedDict:
        def __init_subclass__(cls, total=True):
            pass


class Options(TypedDict, total=False):
    """What `HandLandmarker` and `GestureRecognizer` take besides a model. All have MediaPipe's defaults."""

    num_hands: int
    min_hand_detection_confidence: float
    min_hand_presence_confidence: float
    min_tracking_confidence: float
    num_threads: int
    precision: Literal["exact", "fast"]
    #: Which gestures are named: {"scoreThreshold": 0.5, "allow": ["Victory"], "deny": []}
    canned: dict
    custom: dict
    #: Hands keep a number: `Hand.track`.
    assigns_identities: bool
    identity_memory_in_milliseconds: int
    smoothing: dict
    prediction_in_milliseconds: int
    frame_budget_milliseconds: int
    predicts_region: bool
    handedness_frames: int
    assumes_one_person: bool
    detector_interval: int
    skips_letterbox: bool
    is_mirrored: bool
    orientation: str
    palms_in: list[list[float]]
    hands_in: list[list[float]]
    smallest_hand: float
    tile_milliseconds: int
    landmark_passes: int
    looks_again: list[str]
    #: Members of `Hand.more`: where hands were found, their shape, motion, skeleton, reliability …
    details: bool
    reasons: bool
    shape: bool
    motion: bool
    skeleton: bool
    reliability: bool
    embeddings: bool
    timings: bool
    camera: dict
    #: `Result.events` of a video.
    events: dict
    touchless: dict
    swipes: dict
    #: `Trained.data` of a `MotionTrainer`.
    motions: bytes
    false_alarms_per_minute: float
    actions: dict


_FORMATS = {"rgb": 1, "rgba": 2, "gray": 3, "bgr": 4, "bgra": 5}


@dataclass(frozen=True)
class Category:
    """A name with its score, from 0 to 1."""

    name: str | None
    score: float


@dataclass(frozen=True)
class Track:
    """Which hand of a video it is: the same `id` as long as it is followed, or comes back soon."""

    id: int
    age: int


@dataclass
class Hand:
    """A hand in a picture."""

    #: The person's "Left" or "Right" hand, in a picture that is no mirror image.
    handedness: Category
    #: None if none was named, or looked for.
    gesture: Category | None
    #: 21 × 3 floats: x and y as shares of the picture's width and height, y downward, and the depth.
    landmarks: numpy.ndarray
    #: 21 × 3 floats in meters around the hand's middle.
    world_landmarks: numpy.ndarray
    presence: float
    track: Track | None = None
    #: What else was asked for, as in `mudra.result/1`.
    more: dict[str, Any] = field(default_factory=dict)


@dataclass
class Result:
    """What is found in a picture or a frame."""

    hands: list[Hand]
    width: int
    height: int
    timestamp_ms: int | None
    #: Events of a video, as in `mudra.event/1`, if the options ask for them.
    events: list[dict[str, Any]] = field(default_factory=list)
    #: What else was asked for about the frame.
    more: dict[str, Any] = field(default_factory=dict)
    #: All of it as a line of JSON, `mudra.result/1`.
    json: str = field(default="", repr=False)


class _Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32), ("interface", ctypes.c_uint32), ("is_video", ctypes.c_int32),
        ("json", ctypes.c_char_p), ("model_path", ctypes.c_char_p), ("model_data", ctypes.c_char_p),
        ("model_data_size", ctypes.c_size_t),
    ]


class _Image(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32), ("interface", ctypes.c_uint32), ("format", ctypes.c_int32),
        ("width", ctypes.c_int32), ("height", ctypes.c_int32), ("planes", ctypes.c_void_p * 3),
        ("row_byte_strides", ctypes.c_size_t * 3),
    ]


def version() -> str:
    """The version of the library."""
    return _library.library().mudra_version().decode()


def read(path: str | os.PathLike) -> numpy.ndarray:
    """The picture of a PNG or JPEG file, upright: rows × columns × channels bytes, or rows × columns if it is gray."""
    from .mediapipe import Image

    return Image.create_from_file(path).numpy_view().copy()


def json_name(name):
    """An option's name in JSON."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def given_options(model, bundle, is_video, options):
    """The structure of options; `bundle` is the name of the one of the wheel."""
    import json

    given = _Options(ctypes.sizeof(_Options), 1, is_video, json.dumps(options).encode())
    if isinstance(model, (bytes, bytearray)):
        given.model_data, given.model_data_size = bytes(model), len(model)
    else:
        given.model_path = os.fsencode(model if model is not None else _library.model(bundle))
    return given


class Held(_library.Closing):
    """What the library holds until it is closed."""

    _handle = None
    _close = ""

    def _create(self, function, given):
        handle = ctypes.c_void_p()
        _library.call(getattr(_library.library(), function), ctypes.byref(given), ctypes.byref(handle))
        self._handle = handle

    def close(self) -> None:
        """Frees it; nothing can be asked afterward."""
        handle, self._handle = self._handle, None
        if handle:
            getattr(_library.library(), self._close)(handle)


class _Session(Held):
    """A session of the library, in image or video mode."""

    _task = ""
    _model = ""
    _close = "mudra_session_close"

    def __init__(self, model: str | os.PathLike | bytes | None = None, *, video: bool = False, **options: Any):
        """
        model: the path or the bytes of a bundle; None for the one of the wheel.
        video: whether pictures are the frames of a video, which hands are followed in.
        options: those of `mudra.Options`.
        """
        unknown = set(options) - set(Options.__annotations__)
        if unknown:
            raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
        if isinstance(options.get("motions"), (bytes, bytearray)):
            import base64

            options["motions"] = base64.b64encode(options["motions"]).decode()
        named = {json_name(name): value for name, value in options.items()}
        self._video = video
        self._create("mudra_session_create", given_options(model, self._model, video, {"task": self._task, **named}))

    def _run(self, image, timestamp_ms, format):
        import json

        import numpy as np

        if self._handle is None:
            raise ValueError("it is closed")
        if self._video != (timestamp_ms is not None):
            raise ValueError("frames with a time need video=True, and pictures without one video=False")
        array = np.asarray(image)
        if array.dtype != np.uint8 or array.ndim not in (2, 3) or 0 in array.shape:
            raise ValueError(f"an array of rows × columns (× 3 or 4) bytes was expected, not {array.dtype} {array.shape}")
        channels = array.shape[2] if array.ndim == 3 else 1
        kind = format or {1: "gray", 3: "rgb", 4: "rgba"}.get(channels)
        if kind not in _FORMATS or {"gray": 1, "rgb": 3, "bgr": 3}.get(kind, 4) != channels:
            raise ValueError(f"{channels} channels, and the format {kind}")
        # Rows may have gaps, pixels may not.
        pixel = array.strides[1:] == ((channels, 1) if array.ndim == 3 else (1,))
        if not pixel or array.strides[0] < array.shape[1] * channels:
            array = np.ascontiguousarray(array)
        given = _Image(ctypes.sizeof(_Image), 1, _FORMATS[kind], array.shape[1], array.shape[0])
        given.planes[0], given.row_byte_strides[0] = array.ctypes.data, array.strides[0]
        lines = ctypes.c_void_p()
        _library.call(
            _library.library().mudra_session_process, self._handle, ctypes.byref(given),
            ctypes.c_int64(timestamp_ms or 0), ctypes.byref(lines))
        line, *events = _library.taken(lines).split("\n")
        result, events = json.loads(line), [json.loads(event) for event in events]
        hands = [_hand(hand, np) for hand in result.pop("hands")]
        for known in ("schema", "source"):
            result.pop(known)
        return Result(
            hands, result.pop("width"), result.pop("height"), result.pop("timestampMs"), events, result, line)

    def finish(self) -> list[dict[str, Any]]:
        """The end of a video: the events that come with it."""
        import json

        lines = ctypes.c_void_p()
        _library.call(_library.library().mudra_session_finish, self._handle, ctypes.byref(lines))
        return [json.loads(line) for line in _library.taken(lines).split("\n") if line]


def _hand(hand, np):
    gestures = hand.pop("gestures", None)
    side, track = hand.pop("handedness"), hand.pop("track", None)
    return Hand(
        Category(side["name"], side["score"]), Category(**gestures[0]) if gestures else None,
        np.array(hand.pop("landmarks"), np.float32), np.array(hand.pop("worldLandmarks"), np.float32),
        hand.pop("presence"), track and Track(track["id"], track["age"]), hand)


class HandLandmarker(_Session):
    """Finds hands: 21 landmarks of each in the picture and in space, and which hand it is."""

    _task, _model = "landmarks", "hand_landmarker"

    def detect(self, image: numpy.ndarray, *, format: str | None = None) -> Result:
        """The hands in a picture. Colors are "rgb", "rgba", "bgr", "bgra" or "gray"; by default by the channels."""
        return self._run(image, None, format)

    def detect_for_video(self, image: numpy.ndarray, timestamp_ms: int, *, format: str | None = None) -> Result:
        """The hands in the next frame of a video, whose time is after that of the frame before."""
        return self._run(image, int(timestamp_ms), format)


class GestureRecognizer(_Session):
    """Finds hands, and names their gestures."""

    _task, _model = "gestures", "gesture_recognizer"

    def recognize(self, image: numpy.ndarray, *, format: str | None = None) -> Result:
        """The hands in a picture. Colors are "rgb", "rgba", "bgr", "bgra" or "gray"; by default by the channels."""
        return self._run(image, None, format)

    def recognize_for_video(self, image: numpy.ndarray, timestamp_ms: int, *, format: str | None = None) -> Result:
        """The hands in the next frame of a video, whose time is after that of the frame before."""
        return self._run(image, int(timestamp_ms), format)
