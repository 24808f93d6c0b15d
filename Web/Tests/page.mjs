// The tests of the modules in a page; Tools/dev/test-web runs them. A code of an app for tasks-vision, with another import.
import {DrawingUtils, FilesetResolver, GestureRecognizer, HandLandmarker, MudraError} from "../mudra.js";
import {clipDifference, difference} from "./compare.mjs";

const golden = await (await fetch("rendered/golden.json")).json();
const modelAssetPath = "gesture_recognizer.task";

async function bitmap(name) {
  const file = await (await fetch(name)).blob();
  return createImageBitmap(file, {colorSpaceConversion: "none", premultiplyAlpha: "none"});
}

const pictures = await Promise.all(Object.entries(golden.images).filter(([name]) => name.startsWith("rendered/"))
  .map(async ([name, expected]) => ({name, expected, image: await bitmap(name)})));

/** An app as MediaPipe's guide shows it, but for its import. */
async function guide(variant) {
  const vision = await FilesetResolver.forVisionTasks(undefined, {variant});
  const recognizer = await GestureRecognizer.createFromOptions(vision, {
    baseOptions: {modelAssetPath, delegate: "GPU"}, runningMode: "IMAGE", numHands: 2});
  const faults = pictures.map(({name, expected, image}) => {
    const fault = difference(recognizer.recognize(image), expected, 1e-6);
    return fault && `${name}: ${fault}`;
  }).filter(fault => fault);
  // From pictures to frames, as apps do when the camera is switched on.
  await recognizer.setOptions({runningMode: "VIDEO"});
  const first = recognizer.recognizeForVideo(pictures[0].image, performance.now());
  recognizer.close();
  return [faults, first.gestures[0]?.[0].categoryName];
}

const tests = {
  async relaxed() {
    const [faults, gesture] = await guide("relaxed");
    return [
      [`relaxed: ${pictures.length} pictures have MediaPipe's landmarks and hands to the bit`, pictures.length ? faults[0] ?? null : "no pictures"],
      ["relaxed: the mode can be changed", gesture ? null : "no gesture"]];
  },

  /** Hands that are tracked from frame to frame, as the command tracks them with the same kernels. */
  async clips() {
    const lines = [];
    for (const name of ["clip", "crossing"]) {
      const text = await (await fetch(`clips/${name}-exact.jsonl`)).text();
      const frames = await Promise.all(text.trim().split("\n").map(line => JSON.parse(line))
        .map(async line => ({line, image: await bitmap(`clips/${name}/${line.source.split("/").pop()}`)})));
      const task = await GestureRecognizer.createFromOptions(await FilesetResolver.forVisionTasks(undefined, {variant: "simd128"}), {
        baseOptions: {modelAssetPath}, runningMode: "VIDEO", numHands: 2});
      lines.push([`simd128: ${name}, ${frames.length} frames, has the bits of the command`, clipDifference(task, frames) ?? null]);
      task.close();
    }
    return lines;
  },

  /** What the worker finds is what the page finds, from every kind of picture. */
  async worker() {
    const files = await FilesetResolver.forVisionTasks();
    const options = {baseOptions: {modelAssetPath}, numHands: 2};
    const [here, there, other] = await Promise.all([
      GestureRecognizer.createFromOptions(files, options), GestureRecognizer.createInWorker(files, options),
      HandLandmarker.createInWorker(files, {...options, runningMode: "VIDEO"})]);
    const {image} = pictures[0];
    const expected = JSON.stringify(here.recognize(image));
    const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const data = context.getImageData(0, 0, image.width, image.height);
    const frame = new VideoFrame(image, {timestamp: 0});
    const lines = [];
    for (const [name, source] of [["ImageBitmap", image], ["ImageData", data], ["OffscreenCanvas", canvas]]) {
      const found = JSON.stringify(await there.recognize(source));
      lines.push([`worker: ${name} gives what the page finds`, found === expected ? null : found.slice(0, 200)]);
    }
    const raced = await Promise.allSettled([other.detectForVideo(canvas, 0.25), other.detectForVideo(data, 0.5)]);
    lines.push(["worker: calls are answered in their order", raced.find(({reason}) => reason)?.reason.message ?? null]);
    const hands = [here.recognize(frame), await there.recognize(frame)].map(result => result.landmarks.length);
    lines.push(["worker: a VideoFrame shows the hand", hands.every(count => count === 1) ? null : hands]);
    await other.detectForVideo(data, 1);
    const refused = async (name, code, body) => {
      try {
        await body();
        lines.push([name, "no error"]);
      } catch (error) {
        lines.push([name, error instanceof MudraError && error.code === code ? null : `${error.code} ${error.message}`]);
      }
    };
    await refused("worker: a time that does not increase is refused", 3, () => other.detectForVideo(data, 1));
    await refused("worker: a call of another mode is refused", 3, () => other.detect(data));
    await refused("worker: a model that is none is refused", 2, () => GestureRecognizer.createInWorker(
      files, {baseOptions: {modelAssetBuffer: new TextEncoder().encode("no model at all")}}));
    await refused("a model that is not there", 5, () => GestureRecognizer.createFromModelPath(files, "nothing.task"));
    await refused("a picture that is none", 3, () => here.recognize({}));
    await refused("a module that is a page", 5, () => HandLandmarker.createFromOptions({wasmBinaryPath: "index.html"}, options));
    await refused("a worker that is not there", 13, () => HandLandmarker.createInWorker({...files, workerPath: "nothing.js"}, options));
    await refused("a video without a frame", 3, () => here.recognize({readyState: 1, videoWidth: 4, videoHeight: 4}));
    const waiting = there.recognize(image);
    there.close();
    await refused("worker: a call that waits when the task is closed", 9, () => waiting);
    await refused("worker: a closed task", 9, () => there.recognize(image));
    const copies = [], {clone} = frame;
    frame.clone = () => copies[copies.push(clone.call(frame)) - 1];
    const left = there.recognize(frame), late = GestureRecognizer.createInWorker(files, options).then(task => {
      const call = task.recognize(frame);
      task.close();
      return call;
    });
    await Promise.allSettled([left, late]);
    lines.push(["worker: a closed task leaves no frame open", copies.length === 1 && copies[0].codedWidth === 0 ? null : copies.map(copy => copy.codedWidth)]);
    frame.close();
    const context2 = new OffscreenCanvas(100, 100).getContext("2d"), drawing = new DrawingUtils(context2);
    const points = [{x: 0.2, y: 0.2, z: 0}, {x: 0.8, y: 0.2, z: 0.5}];
    drawing.drawConnectors(points, [{start: 0, end: 1}, {start: 0, end: 9}], {color: "rgb(0 255 0)"});
    drawing.drawLandmarks(points, {color: "rgb(255 0 0)", radius: ({from}) => DrawingUtils.lerp(from.z, 0, 1, 4, 8)});
    drawing.drawBoundingBox({originX: 10, originY: 60, width: 20, height: 20}, {color: "rgb(0 0 255)", fillColor: "transparent"});
    const pixel = (x, y) => context2.getImageData(x, y, 1, 1).data.slice(0, 3).join(" ");
    const drawn = [pixel(50, 20), pixel(20, 20), pixel(86, 20), pixel(10, 70), pixel(20, 70)].join(", ");
    lines.push(["drawing: lines, discs and boxes are where they belong", drawn === "0 255 0, 255 0 0, 255 0 0, 0 0 255, 0 0 0" ? null : drawn]);
    lines.push([`memory of a gesture recognizer: ${(here.memoryByteCount / 1048576).toFixed(1)} MiB`, here.memoryByteCount <= 64 << 20 ? null : "more than 64"]);
    other.close();
    here.close();
    return lines;
  },
};

const made = new Map();

/** The sources of frames that apps have: pixels, a picture, what a camera or a video gives. */
async function sources() {
  const {image} = pictures[0], canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return {
    ImageData: context.getImageData(0, 0, image.width, image.height), ImageBitmap: image,
    VideoFrame: new VideoFrame(image, {timestamp: 0})};
}

let frames, inWorker, time = 0;

window.tests = {
  names: Object.keys(tests),
  run: name => tests[name](),

  /** Frames of one kind of source through a task in a worker: what is left to the page is measured from outside. */
  async follow(source, count) {
    frames ??= await sources();
    inWorker ??= await HandLandmarker.createInWorker(
      await FilesetResolver.forVisionTasks(), {baseOptions: {modelAssetPath}, runningMode: "VIDEO"});
    for (let run = 0; run < count; run++) {
      const result = await inWorker.detectForVideo(frames[source], ++time);
      if (result.landmarks.length !== 1) throw new Error("no hand");
    }
  },

  /** Milliseconds of a network by itself: the best of some batches. */
  async network(name, batches) {
    const bytes = async file => new Uint8Array(await (await fetch(file)).arrayBuffer());
    const module = await WebAssembly.compile(await bytes("mudra-networks.wasm"));
    const imports = {};
    for (const {module: from, name} of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
    const {memory, _initialize, mudra_allocate, mudra_prepare, mudra_run} = new WebAssembly.Instance(module, imports).exports;
    _initialize();
    const model = await bytes(name), place = mudra_allocate(model.length);
    new Uint8Array(memory.buffer).set(model, place);
    if (mudra_prepare(place, model.length) !== 1) throw new Error("the network is refused");
    let best = Infinity;
    for (let batch = 0; batch < batches; batch++) {
      const start = performance.now();
      for (let run = 0; run < 5; run++) if (mudra_run() < 0) throw new Error("the network fails");
      best = Math.min(best, (performance.now() - start) / 5);
    }
    return best;
  },

  /** Medians of a frame's and a picture's milliseconds in both precisions, which take turns. */
  async precisions(variant, rounds) {
    const files = await FilesetResolver.forVisionTasks(undefined, {variant});
    const {ImageData: data} = frames ??= await sources(), works = [];
    for (const [mode, call] of [["VIDEO", task => task.detectForVideo(data, ++time)], ["IMAGE", task => task.detect(data)]]) {
      for (const precision of ["exact", "fast"]) {
        const task = await HandLandmarker.createFromOptions(files, {baseOptions: {modelAssetPath, precision}, runningMode: mode});
        works.push({run: () => call(task), times: []});
      }
    }
    for (let round = 0; round < rounds + 10; round++) {
      for (const {run, times} of round % 2 ? works : [...works].reverse()) {
        const start = performance.now();
        if (run().landmarks.length !== 1) throw new Error("no hand");
        if (round >= 10) times.push(performance.now() - start);
      }
    }
    return works.map(({times}) => times.sort((a, b) => a - b)[times.length >> 1]);
  },

  /** Runs for measuring: frames of a hand that is tracked, or pictures. */
  async repeat(variant, work, count) {
    const key = `${variant} ${work}`;
    if (!made.has(key)) {
      made.set(key, await HandLandmarker.createFromOptions(await FilesetResolver.forVisionTasks(undefined, {variant}), {
        baseOptions: {modelAssetPath}, runningMode: work === "frame" ? "VIDEO" : "IMAGE"}));
    }
    const task = made.get(key), {image} = pictures[0];
    for (let run = 0; run < count; run++) {
      const result = work === "frame" ? task.detectForVideo(image, performance.now()) : task.detect(image);
      if (result.landmarks.length !== 1) throw new Error("no hand");
    }
  },
};
