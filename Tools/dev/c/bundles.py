"""A bundle with gestures of its own behind both libraries: bundles.py LIBRARY MODELS TRAINED.task PICTURE.png…

Results have the same bits in all modes, and every combination of options leaves the same gestures on two pictures.
Without the classifier of MediaPipe's own gestures, both libraries refuse it with the same words.
"""
import io, os, shutil, subprocess, sys, tempfile, zipfile
import numpy
from PIL import Image
library, models, trained, *pictures = sys.argv[1:]
checks, folder = os.path.dirname(os.path.abspath(__file__)), tempfile.mkdtemp()
bundle = os.path.join(folder, "gesture_recognizer.task")
shutil.copy(os.path.join(models, "hand_landmarker.task"), folder)


def run(script, *arguments):
    return subprocess.run([sys.executable, os.path.join(checks, script), *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=True).stdout


def options(picture):
    """The gestures with each combination of options, which are the same with both libraries."""
    array = os.path.join(folder, "picture.npy")
    numpy.save(array, numpy.array(Image.open(picture).convert("RGB")))
    google, ours = (run("gesture_options.py", name, folder, array).splitlines() for name in ("google", library))
    # Google lists the files of a bundle in the order of its hash table.
    for pair in zip(google, ours, strict=True):
        if len({line.split("All files")[0] for line in pair}) > 1:
            sys.exit(f"{picture}: {pair}")
    return ours


def without(data, part):
    """A bundle without the entries that begin with a name, also in the bundles in it."""
    source, written = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(written, "w") as target:
        for name in source.namelist():
            if not name.startswith(part):
                entry = source.read(name)
                target.writestr(name, without(entry, part) if name.endswith(".task") else entry)
    return written.getvalue()


shutil.copy(trained, bundle)
print("own gestures:", run("parity.py", library, folder, *pictures).strip())
lines = [line for picture in pictures[:2] for line in options(picture)]
own = sum("'my_" in line for line in lines)
print(f"own gestures: {len(lines)} combinations of options give the same gestures, {own} of them own ones")
with open(trained, "rb") as file, open(bundle, "wb") as target:
    target.write(without(file.read(), "canned_gesture_classifier"))
refusals = options(pictures[0])
refused = all("No file with name: canned_gesture_classifier.tflite" in line for line in refusals)
print(f"without MediaPipe's classifier: {len(refusals)} combinations are refused in the same words")
shutil.rmtree(folder)
sys.exit(not (0 < own < len(lines) and refused))
