// Mudra in a page: hand landmarks and gestures, by the names of MediaPipe's JavaScript library (tasks-vision).
//
//     import {FilesetResolver, HandLandmarker} from "./mudra.js";
//     const files = await FilesetResolver.forVisionTasks();
//     const options = {baseOptions: {modelAssetPath: "hand_landmarker.task"}, runningMode: "VIDEO", numHands: 2};
//     const task = await HandLandmarker.createFromOptions(files, options);  // blocks whoever calls it, as MediaPipe's
//     const result = task.detectForVideo(video, performance.now());
//     const other = await HandLandmarker.createInWorker(files, options);    // the same in a worker of its own
//     const same = await other.detectForVideo(video, performance.now());
//
// Nothing is loaded but the module and the model. This file is also the worker.

/** An error with MediaPipe's number for it (1 to 16). */
export class MudraError extends Error {
  constructor(message, code = 2) {
    super(message);
    this.name = "MudraError";
    this.code = code;
  }
}

const INVALID_ARGUMENT = 3, NOT_FOUND = 5, FAILED_PRECONDITION = 9, UNIMPLEMENTED = 12, INTERNAL = 13;
const MOST_MODEL_BYTES = 256 << 20, MOST_PIXELS = 1 << 25;

// MARK: The module

/** A function with one relaxed multiply-add: whether the browser takes the faster file. */
const RELAXED = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15,
  65, 0, 253, 15, 253, 133, 2, 11);

/** Stands for MediaPipe's resolver of files: says where the two modules are. */
export class FilesetResolver {
  /** They are in `folder`, or beside this file if there is none or it is MediaPipe's. `variant` is "simd128", whose results are the
      same everywhere, or "relaxed"; the faster one that runs if absent. */
  static async forVisionTasks(folder, {variant} = {}) {
    const base = new URL(folder ? `${folder}`.replace(/\/?$/, "/") : "./", folder ? globalThis.location?.href : import.meta.url);
    const isOurs = !/mediapipe|tasks-vision/i.test(folder ?? "");
    const chosen = variant ?? (WebAssembly.validate(RELAXED) ? "relaxed" : "simd128");
    return {wasmBinaryPath: new URL(`mudra-${chosen}.wasm`, isOurs ? base : import.meta.url).href, variant: chosen};
  }

  static async isSimdSupported() { return true; }
}

const compiled = new Map();

async function fetched(url, what) {
  let response;
  try { response = await fetch(url); } catch (error) { throw new MudraError(`${what} ${url}: ${error.message}`, NOT_FOUND); }
  if (!response.ok) throw new MudraError(`${what} ${url}: status ${response.status}`, NOT_FOUND);
  return response;
}

export function compile(files) {
  const key = files?.wasmBinaryPath;
  if (files?.module) return files.module;
  if (!key) throw new MudraError("the first argument is not what FilesetResolver.forVisionTasks returns", INVALID_ARGUMENT);
  if (!compiled.has(key)) {
    const module = fetched(key, "module").then(async response => {
      try {
        return await (response.headers.get("content-type")?.startsWith("application/wasm")
          ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
      } catch (error) { throw new MudraError(`module ${key}: ${error.message}`, NOT_FOUND); }
    });
    module.catch(() => compiled.delete(key));
    compiled.set(key, module);
  }
  return compiled.get(key);
}

/** The system of the module: a clock, and nothing else. */
export function system(module, memory) {
  const imports = {};
  const view = () => new DataView(memory().buffer);
  const functions = {
    clock_time_get(clock, precision, place) {
      view().setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    sched_yield: () => 0,
    random_get(place, count) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, place, count));
      return 0;
    },
    // The tables of Unicode are not in the module: scalars have no properties, which only messages would show.
    _swift_stdlib_getBinaryProperties: () => 0n,
    _swift_stdlib_getComposition: () => -1,
    _swift_stdlib_getGraphemeBreakProperty: () => 255,
    // But for control characters, which names must not have.
    _swift_stdlib_getGeneralCategory: scalar => scalar < 32 || (scalar >= 127 && scalar < 160) ? 25 : 0,
    proc_exit(code) { throw new WebAssembly.RuntimeError(`exit ${code}`); },
  };
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    // 8: WASI's EBADF, there are no files.
    (imports[from] ??= {})[name] = functions[name] ?? (() => from === "env" ? 0 : 8);
  }
  return imports;
}

// MARK: A task, where it is called

const utf8 = new TextEncoder(), text = new TextDecoder();

function number(value, fallback) { return value === undefined || value === null ? fallback : Number(value); }

/** An instance of the module with one task. */
class Core {
  constructor(module, kind, model, options) {
    Object.assign(this, {module, kind, model, options});
    this.start();
  }

  start() {
    this.exports = undefined;
    Object.assign(this, {lastTime: -Infinity, frameCount: 0});
    const {model, options} = this;
    this.guarded(() => {
      const instance = new WebAssembly.Instance(this.module, system(this.module, () => this.exports.memory));
      this.exports = instance.exports;
      this.exports._initialize();
      for (const [list, names] of [
        options.cannedGesturesClassifierOptions?.categoryAllowlist, options.cannedGesturesClassifierOptions?.categoryDenylist,
        options.customGesturesClassifierOptions?.categoryAllowlist, options.customGesturesClassifierOptions?.categoryDenylist,
      ].entries()) {
        const bytes = utf8.encode((names ?? []).join("\n"));
        this.lend(bytes, place => this.exports.mudra_set_names(list, place, bytes.length));
      }
      const values = Float32Array.of(
        number(options.numHands, 1), number(options.minHandDetectionConfidence, 0.5),
        number(options.minHandPresenceConfidence, 0.5), number(options.minTrackingConfidence, 0.5),
        options.runningMode === "VIDEO" ? 1 : 0, options.baseOptions?.precision === "fast" ? 1 : 0,
        number(options.cannedGesturesClassifierOptions?.scoreThreshold, 0),
        number(options.customGesturesClassifierOptions?.scoreThreshold, 0), options.outputEmbeddings ? 1 : 0);
      this.lend(new Uint8Array(values.buffer), place =>
        this.lend(model, bytes => this.check(this.exports.mudra_create(this.kind, bytes, model.length, place))));
    });
  }

  /** Calls `body` with a copy of bytes in the module's memory. */
  lend(bytes, body) {
    const place = this.exports.mudra_allocate(Math.max(bytes.length, 1));
    if (!place) throw new MudraError("not enough memory", 8);
    new Uint8Array(this.exports.memory.buffer).set(bytes, place);
    try { return body(place); } finally { this.exports?.mudra_free(place); }
  }

  /** A fault of the module ends this instance; the next call begins with a new one. */
  guarded(body) {
    try { return body(); } catch (error) {
      if (error instanceof MudraError) throw error;
      this.exports = undefined;
      throw new MudraError(`the module failed: ${error.message}`, error instanceof RangeError ? 8 : INTERNAL);
    }
  }

  text() {
    const {memory, mudra_text, mudra_text_count} = this.exports;
    return text.decode(new Uint8Array(memory.buffer, mudra_text(), mudra_text_count()));
  }

  check(code) {
    if (code < 0) throw new MudraError(this.text(), this.exports.mudra_error_code());
    return code;
  }

  /** The number of a frame, which stands for its time: milliseconds since 1970 have more than 32 bits, and seconds fractions. */
  frameNumber(timestamp) {
    const time = Number(timestamp);
    if (!(time > this.lastTime && time < Infinity)) {
      throw new MudraError(`the time ${timestamp} is not after that of the last frame, ${this.lastTime}`, INVALID_ARGUMENT);
    }
    this.lastTime = time;
    return this.frameCount++;
  }

  /** The hands in pixels: RGBA without gaps. */
  process({data, width, height}, rotation, timestamp) {
    if (!this.exports) this.start();
    const number = this.options.runningMode === "VIDEO" ? this.frameNumber(timestamp) : 0;
    return this.guarded(() => {
      const place = this.exports.mudra_pixels(width, height);
      if (!place) throw new MudraError(`a picture of ${width}×${height} pixels`, INVALID_ARGUMENT);
      new Uint8Array(this.exports.memory.buffer).set(data, place);
      const count = this.check(this.exports.mudra_process(width, height, rotation, number));
      const each = this.exports.mudra_numbers_per_hand();
      const numbers = new Float32Array(this.exports.memory.buffer, count ? this.exports.mudra_numbers() : 0, count * each);
      const hands = [];
      for (let index = 0; index < count; index++) {
        const [side, sideScore, presence, gestureScore, classifier] = numbers.subarray(index * each, index * each + 5);
        const points = start => Array.from({length: 21}, (_, point) => {
          const at = index * each + start + 3 * point;
          return {x: numbers[at], y: numbers[at + 1], z: numbers[at + 2], visibility: 0};
        });
        const hand = {
          side: side === 1 ? "Left" : "Right", sideScore, presence, gesture: null, landmarks: points(5), worldLandmarks: points(68)};
        if (each > 131) hand.embedding = numbers.slice(index * each + 131, (index + 1) * each);
        if (classifier >= 0) hand.gesture = {name: "", score: gestureScore, classifier: classifier ? "custom" : "canned"};
        hands.push(hand);
      }
      hands.forEach(({gesture}, index) => {
        if (!gesture) return;
        this.exports.mudra_gesture_name(index);
        gesture.name = this.text();
      });
      return hands;
    });
  }

  get byteCount() { return this.exports?.memory.buffer.byteLength ?? 0; }
}

/** The hands, and MediaPipe's lists of them: without any if none has a gesture, and with gestures only where there are some. */
function lists(hands, namesGestures) {
  const listed = namesGestures && !hands.some(hand => hand.gesture) ? [] : hands;
  const handedness = listed.map(({side, sideScore}) =>
    [{score: sideScore, index: side === "Left" ? 1 : 0, categoryName: side, displayName: side}]);
  const result = {
    hands, landmarks: listed.map(hand => hand.landmarks), worldLandmarks: listed.map(hand => hand.worldLandmarks), handedness,
    handednesses: handedness};
  if (listed[0]?.embedding) result.embeddings = listed.map(hand => hand.embedding);
  if (namesGestures) {
    result.gestures = hands.filter(hand => hand.gesture).map(({gesture: {name, score}}) =>
      [{score, index: -1, categoryName: name, displayName: ""}]);
  }
  return result;
}

// MARK: Pictures

let canvas, context;

function sizeOf(image) {
  return [
    image.displayWidth ?? image.videoWidth ?? image.naturalWidth ?? image.width,
    image.displayHeight ?? image.videoHeight ?? image.naturalHeight ?? image.height];
}

/** The pixels of an ImageData, ImageBitmap, VideoFrame, or an element with a picture. */
function pixels(image) {
  if (image && ArrayBuffer.isView(image.data) && image.width > 0) {
    if (image.data.length !== 4 * image.width * image.height) throw new MudraError("not four bytes a pixel", INVALID_ARGUMENT);
    return image;
  }
  const [width, height] = image ? sizeOf(image) : [];
  if (!(width > 0 && height > 0)) throw new MudraError("no picture, or one without pixels", INVALID_ARGUMENT);
  // Drawing one of these would draw nothing.
  if (image.readyState < 2 || image.complete === false) throw new MudraError("the picture is not loaded yet", INVALID_ARGUMENT);
  if (width * height > MOST_PIXELS) throw new MudraError(`a picture of ${width}×${height} pixels`, INVALID_ARGUMENT);
  try {
    canvas ??= typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context ??= canvas.getContext("2d", {willReadFrequently: true});
    context.clearRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  } catch (error) {
    throw new MudraError(`the picture cannot be read: ${error.message}`, INVALID_ARGUMENT);
  }
}

function rotationOf(processing) {
  if (processing?.regionOfInterest) throw new MudraError("regionOfInterest is not supported by hand tasks", UNIMPLEMENTED);
  return processing?.rotationDegrees ?? 0;
}

// MARK: Tasks

async function modelOf(options) {
  const base = options?.baseOptions ?? {};
  let bytes = base.modelAssetBuffer;
  if (bytes && base.modelAssetPath) throw new MudraError("both modelAssetPath and modelAssetBuffer", INVALID_ARGUMENT);
  if (!bytes) {
    if (!base.modelAssetPath) throw new MudraError("neither modelAssetPath nor modelAssetBuffer", INVALID_ARGUMENT);
    bytes = new Uint8Array(await (await fetched(base.modelAssetPath, "model")).arrayBuffer());
  }
  if (bytes instanceof ArrayBuffer) bytes = new Uint8Array(bytes);
  if (!(bytes instanceof Uint8Array)) throw new MudraError("modelAssetBuffer is no Uint8Array", INVALID_ARGUMENT);
  if (bytes.length > MOST_MODEL_BYTES) throw new MudraError(`a model of ${bytes.length} bytes`, INVALID_ARGUMENT);
  return bytes;
}

const PRECISIONS = ["exact", "fast"];

/** What remains of options for a task, and for a message to a worker. Like MediaPipe, takes any mode but "IMAGE" for a stream. */
function kept(given) {
  const {canvas, ...options} = given ?? {}, {modelAssetBuffer, modelAssetPath, ...base} = options.baseOptions ?? {};
  if (!PRECISIONS.includes(base.precision ?? "exact")) {
    throw new MudraError(`the precision ${base.precision}, expected ${PRECISIONS.join(" or ")}`, INVALID_ARGUMENT);
  }
  if (options.runningMode) options.runningMode = options.runningMode === "IMAGE" ? "IMAGE" : "VIDEO";
  return {...options, baseOptions: base};
}

function closed() { return new MudraError("the task is closed", FAILED_PRECONDITION); }

function hasModel(options) { return options?.baseOptions?.modelAssetPath || options?.baseOptions?.modelAssetBuffer; }

const connections = pairs => pairs.map(([start, end]) => ({start, end}));
const HAND_CONNECTIONS = connections([
  [0, 1], [1, 2], [2, 3], [3, 4], [0, 5], [5, 6], [6, 7], [7, 8], [5, 9], [9, 10], [10, 11], [11, 12], [9, 13],
  [13, 14], [14, 15], [15, 16], [13, 17], [0, 17], [17, 18], [18, 19], [19, 20]]);

class Task {
  static HAND_CONNECTIONS = HAND_CONNECTIONS;
  static createFromModelPath(files, modelAssetPath) { return this.createFromOptions(files, {baseOptions: {modelAssetPath}}); }
  static createFromModelBuffer(files, modelAssetBuffer) { return this.createFromOptions(files, {baseOptions: {modelAssetBuffer}}); }

  #core;
  #namesGestures;

  constructor(core, namesGestures) {
    this.#core = core;
    this.#namesGestures = namesGestures;
  }

  static async make(Kind, files, options, namesGestures) {
    const [module, model] = await Promise.all([compile(files), modelOf(options)]);
    return new Kind(new Core(module, namesGestures ? 1 : 0, model, kept(options)), namesGestures);
  }

  process(mode, image, timestamp = performance.now(), processing) {
    const core = this.#core;
    if (!core) throw closed();
    if ((core.options.runningMode ?? "IMAGE") !== mode) {
      throw new MudraError(`the task is not in the mode ${mode}`, INVALID_ARGUMENT);
    }
    return lists(core.process(pixels(image), rotationOf(processing), timestamp), this.#namesGestures);
  }

  /** Options that are given replace those of the task; tracks and times begin again. */
  async setOptions(options) {
    this.replace(kept(options), hasModel(options) ? await modelOf(options) : undefined);
  }

  replace(options, model) {
    const old = this.#core;
    if (!old) throw closed();
    const baseOptions = {...old.options.baseOptions, ...options.baseOptions};
    this.#core = new Core(old.module, old.kind, model ?? old.model, {...old.options, ...options, baseOptions});
  }

  /** Bytes of the module's memory. */
  get memoryByteCount() { return this.#core?.byteCount ?? 0; }

  /** Releases the task; later calls throw. */
  close() { this.#core = undefined; }
}

/** The worker's file is `files.workerPath`, or this one; one of another address is imported by a file of this page. */
function makeWorker(files) {
  const {location} = globalThis, url = new URL(files?.workerPath ?? import.meta.url, location?.href);
  const isElsewhere = location?.protocol.startsWith("http") && url.protocol.startsWith("http") && url.origin !== location.origin;
  const text = `import ${JSON.stringify(url.href)};`;
  const script = isElsewhere ? URL.createObjectURL(new Blob([text], {type: "text/javascript"})) : url;
  return new Worker(script, {type: "module", name: "mudra"});
}

/** A task in a worker of its own: the same calls, whose results are promises. */
class WorkerTask {
  #worker;
  #waiting = new Map();
  #next = 0;
  /** Why the worker has ended. */
  #fault;
  /** The last call that is on its way: calls are sent in the order in which they were made. */
  #last = Promise.resolve();

  static async make(Kind, files, options, namesGestures) {
    const task = new Kind();
    try {
      const worker = makeWorker(files);
      task.#worker = worker;
      worker.onmessage = ({data: {id, result, error}}) => {
        const waiting = task.#waiting.get(id);
        task.#waiting.delete(id);
        if (error) waiting?.reject(new MudraError(error.message, error.code)); else waiting?.resolve(result);
      };
      worker.onerror = event => task.#end(new MudraError(`the worker failed: ${event.message ?? "it cannot be loaded"}`, INTERNAL));
      const [module, model] = await Promise.all([compile(files), modelOf(options)]);
      await task.#ask({create: {module, model, options: kept(options), namesGestures}});
    } catch (error) {
      task.close();
      throw error instanceof MudraError ? error : new MudraError(`the worker cannot be made: ${error.message}`, INTERNAL);
    }
    return task;
  }

  #ask(message, pictures = []) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const drop = error => {
        for (const picture of pictures) picture.close?.();
        reject(error);
      };
      if (!this.#worker) return drop(this.#fault);
      this.#waiting.set(id, {resolve, reject});
      try { this.#worker.postMessage({...message, id}, pictures); } catch (error) {
        this.#waiting.delete(id);
        drop(new MudraError(`the picture cannot be sent: ${error.message}`, INVALID_ARGUMENT));
      }
    });
  }

  /** Sends what is getting ready: a message, and pictures that are handed over. */
  #send(ready) {
    const sent = Promise.allSettled([ready, this.#last]).then(async () => ({answer: this.#ask(...await ready)}));
    this.#last = sent.catch(() => {});
    return sent.then(({answer}) => answer);
  }

  process(mode, image, timestamp = performance.now(), processing) {
    return this.#send(this.#picture(mode, image, timestamp, processing));
  }

  async #picture(mode, image, timestamp, processing) {
    const rotation = rotationOf(processing);
    if (!this.#worker) throw this.#fault;
    // A copy that can be handed over, made before anything is awaited: elements show other frames later.
    if (ArrayBuffer.isView(image?.data)) {
      const {width, height} = image, data = image.data.slice();
      return [{process: {mode, image: {data, width, height}, rotation, timestamp}}, [data.buffer]];
    }
    const isVideo = typeof HTMLVideoElement !== "undefined" && image instanceof HTMLVideoElement;
    const isFrame = typeof VideoFrame !== "undefined" && image instanceof VideoFrame;
    let copy;
    try {
      copy = isFrame ? image.clone() : isVideo && typeof VideoFrame !== "undefined" ? new VideoFrame(image)
        : await createImageBitmap(image);
    } catch (error) {
      throw new MudraError(`the picture cannot be read: ${error.message}`, INVALID_ARGUMENT);
    }
    return [{process: {mode, image: copy, rotation, timestamp}}, [copy]];
  }

  setOptions(options) {
    const ready = async () => {
      const model = hasModel(options) ? await modelOf(options) : undefined;
      return [{options: {options: kept(options), model}}];
    };
    return this.#send(ready());
  }

  #end(error) {
    this.#fault ??= error;
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const {reject} of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Ends the worker; calls that wait and later ones are rejected. */
  close() { this.#end(closed()); }
}

const landmarkerCalls = Base => class extends Base {
  /** The hands in a picture. */
  detect(image, processing) { return this.process("IMAGE", image, 0, processing); }
  /** The hands in the next frame of a video, at a time in milliseconds. */
  detectForVideo(frame, timestamp, processing) { return this.process("VIDEO", frame, timestamp, processing); }
};

const recognizerCalls = Base => class extends Base {
  /** The hands in a picture and their gestures. */
  recognize(image, processing) { return this.process("IMAGE", image, 0, processing); }
  /** The same for the next frame of a video. */
  recognizeForVideo(frame, timestamp, processing) { return this.process("VIDEO", frame, timestamp, processing); }
};

class WorkerLandmarker extends landmarkerCalls(WorkerTask) {}
class WorkerRecognizer extends recognizerCalls(WorkerTask) {}

/** Finds hands and their 21 landmarks. */
export class HandLandmarker extends landmarkerCalls(Task) {
  static createFromOptions(files, options) { return Task.make(HandLandmarker, files, options, false); }
  /** A task in a worker of its own, whose calls return promises. */
  static createInWorker(files, options) { return WorkerTask.make(WorkerLandmarker, files, options, false); }
}

/** Finds hands and names their gestures. */
export class GestureRecognizer extends recognizerCalls(Task) {
  static createFromOptions(files, options) { return Task.make(GestureRecognizer, files, options, true); }
  /** A task in a worker of its own, whose calls return promises. */
  static createInWorker(files, options) { return WorkerTask.make(WorkerRecognizer, files, options, true); }
}

// MARK: Drawing

const STYLE = {color: "white", lineWidth: 4, radius: 6};

/** Draws results on a canvas. A style may be a function of the thing that is drawn: `{index, from}`, with `to` for a line. */
export class DrawingUtils {
  #context;

  constructor(context) { this.#context = context; }

  /** Calls `body` with the style of a thing set. */
  #drawn(style, thing, body) {
    const context = this.#context, styles = {...STYLE, ...style};
    const value = name => typeof styles[name] === "function" ? styles[name](thing) : styles[name];
    context.save();
    [context.strokeStyle, context.lineWidth] = [value("color"), value("lineWidth")];
    context.fillStyle = value("fillColor") ?? value("color");
    context.beginPath();
    body(context, value);
    context.restore();
  }

  drawLandmarks(landmarks, style) {
    landmarks?.forEach((from, index) => this.#drawn(style, {index, from}, (context, value) => {
      context.arc(from.x * context.canvas.width, from.y * context.canvas.height, value("radius"), 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }));
  }

  drawConnectors(landmarks, connections, style) {
    connections?.forEach(({start, end}, index) => {
      const [from, to] = [landmarks?.[start], landmarks?.[end]];
      if (!from || !to) return;
      this.#drawn(style, {index, from, to}, context => {
        const {width, height} = context.canvas;
        context.moveTo(from.x * width, from.y * height);
        context.lineTo(to.x * width, to.y * height);
        context.stroke();
      });
    });
  }

  drawBoundingBox({originX, originY, width, height}, style) {
    this.#drawn(style, {index: 0}, context => {
      context.rect(originX, originY, width, height);
      context.fill();
      context.stroke();
    });
  }

  /** The number for `x` on the line from y0 at x0 to y1 at x1, which does not go beyond them. */
  static lerp(x, x0, x1, y0, y1) {
    return DrawingUtils.clamp(y0 + (y1 - y0) * (x - x0) / (x1 - x0), Math.min(y0, y1), Math.max(y0, y1));
  }

  static clamp(value, least, most) { return Math.max(least, Math.min(value, most)); }

  close() {}
}

// MARK: The worker

if (typeof WorkerGlobalScope !== "undefined" && globalThis instanceof WorkerGlobalScope && globalThis.name === "mudra") {
  let task;
  const calls = {
    create({module, model, options, namesGestures}) {
      task = new Task(new Core(module, namesGestures ? 1 : 0, model, options), namesGestures);
    },
    options({options, model}) { task.replace(options, model); },
    process({mode, image, rotation, timestamp}) {
      try {
        return task.process(mode, image, timestamp, {rotationDegrees: rotation});
      } finally { image.close?.(); }
    },
  };
  globalThis.onmessage = ({data: {id, ...message}}) => {
    try {
      const [[name, argument]] = Object.entries(message);
      postMessage({id, result: calls[name](argument)});
    } catch (error) {
      postMessage({id, error: {message: error.message, code: error.code ?? INTERNAL}});
    }
  };
}
