#!/usr/bin/env python3
"""Times LiteRT, OpenVINO and MediaPipe for `Benchmarks --compare`.

peers.py serve litert|litert-int8|openvino|openvino-bf16|openvino-int8|mediapipe
    First prints {"name": …}, then answers each line of JSON (Benchmarks/Peers/PeerRequest.swift) with one:
    {"milliseconds": […]} or {"error": …}. Ends with its input.
peers.py first-result PICTURE
    Recognizes the gesture in a picture with MediaPipe: a process whose start is measured. Prints one line of JSON
    (Benchmarks/Pipeline/FirstResult.swift): the gesture, and the milliseconds of import, creation and first result.
peers.py load MODEL
    Loads a model with LiteRT and runs it twice. Prints one line of JSON (Benchmarks/Networks/LoadBenchmarks.swift): the
    milliseconds of processor time until it was ready, and by how many bytes the peak of memory grew until the end.

The environment comes from Tools/dev/compare/setup.

The int8 peers quantize the model first, LiteRT's with Google's AI Edge Quantizer, OpenVINO's with NNCF, both with the
range of each tensor for the inputs that are timed: what they take does not depend on it.

LiteRT is run by its Interpreter, called from Python. The wheel's C library (libLiteRt.so) has another interface only,
LiteRtRunCompiledModel, which takes longer: 16.8 us for the gesture embedder, called by ctypes, where the Interpreter takes
15.3 us. What a call from Python costs is measured by Benchmarks as a network of one addition.
"""
import ctypes
import functools
import gc
import json
import os
import pathlib
import signal
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TASK = ROOT / "Models/gesture_recognizer.task"


def recognizer(hands, mode):
    from mediapipe.tasks.python import BaseOptions, vision

    options = vision.GestureRecognizerOptions(
        base_options=BaseOptions(model_asset_path=str(TASK)), num_hands=hands,
        running_mode=getattr(vision.RunningMode, mode))
    return vision.GestureRecognizer.create_from_options(options)


class LiteRT:
    def __init__(self):
        import ai_edge_litert
        from ai_edge_litert.interpreter import Interpreter

        self.interpreter = Interpreter
        self.name = f"LiteRT {ai_edge_litert.__version__}"

    def prepare(self, request):
        runs = []
        for stage in request["stages"]:
            model = pathlib.Path(stage["model"]).read_bytes()
            interpreter, values = self.loaded(model, stage["inputs"], request["threads"])
            for detail, value in zip(interpreter.get_input_details(), values):
                interpreter.set_tensor(detail["index"], value)
            runs.append(interpreter.invoke)
        return in_sequence(runs)

    def loaded(self, model, files, threads):
        """A model that is ready to run, and the values of its inputs."""
        interpreter = self.interpreter(model_content=model, num_threads=threads)
        interpreter.allocate_tensors()
        return interpreter, inputs_of(interpreter, files)


def inputs_of(interpreter, files):
    import numpy as np

    return [np.fromfile(file, detail["dtype"]).reshape(detail["shape"])
            for detail, file in zip(interpreter.get_input_details(), files)]


class LiteRTInt8(LiteRT):
    """Weights and activations in int8, inputs too."""

    def __init__(self):
        super().__init__()
        sys.path.insert(0, str(ROOT / "Tools/dev/reference"))
        import make_quantized_networks as quantization

        self.quantization = quantization
        self.name += " int8"

    def loaded(self, model, files, threads):
        model = self.quantization.plain(model)
        values = inputs_of(self.interpreter(model_content=model), files)
        quantized = self.quantization.quantize(model, "int8", values)
        interpreter = self.interpreter(model_content=quantized, num_threads=threads)
        interpreter.allocate_tensors()
        return interpreter, [as_bytes(value, detail) for value, detail in zip(values, interpreter.get_input_details())]


def as_bytes(value, detail):
    """Floats as the int8 that stand for them; those of an input of floats as they are."""
    import numpy as np

    if detail["dtype"] != np.int8:
        return value.astype(detail["dtype"])
    scale, zero_point = detail["quantization"]
    return np.clip(np.round(value / scale) + zero_point, -128, 127).astype(np.int8)


class OpenVINO:
    """In whole floats, in bf16, its fastest arithmetic that needs no calibration, or in int8 by NNCF."""

    def __init__(self, precision="f32"):
        import openvino

        self.core = openvino.Core()
        self.precision = precision
        version = openvino.__version__.split("-")[0]
        self.name = f"OpenVINO {version}" + (f" {precision}" if precision != "f32" else "")
        if precision == "int8":
            import nncf  # noqa: F401, so that a missing package is known at once

    def prepare(self, request):
        import numpy as np
        import openvino

        runs = []
        for stage in request["stages"]:
            # One request at a time: what the others compute.
            model = self.core.read_model(stage["model"])
            model.reshape({
                place: [1 if size.is_dynamic else size for size in port.partial_shape]
                for place, port in enumerate(model.inputs)})
            if self.precision == "int8":
                model = self.quantized(model, stage["inputs"])
            compiled = self.core.compile_model(model, "CPU", {
                "INFERENCE_NUM_THREADS": request["threads"], "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY",
                "INFERENCE_PRECISION_HINT": "bf16" if self.precision == "bf16" else "f32"})
            infer = compiled.create_infer_request()
            for index, file in enumerate(stage["inputs"]):
                port = compiled.inputs[index]
                values = np.fromfile(file, port.get_element_type().to_dtype()).reshape(list(port.shape))
                infer.set_input_tensor(index, openvino.Tensor(values))
            # Shared: no copies of inputs and outputs are timed.
            runs.append(functools.partial(infer.infer, share_inputs=True, share_outputs=True))
        return in_sequence(runs)

    @staticmethod
    def quantized(model, files):
        import nncf
        import numpy as np

        sample = [np.fromfile(file, port.get_element_type().to_dtype()).reshape(list(port.shape))
                  for port, file in zip(model.inputs, files)]
        return nncf.quantize(model, nncf.Dataset([sample]), subset_size=1)


class MediaPipe:
    def __init__(self):
        import mediapipe

        self.mediapipe = mediapipe
        self.name = f"MediaPipe {mediapipe.__version__}"

    def prepare(self, request):
        image = self.mediapipe.Image.create_from_file(request["picture"])
        if not request["isTracked"]:
            task = recognizer(request["handCount"], "IMAGE")
            check(task.recognize(image), request)
            return lambda: task.recognize(image)
        task = recognizer(request["handCount"], "VIDEO")
        timestamp = 0

        def frame():
            nonlocal timestamp
            timestamp += 33
            return task.recognize_for_video(image, timestamp)

        check(frame(), request)
        return frame


def check(result, request):
    found = len(result.hand_landmarks)
    if found != request["handCount"]:
        raise ValueError(f"{found} hands found, expected {request['handCount']}")


def in_sequence(runs):
    if len(runs) == 1:
        return runs[0]

    def all_runs():
        for run in runs:
            run()

    return all_runs


def serve(library):
    # Results go to the real standard output; anything a library prints there is discarded.
    output = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    def answer(reply):
        output.write(json.dumps(reply) + "\n")
        output.flush()

    try:
        # If stopped when its parent dies, it would stay forever.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except AttributeError:
        pass
    try:
        peer = {
            "litert": LiteRT, "litert-int8": LiteRTInt8, "openvino": OpenVINO,
            "openvino-bf16": functools.partial(OpenVINO, "bf16"), "openvino-int8": functools.partial(OpenVINO, "int8"),
            "mediapipe": MediaPipe}[library]()
    except Exception as error:
        answer({"error": str(error)})
        return
    answer({"name": peer.name})
    prepared = {}
    gc.disable()
    for line in sys.stdin:
        request = json.loads(line)
        warm_up_count, count = request.pop("warmUpCount"), request.pop("count")
        try:
            key = json.dumps(request, sort_keys=True)
            if key not in prepared:
                prepared[key] = peer.prepare(request)
            answer({"milliseconds": timed(prepared[key], warm_up_count, count)})
        except Exception as error:
            answer({"error": str(error).strip().splitlines()[0]})


def timed(body, warm_up_count, count):
    for _ in range(warm_up_count):
        body()
    clock, times = time.perf_counter_ns, []
    for _ in range(count):
        start = clock()
        body()
        times.append((clock() - start) / 1e6)
    return times


def first_result(picture):
    clock = time.perf_counter_ns
    start = clock()
    import mediapipe
    from mediapipe.tasks.python import vision  # noqa: F401, so that creation imports nothing

    imported = clock()
    task = recognizer(1, "IMAGE")
    created = clock()
    result = task.recognize(mediapipe.Image.create_from_file(picture))
    gesture, end = result.gestures[0][0].category_name, clock()
    print(json.dumps({"gesture": gesture, "importMs": (imported - start) / 1e6, "creationMs": (created - imported) / 1e6,
                      "resultMs": (end - created) / 1e6}), flush=True)
    task.close()


def load(model):
    import numpy as np
    from ai_edge_litert.interpreter import Interpreter

    def peak():
        lines = pathlib.Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) * 1024

    # Of this thread, which loads alone: the time of the process has that of a thread that waits by spinning.
    memory, start = peak(), time.thread_time_ns()
    interpreter = Interpreter(model_path=model, num_threads=1)
    interpreter.allocate_tensors()
    loaded = time.thread_time_ns()
    for detail in interpreter.get_input_details():
        interpreter.set_tensor(detail["index"], np.zeros(detail["shape"], detail["dtype"]))
    begun = time.thread_time_ns()
    interpreter.invoke()
    ran = time.thread_time_ns()
    interpreter.invoke()
    again = time.thread_time_ns()
    print(json.dumps({"loadMs": (loaded - start) / 1e6, "resultMs": (loaded - start + ran - begun) / 1e6,
                      "runMs": (again - ran) / 1e6, "peakGrowth": peak() - memory}), flush=True)


if __name__ == "__main__":
    works = {"serve": serve, "first-result": first_result, "load": load}
    if len(sys.argv) != 3 or sys.argv[1] not in works:
        sys.exit(__doc__)
    works[sys.argv[1]](sys.argv[2])
