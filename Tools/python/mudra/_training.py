"""Gestures and motions of one's own."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass, field

from . import _library
from ._sessions import Held, given_options, json_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from typing import Literal

    from ._sessions import Result


@dataclass(frozen=True)
class Trained:
    """What was learned."""

    #: A bundle for `GestureRecognizer`, which has MediaPipe's gestures, too; or motions for the option `motions`.
    data: bytes = field(repr=False)
    #: What is known of it, a page of Markdown.
    card: str = field(repr=False)


class _Trainer(Held):
    _close = "mudra_trainer_close"

    def _add(self, name, results, group):
        if self._handle is None:
            raise ValueError("it is closed")
        lines = "\n".join(result.json for result in results)
        name, group = (None if text is None else text.encode() for text in (name, group))
        _library.call(_library.library().mudra_trainer_add, self._handle, name, group, lines.encode())

    def train(self) -> Trained:
        """Learns from all examples so far."""
        if self._handle is None:
            raise ValueError("it is closed")
        data, size, card = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_void_p()
        library = _library.library()
        _library.call(
            library.mudra_trainer_train, self._handle, ctypes.byref(data), ctypes.byref(size), ctypes.byref(card))
        try:
            return Trained(ctypes.string_at(data, size.value), _library.taken(card))
        finally:
            library.mudra_free(data)


class GestureTrainer(_Trainer):
    """Learns gestures from examples: one or a few pictures of each, better 20 of several people."""

    def __init__(
            self, model: str | os.PathLike | bytes | None = None, *,
            method: Literal["distance", "softmax"] = "distance", kept_share: float = 0.95,
            regularization: float = 0.01):
        """
        model: the bundle of a gesture recognizer to add them to; None for the one of the wheel.
        method: how gestures are told apart; softmax needs other poses.
        kept_share: the share of a gesture's own poses to keep, 0.6 to 0.999; more also accepts more other poses.
        """
        options = {"method": method, "kept_share": kept_share, "regularization": regularization}
        named = {json_name(name): value for name, value in options.items()}
        self._create("mudra_trainer_create", given_options(model, "gesture_recognizer", False, named))

    def add(self, name: str | None, *results: Result, group: str | None = None) -> None:
        """
        Takes the first hand of each result as an example.

        name: the gesture; None for other poses.
        group: the person or the session. With two or more, `Trained.card` says how well others are recognized.
        """
        self._add(name, results, group)


class MotionTrainer(_Trainer):
    """Learns motions from three to five clips of each, and a minute or more of other movements."""

    def __init__(self):
        self._create("mudra_trainer_create", given_options(None, "", True, {}))

    def add(self, name: str | None, results: Iterable[Result], *, group: str | None = None) -> None:
        """
        Takes the results of a video as a clip that shows the motion once.

        name: the motion; None for other movements.
        """
        self._add(name, results, group)
