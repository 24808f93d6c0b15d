"""The library, and how its failures become exceptions."""
import ctypes
import os
import threading

FOLDER = os.path.dirname(os.path.abspath(__file__))
_lock = threading.Lock()
_library = None

EXCEPTIONS = {
    1: TimeoutError, 3: ValueError, 4: TimeoutError, 5: FileNotFoundError, 6: FileExistsError, 7: PermissionError,
    8: MemoryError, 11: IndexError, 12: NotImplementedError, 16: PermissionError,
}


def library():
    """The library, which is loaded when it is first needed."""
    global _library
    with _lock:
        if _library is None:
            loaded = ctypes.CDLL(os.path.join(FOLDER, "lib", "libmudra.so"))
            loaded.mudra_version.restype = ctypes.c_char_p
            loaded.mudra_free.restype = loaded.MpErrorFree.restype = loaded.MpImageFree.restype = None
            _library = loaded
        return _library


def model(name):
    """The path of a model of the wheel."""
    return os.path.join(FOLDER, "models", name + ".task")


def call(function, *arguments):
    """Calls a function whose last argument is the place of an error's text."""
    text = ctypes.c_void_p()
    status = function(*arguments, ctypes.byref(text))
    if status:
        message = taken(text) or f"status {status}"
        raise EXCEPTIONS.get(status, RuntimeError)(message)


def taken(text):
    """A text of the library, which is freed."""
    if not text:
        return ""
    try:
        return ctypes.string_at(text).decode("utf-8", "replace")
    finally:
        library().mudra_free(text)


class Closing:
    """What is closed at the end of a `with` block, or when nobody has it any more."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:  # While Python ends, nothing may be left to call.
            pass
