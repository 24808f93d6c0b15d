"""MediaPipe's names for hands and gestures, over the functions of mediapipe.h."""
import ctypes
import enum
import os
import threading
from dataclasses import dataclass, field

from ..... import _library
from .. import BaseOptions
from .... import Image

_P, _I, _F, _T = ctypes.c_void_p, ctypes.c_int32, ctypes.c_float, ctypes.c_char_p


class RunningMode(enum.Enum):
    """The kind of input."""

    IMAGE = "IMAGE"
    VIDEO = "VIDEO"
    LIVE_STREAM = "LIVE_STREAM"


@dataclass
class Category:
    """A class with its score."""

    index: "int | None" = None
    score: "float | None" = None
    display_name: "str | None" = None
    category_name: "str | None" = None


@dataclass
class NormalizedLandmark:
    """A point in the picture: shares of its width and height."""

    x: "float | None" = None
    y: "float | None" = None
    z: "float | None" = None
    visibility: "float | None" = None
    presence: "float | None" = None
    name: "str | None" = None


@dataclass
class Landmark:
    """A point in space, in meters."""

    x: "float | None" = None
    y: "float | None" = None
    z: "float | None" = None
    visibility: "float | None" = None
    presence: "float | None" = None
    name: "str | None" = None


@dataclass
class ClassifierOptions:
    """Which classes are reported."""

    display_names_locale: "str | None" = None
    max_results: "int | None" = None
    score_threshold: "float | None" = None
    category_allowlist: "list[str] | None" = None
    category_denylist: "list[str] | None" = None


@dataclass
class ImageProcessingOptions:
    """How a picture is turned, clockwise."""

    region_of_interest: "object | None" = None
    rotation_degrees: int = 0


class HandLandmark(enum.IntEnum):
    """The 21 landmarks of a hand."""

    WRIST = 0
    THUMB_CMC = 1
    THUMB_MCP = 2
    THUMB_IP = 3
    THUMB_TIP = 4
    INDEX_FINGER_MCP = 5
    INDEX_FINGER_PIP = 6
    INDEX_FINGER_DIP = 7
    INDEX_FINGER_TIP = 8
    MIDDLE_FINGER_MCP = 9
    MIDDLE_FINGER_PIP = 10
    MIDDLE_FINGER_DIP = 11
    MIDDLE_FINGER_TIP = 12
    RING_FINGER_MCP = 13
    RING_FINGER_PIP = 14
    RING_FINGER_DIP = 15
    RING_FINGER_TIP = 16
    PINKY_MCP = 17
    PINKY_PIP = 18
    PINKY_DIP = 19
    PINKY_TIP = 20


@dataclass
class Connection:
    """A line between two landmarks."""

    start: int
    end: int


class HandLandmarksConnections:
    """The lines of a drawn hand."""

    Connection = Connection

    HAND_PALM_CONNECTIONS = [Connection(*c) for c in ((0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17))]
    HAND_THUMB_CONNECTIONS = [Connection(1, 2), Connection(2, 3), Connection(3, 4)]
    HAND_INDEX_FINGER_CONNECTIONS = [Connection(5, 6), Connection(6, 7), Connection(7, 8)]
    HAND_MIDDLE_FINGER_CONNECTIONS = [Connection(9, 10), Connection(10, 11), Connection(11, 12)]
    HAND_RING_FINGER_CONNECTIONS = [Connection(13, 14), Connection(14, 15), Connection(15, 16)]
    HAND_PINKY_FINGER_CONNECTIONS = [Connection(17, 18), Connection(18, 19), Connection(19, 20)]
    HAND_CONNECTIONS = (
        HAND_PALM_CONNECTIONS + HAND_THUMB_CONNECTIONS + HAND_INDEX_FINGER_CONNECTIONS
        + HAND_MIDDLE_FINGER_CONNECTIONS + HAND_RING_FINGER_CONNECTIONS + HAND_PINKY_FINGER_CONNECTIONS)


@dataclass
class HandLandmarkerResult:
    """Hands: parallel lists."""

    handedness: "list[list[Category]]"
    hand_landmarks: "list[list[NormalizedLandmark]]"
    hand_world_landmarks: "list[list[Landmark]]"


@dataclass
class GestureRecognizerResult:
    """Hands and their gestures: parallel lists."""

    gestures: "list[list[Category]]"
    handedness: "list[list[Category]]"
    hand_landmarks: "list[list[NormalizedLandmark]]"
    hand_world_landmarks: "list[list[Landmark]]"


@dataclass
class HandLandmarkerOptions:
    """Options of a `HandLandmarker`."""

    base_options: BaseOptions
    running_mode: RunningMode = RunningMode.IMAGE
    num_hands: int = 1
    min_hand_detection_confidence: float = 0.5
    min_hand_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    result_callback: "object | None" = None


@dataclass
class GestureRecognizerOptions:
    """Options of a `GestureRecognizer`."""

    base_options: BaseOptions
    running_mode: RunningMode = RunningMode.IMAGE
    num_hands: int = 1
    min_hand_detection_confidence: float = 0.5
    min_hand_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    canned_gesture_classifier_options: ClassifierOptions = field(default_factory=ClassifierOptions)
    custom_gesture_classifier_options: ClassifierOptions = field(default_factory=ClassifierOptions)
    result_callback: "object | None" = None


# MARK: Structures of mediapipe.h


class _Base(ctypes.Structure):
    _fields_ = [
        ("buffer", _T), ("count", ctypes.c_uint32), ("path", _T), ("descriptor", _I), ("delegate", _I),
        ("environment", _I), ("system", _I), ("version", _T), ("bundle", _T), ("app", _T), ("app_version", _T)]


class _Classifier(ctypes.Structure):
    _fields_ = [
        ("locale", _T), ("max_results", _I), ("threshold", _F), ("allow", ctypes.POINTER(_T)),
        ("allow_count", ctypes.c_uint32), ("deny", ctypes.POINTER(_T)), ("deny_count", ctypes.c_uint32)]

    @classmethod
    def of(cls, options):
        def names(list_):
            if list_ is None:
                return None, 0
            return (_T * len(list_))(*(name.encode() for name in list_)), len(list_)

        allow, deny = names(options.category_allowlist), names(options.category_denylist)
        locale = options.display_names_locale
        return cls(
            locale.encode() if locale else None, -1 if options.max_results is None else options.max_results,
            options.score_threshold or 0, *allow, *deny)


class _Processing(ctypes.Structure):
    _fields_ = [("has_region", _I), ("region", _F * 4), ("degrees", _I)]


class _Category(ctypes.Structure):
    _fields_ = [("index", _I), ("score", _F), ("name", _T), ("display", _T)]


class _Point(ctypes.Structure):
    _fields_ = [
        ("x", _F), ("y", _F), ("z", _F), ("has_visibility", ctypes.c_bool), ("visibility", _F),
        ("has_presence", ctypes.c_bool), ("presence", _F), ("name", _T)]


def _list(element):
    return type("_List", (ctypes.Structure,), {
        "_fields_": [("items", ctypes.POINTER(element)), ("count", ctypes.c_uint32)]})


_Categories, _Points = _list(_Category), _list(_Point)
_Gestures = [("gestures", ctypes.POINTER(_Categories)), ("gestures_count", ctypes.c_uint32)]
_Hands = [
    ("handedness", ctypes.POINTER(_Categories)), ("handedness_count", ctypes.c_uint32),
    ("hand_landmarks", ctypes.POINTER(_Points)), ("hand_landmarks_count", ctypes.c_uint32),
    ("hand_world_landmarks", ctypes.POINTER(_Points)), ("hand_world_landmarks_count", ctypes.c_uint32)]
_Common = [
    ("base", _Base), ("mode", _I), ("num_hands", _I), ("detection", _F), ("presence", _F), ("tracking", _F)]


class _HandResult(ctypes.Structure):
    _fields_ = _Hands


class _GestureResult(ctypes.Structure):
    _fields_ = _Gestures + _Hands


class _HandOptions(ctypes.Structure):
    _fields_ = _Common + [("callback", _P)]


class _GestureOptions(ctypes.Structure):
    _fields_ = _Common + [("canned", _Classifier), ("custom", _Classifier), ("callback", _P)]


def _text(bytes_):
    return None if bytes_ is None else bytes_.decode("utf-8", "replace")


def _categories(lists, count):
    return [
        [Category(c.index, c.score, _text(c.display), _text(c.name)) for c in lists[i].items[:lists[i].count]]
        for i in range(count)]


def _points(lists, count, kind):
    return [
        [
            kind(p.x, p.y, p.z, p.visibility if p.has_visibility else None, p.presence if p.has_presence else None,
                 _text(p.name))
            for p in lists[i].items[:lists[i].count]]
        for i in range(count)]


class _Task(_library.Closing):
    """What both tasks have in common."""

    def __init__(self, options):
        given = self._options()
        base = options.base_options
        if base.model_asset_buffer:
            given.base.buffer, given.base.count = base.model_asset_buffer, len(base.model_asset_buffer)
        else:
            given.base.path = os.fsencode(
                _library.model(self._model) if base.model_asset_path is None else base.model_asset_path)
        given.base.descriptor, given.base.delegate = -1, int(base.delegate or 0)
        self._mode = options.running_mode
        given.mode = list(RunningMode).index(self._mode) + 1
        given.num_hands = options.num_hands
        given.detection = options.min_hand_detection_confidence
        given.presence = options.min_hand_presence_confidence
        given.tracking = options.min_tracking_confidence
        callback = options.result_callback
        if (callback is not None) != (self._mode is RunningMode.LIVE_STREAM):
            raise ValueError("A result callback belongs to the live stream mode, which needs one.")
        self._callback = None
        if callback is not None:
            def deliver(status, result, image, timestamp_ms):
                if status:
                    return
                # The program may keep the picture; the library's handle ends with the call.
                own = _P()
                _library.call(_library.library().MpImageCreateFromImageFrame, _P(image), ctypes.byref(own))
                callback(self._result(ctypes.cast(result, ctypes.POINTER(self._structure)).contents),
                         Image._of(own), timestamp_ms)

            self._callback = ctypes.CFUNCTYPE(None, _I, _P, _P, ctypes.c_int64)(deliver)
            given.callback = ctypes.cast(self._callback, _P)
        self._set(given, options)
        self._handle = _P()
        self._lock = threading.Lock()
        _library.call(self._function("Create"), ctypes.byref(given), ctypes.byref(self._handle))

    @classmethod
    def create_from_model_path(cls, model_path):
        """A task in image mode with the default options."""
        return cls.create_from_options(cls._public_options(BaseOptions(model_asset_path=model_path)))

    @classmethod
    def create_from_options(cls, options):
        """A task with options, which are read once."""
        return cls(options)

    def _set(self, given, options):
        pass

    def _function(self, name):
        return getattr(_library.library(), self._prefix + name)

    def _ask(self, name, image, options, *arguments):
        processing = None
        if options is not None:
            region = getattr(options, "region_of_interest", None)
            processing = ctypes.byref(_Processing(has_region=region is not None, degrees=options.rotation_degrees or 0))
        _library.call(self._function(name), self._handle, image._handle, processing, *arguments)

    def _answer(self, name, image, options, *arguments):
        result = self._structure()
        self._ask(name, image, options, *arguments, ctypes.byref(result))
        try:
            return self._result(result)
        finally:
            self._function("CloseResult")(ctypes.byref(result))

    def close(self):
        """Ends the task: answers the frame of a live stream that waits, and returns after the last callback."""
        with self._lock:
            handle, self._handle = self._handle, _P()
        if handle:
            _library.call(self._function("Close"), handle)


class HandLandmarker(_Task):
    """Finds hands in pictures and video."""

    _prefix, _model, _options, _structure = "MpHandLandmarker", "hand_landmarker", _HandOptions, _HandResult
    _public_options = HandLandmarkerOptions

    @staticmethod
    def _result(r):
        return HandLandmarkerResult(
            _categories(r.handedness, r.handedness_count),
            _points(r.hand_landmarks, r.hand_landmarks_count, NormalizedLandmark),
            _points(r.hand_world_landmarks, r.hand_world_landmarks_count, Landmark))

    def detect(self, image, image_processing_options=None):
        return self._answer("DetectImage", image, image_processing_options)

    def detect_for_video(self, image, timestamp_ms, image_processing_options=None):
        return self._answer("DetectForVideo", image, image_processing_options, ctypes.c_int64(timestamp_ms))

    def detect_async(self, image, timestamp_ms, image_processing_options=None):
        self._ask("DetectAsync", image, image_processing_options, ctypes.c_int64(timestamp_ms))


class GestureRecognizer(_Task):
    """Finds hands in pictures and video, and names their gestures."""

    _prefix, _model = "MpGestureRecognizer", "gesture_recognizer"
    _options, _structure = _GestureOptions, _GestureResult
    _public_options = GestureRecognizerOptions

    def _set(self, given, options):
        given.canned = _Classifier.of(options.canned_gesture_classifier_options)
        given.custom = _Classifier.of(options.custom_gesture_classifier_options)

    @staticmethod
    def _result(r):
        return GestureRecognizerResult(
            _categories(r.gestures, r.gestures_count), _categories(r.handedness, r.handedness_count),
            _points(r.hand_landmarks, r.hand_landmarks_count, NormalizedLandmark),
            _points(r.hand_world_landmarks, r.hand_world_landmarks_count, Landmark))

    def recognize(self, image, image_processing_options=None):
        return self._answer("RecognizeImage", image, image_processing_options)

    def recognize_for_video(self, image, timestamp_ms, image_processing_options=None):
        return self._answer("RecognizeForVideo", image, image_processing_options, ctypes.c_int64(timestamp_ms))

    def recognize_async(self, image, timestamp_ms, image_processing_options=None):
        self._ask("RecognizeAsync", image, image_processing_options, ctypes.c_int64(timestamp_ms))


from . import drawing_styles, drawing_utils  # noqa: E402
