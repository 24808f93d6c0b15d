"""MediaPipe's names for images, hands and gestures: `import mudra.mediapipe as mp`."""
import ctypes
import enum
import os

from .. import _library
from .._version import VERSION as __version__

_P = ctypes.c_void_p


class ImageFormat(enum.IntEnum):
    """What a pixel is."""

    UNKNOWN = 0
    SRGB = 1
    SRGBA = 2
    GRAY8 = 3
    GRAY16 = 4
    SRGB48 = 7
    SRGBA64 = 8
    VEC32F1 = 9
    VEC32F2 = 12
    VEC32F4 = 13


_CHANNELS = {1: 3, 2: 4, 3: 1, 4: 1, 7: 3, 8: 4, 9: 1, 12: 2, 13: 4}
_KINDS = {"uint8": ("Uint8", "Uint8"), "uint16": ("Uint16", "Uint16"), "float32": ("Float", "Float32")}


class Image:
    """A picture with a copy of an array's numbers."""

    def __init__(self, image_format, data):
        import numpy as np

        data = np.ascontiguousarray(data)
        if data.dtype.name not in _KINDS or data.ndim not in (2, 3):
            raise ValueError(f"Unsupported data type: {data.dtype.name}, {data.ndim} dimensions")
        channels = data.shape[2] if data.ndim == 3 else 1
        if _CHANNELS.get(int(image_format)) != channels:
            raise ValueError(f"{channels} channels do not fit the image format {image_format!r}")
        self._handle = _P()
        create = getattr(_library.library(), f"MpImageCreateFrom{_KINDS[data.dtype.name][0]}Data")
        _library.call(
            create, int(image_format), data.shape[1], data.shape[0], _P(data.ctypes.data), data.size,
            ctypes.byref(self._handle))

    @classmethod
    def create_from_file(cls, file_name):
        """The picture of a PNG or JPEG file, upright."""
        handle = _P()
        _library.call(_library.library().MpImageCreateFromFile, os.fsencode(file_name), ctypes.byref(handle))
        return cls._of(handle)

    @classmethod
    def _of(cls, handle):
        self = cls.__new__(cls)
        self._handle = handle
        return self

    def _fact(self, name):
        return getattr(_library.library(), "MpImage" + name)(self._handle)

    @property
    def width(self):
        return self._fact("GetWidth")

    @property
    def height(self):
        return self._fact("GetHeight")

    @property
    def channels(self):
        return self._fact("GetChannels")

    @property
    def step(self):
        return self._fact("GetWidthStep")

    @property
    def image_format(self):
        return ImageFormat(self._fact("GetFormat"))

    def uses_gpu(self):
        return bool(self._fact("UsesGpu") & 1)

    def is_contiguous(self):
        return bool(self._fact("IsContiguous") & 1)

    def is_empty(self):
        return bool(self._fact("IsEmpty") & 1)

    def is_aligned(self, row_alignment_boundary):
        return bool(_library.library().MpImageIsAligned(self._handle, row_alignment_boundary) & 1)

    def numpy_view(self):
        """The picture's numbers, which must not be changed; they live as long as the array."""
        import numpy as np

        name = {1: "uint8", 2: "uint16", 4: "float32"}[self._fact("GetByteDepth")]
        start = _P()
        _library.call(
            getattr(_library.library(), "MpImageData" + _KINDS[name][1]), self._handle, ctypes.byref(start))
        channels = self.channels
        shape = (self.height, self.width) + ((channels,) if channels > 1 else ())

        class View:
            __array_interface__ = {
                "shape": shape, "typestr": np.dtype(name).str, "data": (start.value, True), "version": 3}
            owner = self

        return np.asarray(View())

    def __getitem__(self, key):
        return self.numpy_view()[key].item()

    def __del__(self):
        handle = self.__dict__.pop("_handle", None)
        if handle:
            _library.library().MpImageFree(handle)


def __getattr__(name):
    # Loaded when it is first needed: who only reads pictures need not wait for the structures of tasks.
    if name != "tasks":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return importlib.import_module(".tasks", __name__)
