"""Runs the code of the page "From C, C++, Python, Rust": documentation.py PYTHON-OF-THE-WHEEL PICTURE.npy

Each block of the page is a file of its own in a folder with .build/c and models; those of bash are run there. Languages
without a compiler here are left out, and named. Run it by MediaPipe's Python: a copy of that package gets our library.
"""
import filecmp, importlib.util, json, os, re, shutil, subprocess, sys, tempfile
page = open("Sources/Mudra/Mudra.docc/FromOtherLanguages.md").read()
blocks = [(m[1], m[2]) for m in re.finditer(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]
root, wheel, picture = os.getcwd(), sys.argv[1], os.path.abspath(sys.argv[2])
folder = tempfile.mkdtemp()
os.symlink(os.path.join(root, ".build"), os.path.join(folder, ".build"))
os.symlink(os.path.join(root, ".build/c/models"), os.path.join(folder, "models"))
library = os.path.join(root, ".build/c/lib")


def block(language, part=""):
    found = [text for kind, text in blocks if kind == language and part in text]
    assert len(found) == 1, f"{len(found)} blocks of {language} with “{part}”"
    return found[0]


def run(command, **settings):
    program = ["bash", "-ec", command] if isinstance(command, str) else command
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, **settings)
    if done.returncode:
        sys.exit(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(name, output, count):
    lines = [json.loads(line) for line in output.splitlines()]
    found = [(line["schema"], line["width"], line["height"]) for line in lines]
    assert found == [("mudra.result/1", 640, 480)] * count, lines
    print(f"the page's {name} gives {count} result{'s' * (count > 1)}")


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


write("hands.c", block("c"))
run(block("bash", "cc hands.c"))
check("C", run("./a.out"), 3)
if shutil.which("cmake"):
    write("CMakeLists.txt", block("cmake"))
    run(f"cmake -S . -B made -DCMAKE_PREFIX_PATH={root}/.build/c && cmake --build made")
    check("CMake project", run("made/hands"), 3)
if shutil.which("rustc"):
    write("hands.rs", block("rust"))
    run(block("bash", "rustc"))
    check("Rust", run("./hands"), 1)
if shutil.which("mcs") and shutil.which("mono"):
    write("hands.cs", block("csharp"))
    run("mcs hands.cs")
    check("C#", run("mono hands.exe", env={**os.environ, "LD_LIBRARY_PATH": library}), 1)
frames = f"import numpy\nframes = [numpy.load({picture!r})[:, :, ::-1]] * 3\n"
named = run([wheel, "-c", frames + block("python", "video=True")]).splitlines()
assert [line.split("[")[0] for line in named] == ["1 Victory "] * 3, named
examples = f"""import mudra, numpy
picture = numpy.load({picture!r})
examples = [("mine", picture), ("mine", picture[10:, 10:])]
"""
ask = "print(recognizer.recognize(picture).hands[0].gesture.name)"
learned = run([wheel, "-c", examples + block("python", "Trainer") + ask])
assert learned == "mine\n", learned
print("the page's Python names the gesture of 3 frames, and one that it learned")

package = os.path.join(folder, "packages/mediapipe")
shutil.copytree(importlib.util.find_spec("mediapipe").submodule_search_locations[0], package)
exchanged = {**os.environ, "PYTHONPATH": os.path.dirname(package), 
             "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"}
run(block("bash", "tasks/c/"), env=exchanged)
assert filecmp.cmp(f"{library}/libmediapipe.so", f"{package}/tasks/c/libmediapipe.so", shallow=False)
answer = run([sys.executable, "-c", f"""
import numpy, mediapipe as mp
assert mp.__file__.startswith({package!r})
task = mp.tasks.vision.GestureRecognizer.create_from_model_path("models/gesture_recognizer.task")
image = mp.Image(image_format=mp.ImageFormat.SRGB, data=numpy.load({picture!r}))
print(task.recognize(image).gestures[0][0].category_name, "libEGL" in open("/proc/self/maps").read())
try: mp.tasks.vision.FaceLandmarker.create_from_model_path("none.task")
except AttributeError as error: print("MpFaceLandmarkerCreate" in str(error))
"""], env=exchanged).split()
assert answer == ["Victory", "False", "True"], answer
print("MediaPipe's package names the gesture with the page's exchange of its library, and says which task is not there")
missing = [tool for tool in ("cmake", "rustc", "mcs", "mono") if not shutil.which(tool)]
print("not run for lack of a tool:", ", ".join(missing) or "nothing")
shutil.rmtree(folder)
