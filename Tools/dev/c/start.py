"""How long the wheel takes to start: start.py PYTHON-OF-THE-WHEEL MODELS PICTURE.npy. Run it by MediaPipe's Python.

Processor time of fresh processes on one core, the least of several, in turn with the same of MediaPipe's package. The
limits are shares of what that one needs until its first result, since machines differ: where it needs 533 ms, 130 until
ours, and 40 for the import alone, Python's own start included. A quarter more fails: the machines of CI are shared.
"""
import os, subprocess, sys
wheel, models, picture = sys.argv[1:]
PROGRAMS = {
    "Python alone": (wheel, "pass"),
    "import numpy": (wheel, "import numpy"),
    "import mudra": (wheel, "import mudra"),
    "import mudra.mediapipe": (wheel, "import mudra.mediapipe as mp"),
    "first gesture": (wheel, f"""
import mudra, numpy
print(mudra.GestureRecognizer(num_hands=2).recognize(numpy.load({picture!r})).hands[0].gesture.name)"""),
    "first gesture, MediaPipe's names": (wheel, f"""
import numpy, mudra.mediapipe as mp
vision = mp.tasks.vision
options = vision.GestureRecognizerOptions(mp.tasks.BaseOptions(), num_hands=2)
task = vision.GestureRecognizer.create_from_options(options)
image = mp.Image(image_format=mp.ImageFormat.SRGB, data=numpy.load({picture!r}))
print(task.recognize(image).gestures[0][0].category_name)"""),
    "first gesture, MediaPipe": (sys.executable, f"""
import numpy, mediapipe as mp
vision, path = mp.tasks.vision, {os.path.join(models, 'gesture_recognizer.task')!r}
options = vision.GestureRecognizerOptions(mp.tasks.BaseOptions(model_asset_path=path), num_hands=2)
task = vision.GestureRecognizer.create_from_options(options)
image = mp.Image(image_format=mp.ImageFormat.SRGB, data=numpy.load({picture!r}))
print(task.recognize(image).gestures[0][0].category_name)"""),
}
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
least = {}
for _ in range(7):
    for name, (python, program) in PROGRAMS.items():
        program += "\nimport os, time; print(time.process_time(), flush=True); os._exit(0)"
        output = subprocess.run([python, "-c", program], capture_output=True, text=True, check=True).stdout.split()
        if "gesture" in name and output[0] != "Victory":
            sys.exit(f"{name}: {output}")
        least[name] = min(least.get(name, 1e9), 1000 * float(output[-1]))
whole = least["first gesture, MediaPipe"]
wrong = []
for name, time in least.items():
    bar = 40 if "mudra" in name else 130 if name.startswith("first") and not name.endswith("MediaPipe") else 0
    limit = whole * bar / 533
    print(f"{name}: {time:.0f} ms of processor time" + (f", wanted at most {limit:.0f}" if limit else ""))
    if limit and time > 1.25 * limit: wrong.append(name)
sys.exit(f"too slow: {', '.join(wrong)}" if wrong else 0)
