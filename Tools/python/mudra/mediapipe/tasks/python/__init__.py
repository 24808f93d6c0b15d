"""MediaPipe's tasks, by the longer name."""
import enum
import types
from dataclasses import dataclass


class Delegate(enum.IntEnum):
    """Where networks run. Only the CPU is offered."""

    CPU = 0
    GPU = 2


@dataclass
class BaseOptions:
    """The model: a bundle's path, or its bytes. Without either, it is the one of the wheel."""

    Delegate = Delegate
    model_asset_path: "str | None" = None
    model_asset_buffer: "bytes | None" = None
    delegate: "Delegate | None" = None


from . import vision  # noqa: E402

components = types.SimpleNamespace(
    processors=types.SimpleNamespace(ClassifierOptions=vision.ClassifierOptions),
    containers=types.SimpleNamespace(
        Category=vision.Category, Landmark=vision.Landmark, NormalizedLandmark=vision.NormalizedLandmark))

__all__ = ["BaseOptions", "components", "vision"]
