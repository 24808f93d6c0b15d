"""Hands and gestures in pictures and video: MediaPipe's models and numbers, without MediaPipe."""
from ._version import VERSION as __version__

# What type checkers take for true.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._sessions import Category, GestureRecognizer, Hand, HandLandmarker, Options, Result, Track, read, version
    from ._training import GestureTrainer, MotionTrainer, Trained

__all__ = [
    "Category", "GestureRecognizer", "GestureTrainer", "Hand", "HandLandmarker", "MotionTrainer", "Options", "Result",
    "Track", "Trained", "read", "version"]


def __getattr__(name):
    # Loaded when a name is first needed: dataclasses and ctypes take longer to import than Python to start.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in ("GestureTrainer", "MotionTrainer", "Trained"):
        from . import _training as module
    else:
        from . import _sessions as module
    return getattr(module, name)


def __dir__():
    return sorted({*globals(), *__all__})
