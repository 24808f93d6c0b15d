// The studio without a server: hands are found by workers of mudra.js. Stands for the file of this name of Examples/Studio, with the
// same functions.
import { Flag, Format, frameMessage } from "./frames.js";
import { FilesetResolver, GestureRecognizer, HandLandmarker } from "./mudra.js";
import { Touchless } from "./touchless.js";

const offered = new Set(["live", "files", "cards", "options", "code", "task", "numHands", "minHandDetectionConfidence", "minHandPresenceConfidence",
  "minTrackingConfidence", "canned.scoreThreshold", "canned.allow", "canned.deny", "custom.scoreThreshold", "custom.allow", "custom.deny"]);

/** Whether a tab or an option of the page does something. */
export function offers(name) { return offered.has(name); }

/** What is said of those that do nothing. */
export const missing = "This page needs no server, and works without a network once it has been open. Teaching, recording and the other options are in the studio of Tools/studio.";

const limits = { messageBytes: 1 << 26, sideLength: 1920, hands: 10, textBytes: 1 << 19, taughtGestures: 0, taughtExamples: 0, taughtHands: 0 };

/** The shortest decimal number of a float. */
const decimal = value => Number(value.toPrecision(9));

/** A hand as mudra.result/1 has it. */
function hand(result, index) {
  const points = list => list[index].map(({ x, y, z }) => [decimal(x), decimal(y), decimal(z)]);
  const [{ categoryName, score, index: side }] = result.handedness[index];
  const [gesture] = result.gestures?.[index] ?? [];
  return {
    handedness: { name: categoryName, score: decimal(score), index: side },
    gestures: gesture ? [{ name: gesture.categoryName, score: decimal(gesture.score) }] : [],
    landmarks: points(result.landmarks), worldLandmarks: points(result.worldLandmarks),
  };
}

/** A frame's pixels, as the browser decodes them. */
function decoded({ format, flags = 0, width, height }, pixels) {
  if (format === Format.picture) return createImageBitmap(new Blob([pixels]), { colorSpaceConversion: "none" });
  const colorSpace = { matrix: flags & Flag.bt709 ? "bt709" : "smpte170m", fullRange: Boolean(flags & Flag.fullRange) };
  return new VideoFrame(pixels, { format: format === Format.nv12 ? "NV12" : "I420", codedWidth: width, codedHeight: height, timestamp: 0, colorSpace });
}

/** What the connection to a server is elsewhere. Dispatches an event for each kind of message; `state` when it opens. */
export class Connection extends EventTarget {
  #number = 0;
  #files = null;
  #bytes = null;
  #options = {};
  /** The tasks of this page: one for pictures, one for a video. They are made when they are needed. */
  #tasks = new Map();
  #touchless = new Touchless();
  model = null;
  defaults = null;
  limits = limits;

  async open() {
    try {
      navigator.serviceWorker?.register("offline.js").catch(() => {});
      this.#files = await FilesetResolver.forVisionTasks();
      const response = await fetch("gesture_recognizer.task");
      if (!response.ok) throw new Error(`the model: status ${response.status}`);
      await this.#take("gesture_recognizer.task", await response.arrayBuffer());
      this.#emit("state", { isOpen: true });
    } catch (error) {
      this.#emit("error", { code: "start", message: error.message });
      this.#emit("state", { isOpen: false, isFull: false, reason: error.message });
    }
  }

  get lastNumber() { return this.#number; }

  get isOpen() { return this.model !== null; }

  async send({ type, options }) {
    if (type === "restart") this.#forget("VIDEO");
    if (type === "model.reset") {
      await this.#take("gesture_recognizer.task", await (await fetch("gesture_recognizer.task")).arrayBuffer());
      this.#emit("model", { model: this.model, isOwn: false });
    }
    if (type !== "options") return;
    this.#forget("VIDEO", "IMAGE");
    this.#options = options;
    // Options that do not hold are told at once, and those before go on no more than they do.
    await this.#task("IMAGE").then(() => this.#emit("options", { options }), error => this.#emit("error", { code: "options", message: error.message }));
  }

  async frame(header, pixels) {
    const number = ++this.#number;
    const message = frameMessage({ ...header, number }, pixels);
    const isStill = Boolean(header.flags & Flag.still);
    const start = performance.now();
    const task = await this.#task(isStill ? "IMAGE" : "VIDEO");
    const picture = await decoded(header, pixels);
    const { width = picture.displayWidth, height = picture.displayHeight } = picture;
    const ready = performance.now();
    try {
      const found = await task(picture, header.milliseconds);
      const result = {
        schema: "mudra.result/1", source: isStill ? "picture" : "camera", timestampMs: header.milliseconds, width, height,
        hands: found.landmarks.map((_, index) => hand(found, index)),
      };
      const answer = { type: "result", number, dropped: 0, decodeMs: ready - start, inferMs: performance.now() - ready, result,
        ...(!isStill && this.#touchless.update(result, header.milliseconds)) };
      return { answer, message };
    } finally {
      picture.close();
    }
  }

  async sendModel(name, buffer) {
    const [before, bytes] = [this.model, this.#bytes];
    await this.#take(name, buffer);
    try {
      await this.#task("IMAGE");
      this.#emit("model", { model: this.model, isOwn: true });
    } catch (error) {
      [this.model, this.#bytes] = [before, bytes];
      this.#forget("VIDEO", "IMAGE");
      this.#emit("error", { code: "model", message: `${name}: ${error.message}` });
    }
  }

  async #take(name, buffer) {
    this.#bytes = new Uint8Array(buffer);
    this.#forget("VIDEO", "IMAGE");
    const digest = await crypto.subtle?.digest("SHA-256", buffer);
    const sha256 = digest && [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, "0")).join("");
    this.model = { name, byteCount: buffer.byteLength, sha256 };
  }

  /** Ends tasks; the next frame makes another one. */
  #forget(...modes) {
    this.#touchless = new Touchless();
    for (const mode of modes) {
      this.#tasks.get(mode)?.then(({ close }) => close(), () => {});
      this.#tasks.delete(mode);
    }
  }

  /** A function that finds hands in pictures, or in the frames of a video. */
  #task(mode) {
    if (!this.#tasks.has(mode)) this.#tasks.set(mode, this.#made(mode));
    return this.#tasks.get(mode);
  }

  async #made(runningMode) {
    const { task = "gestures", canned = {}, custom = {}, ...options } = this.#options;
    const filter = ({ scoreThreshold, allow = [], deny = [] }) => ({
      ...(scoreThreshold > 0 && { scoreThreshold }), ...(allow.length > 0 && { categoryAllowlist: allow }), ...(deny.length > 0 && { categoryDenylist: deny }) });
    const Kind = task === "gestures" ? GestureRecognizer : HandLandmarker;
    const made = await Kind.createInWorker(this.#files, {
      baseOptions: { modelAssetBuffer: this.#bytes }, runningMode, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence, minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence, cannedGesturesClassifierOptions: filter(canned), customGesturesClassifierOptions: filter(custom),
    });
    const [still, video] = task === "gestures" ? ["recognize", "recognizeForVideo"] : ["detect", "detectForVideo"];
    const run = runningMode === "IMAGE" ? picture => made[still](picture) : (picture, milliseconds) => made[video](picture, milliseconds);
    return Object.assign(run, { close: () => made.close() });
  }

  #emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
