// The studio without a server: hands are found by workers of mudra.js. Stands for the file of this name of Examples/Studio, with the
// same functions.
import { Flag, Format, frameMessage } from "./frames.js";
import { FilesetResolver, GestureRecognizer, HandLandmarker } from "./mudra.js";
import { Teacher } from "./teaching.js";
import { Touchless } from "./touchless.js";

const offered = new Set(["live", "files", "cards", "teach", "record", "options", "code", "task", "numHands", "minHandDetectionConfidence", "minHandPresenceConfidence",
  "minTrackingConfidence", "canned.scoreThreshold", "canned.allow", "canned.deny", "custom.scoreThreshold", "custom.allow", "custom.deny"]);

/** Whether there are other files beside the page: not where all are in one. */
const isServed = import.meta.url.startsWith(location.origin);

/** Whether a tab or an option of the page does something. */
export function offers(name) { return name === "setup" ? isServed : offered.has(name); }

/** What is said of those that do nothing. */
export const missing = "This page needs no server, and works without a network once it has been open. Motions and the other options are in the studio of Tools/studio.";

const usualModel = "gesture_recognizer.task";
const limits = { messageBytes: 1 << 26, sideLength: 1920, hands: 10, textBytes: 1 << 19, taughtGestures: 50, taughtExamples: 5000, taughtHands: 18_000 };

/** The shortest decimal number of a float. */
const decimal = value => Number(value.toPrecision(9));

/** A hand as mudra.result/1 has it. */
function line({ side, sideScore, gesture, landmarks, worldLandmarks }) {
  const points = list => list.map(({ x, y, z }) => [decimal(x), decimal(y), decimal(z)]);
  return {
    handedness: { name: side, score: decimal(sideScore), index: side === "Left" ? 1 : 0 },
    gestures: gesture ? [{ name: gesture.name, score: decimal(gesture.score) }] : [],
    landmarks: points(landmarks), worldLandmarks: points(worldLandmarks),
  };
}

/** The side of a box around landmarks. */
const sizeOf = landmarks => Math.max(...[0, 1].map(axis => {
  const places = landmarks.map(point => point[axis]);
  return Math.max(...places) - Math.min(...places);
}));

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
  /** The model that the page began with. */
  #base = null;
  #isTrained = false;
  #teacher = null;
  /** The name of the gesture that is learned; null if none is. */
  #learning = null;
  #pictureCount = 0;
  #options = {};
  /** The tasks of this page: one for pictures, one for a video, one for pictures of a gesture that is taught. They are made when
      they are needed. */
  #tasks = new Map();
  #touchless = new Touchless();
  model = null;
  defaults = null;
  limits = limits;

  async open() {
    try {
      if (isServed) navigator.serviceWorker?.register("offline.js").catch(() => {});
      this.#files = await FilesetResolver.forVisionTasks();
      const response = await fetch(usualModel);
      if (!response.ok) throw new Error(`the model: status ${response.status}`);
      this.#base = new Uint8Array(await response.arrayBuffer());
      await this.#take(usualModel, this.#base);
      this.#emit("state", { isOpen: true });
    } catch (error) {
      this.#emit("error", { code: "start", message: error.message });
      this.#emit("state", { isOpen: false, isFull: false, reason: error.message });
    }
  }

  get lastNumber() { return this.#number; }

  get isOpen() { return this.model !== null; }

  async send({ type, ...content }) {
    const isTeaching = type.startsWith("teach.");
    try {
      await (isTeaching ? this.#teach(type.slice(6), content) : this.#do(type, content));
    } catch (error) {
      this.#emit("error", { code: isTeaching ? "teach" : type, message: error.message });
    }
  }

  async #do(type, { options }) {
    if (type === "restart") this.#forget("VIDEO");
    if (type === "model.reset") await this.#reset();
    if (type !== "options") return;
    this.#forget("VIDEO", "IMAGE");
    this.#options = options;
    // Options that do not hold are told at once, and those before go on no more than they do.
    await this.#using("IMAGE", () => {});
    this.#emit("options", { options });
  }

  async #reset() {
    await this.#take(usualModel, this.#base);
    this.#emit("model", { model: this.model, isOwn: false });
  }

  async #teach(type, content) {
    const ask = (name, content) => (this.#teacher ??= new Teacher()).ask(name, content);
    if (type === "begin" || type === "stop") {
      this.#learning = type === "begin" ? content.name : null;
      this.#forget("VIDEO");
    }
    switch (type) {
    case "begin":
      return ask("begin", content).catch(error => {
        this.#learning = null;
        throw error;
      });
    case "stop": return this.#teacher?.ask("finish");
    case "remove": return this.#teacher?.ask("remove", content);
    case "add":
      await Promise.all((content.examples ?? []).map(example => ask("restore", example)));
      if (content.motions) throw new Error("Motions are kept, and learned in the studio of Tools/studio only.");
      return;
    case "train": {
      const { report, bundle } = await ask("train", this.#base);
      await this.#take("my-gestures.task", bundle, true);
      this.#emit("trained", { report, byteCount: bundle.length });
      return this.#emit("model", { model: this.model, isOwn: true });
    }
    case "download":
      if (!this.#isTrained) throw new Error("nothing was trained yet");
      return this.#emit("bytes", this.#bytes);
    case "forget":
      this.#teacher?.close();
      this.#teacher = null;
      if (this.#bytes !== this.#base) await this.#reset();
    }
  }

  /** Takes the hand of a picture as an example of the gesture that is learned. */
  async #example(picture) {
    const gesture = this.#learning;
    if (gesture === null) throw new Error("no gesture was begun");
    const [hand] = (await this.#using("EXAMPLE", task => task(picture))).hands;
    if (!hand?.embedding) throw new Error("the picture shows no hand");
    const name = hand.gesture?.name;
    const isCanned = name && name !== "None";
    const embedding = { values: Array.from(hand.embedding, decimal), ...(isCanned && { cannedGesture: name }) };
    const example = { embedding, gesture, source: `picture ${++this.#pictureCount}` };
    await this.#teacher.ask("restore", example);
    return example;
  }

  /** What teaching makes of a video's frame: how far it is, and how near the hand is to each gesture. */
  async #taught(hands) {
    const name = this.#learning;
    const shown = hands.filter(({ embedding }) => embedding).map(({ landmarks, side, embedding }) => ({
      values: embedding, landmarks: landmarks.map(({ x, y, z }) => [x, y, z].map(decimal)), isRight: side === "Right" }));
    if (name !== null) {
      const [hand] = shown.toSorted((a, b) => sizeOf(b.landmarks) - sizeOf(a.landmarks));
      const teach = { name, ...(hand ? await this.#teacher.ask("add", hand) : { state: "noHand", missing: [] }) };
      if (teach.example) Object.assign(teach.example, { gesture: name, embedding: { values: Array.from(hand.values, decimal) } });
      return { teach };
    }
    return this.#isTrained && this.#teacher && shown.length > 0 ? { scores: await this.#teacher.ask("scores", shown[0].values) } : {};
  }

  async frame(header, pixels) {
    const number = ++this.#number;
    const message = frameMessage({ ...header, number }, pixels);
    const isStill = Boolean(header.flags & Flag.still);
    if (!(header.flags & Flag.example)) {
      const answer = await this.#using(isStill ? "IMAGE" : "VIDEO", task => this.#answer(task, header, isStill, pixels));
      return { answer: { ...answer, number }, message };
    }
    const picture = await decoded(header, pixels);
    try {
      return { answer: { type: "teach", number, example: await this.#example(picture) }, message };
    } finally {
      picture.close();
    }
  }

  async #answer(task, header, isStill, pixels) {
    const start = performance.now();
    const picture = await decoded(header, pixels);
    const { width = picture.displayWidth, height = picture.displayHeight } = picture;
    const ready = performance.now();
    try {
      const found = await task(picture, header.milliseconds);
      const result = {
        schema: "mudra.result/1", source: isStill ? "picture" : "camera", timestampMs: header.milliseconds, width, height,
        hands: found.hands.map(line),
      };
      return { type: "result", dropped: 0, decodeMs: ready - start, inferMs: performance.now() - ready, result,
        ...(!isStill && { ...this.#touchless.update(result, header.milliseconds), ...await this.#taught(found.hands) }) };
    } finally {
      picture.close();
    }
  }

  async sendModel(name, buffer) {
    const [before, bytes, isTrained] = [this.model, this.#bytes, this.#isTrained];
    await this.#take(name, buffer);
    try {
      await this.#using("IMAGE", () => {});
      this.#emit("model", { model: this.model, isOwn: true });
    } catch (error) {
      [this.model, this.#bytes, this.#isTrained] = [before, bytes, isTrained];
      this.#forget("VIDEO", "IMAGE", "EXAMPLE");
      this.#emit("error", { code: "model", message: `${name}: ${error.message}` });
    }
  }

  async #take(name, buffer, isTrained = false) {
    // The same bytes, not a copy, of an array.
    this.#bytes = buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer);
    this.#isTrained = isTrained;
    this.#forget("VIDEO", "IMAGE", "EXAMPLE");
    const digest = await crypto.subtle?.digest("SHA-256", buffer);
    const sha256 = digest && [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, "0")).join("");
    this.model = { name, byteCount: buffer.byteLength, sha256 };
  }

  /** Ends tasks, once the frames that came before are answered; the next frame makes another one. */
  #forget(...modes) {
    this.#touchless = new Touchless();
    for (const mode of modes) {
      const held = this.#tasks.get(mode);
      this.#tasks.delete(mode);
      if (held) this.#release(Object.assign(held, { isOver: true }));
    }
  }

  #release({ task, users, isOver }) { if (isOver && users === 0) task.then(({ close }) => close(), () => {}); }

  /** Calls `body` with the task of pictures, or of a video. */
  async #using(mode, body) {
    if (!this.#tasks.has(mode)) this.#tasks.set(mode, { task: this.#made(mode), users: 0, isOver: false });
    const held = this.#tasks.get(mode);
    held.users += 1;
    try {
      return await body(await held.task);
    } finally {
      held.users -= 1;
      this.#release(held);
    }
  }

  /** A function that finds hands in pictures, or in the frames of a video. */
  async #made(mode) {
    const isExample = mode === "EXAMPLE";
    const { task = "gestures", canned = {}, custom = {}, embeddings, ...options } = isExample ? {} : this.#options;
    const filter = ({ scoreThreshold, allow = [], deny = [] }) => ({
      ...(scoreThreshold > 0 && { scoreThreshold }), ...(allow.length > 0 && { categoryAllowlist: allow }), ...(deny.length > 0 && { categoryDenylist: deny }) });
    const Kind = task === "gestures" ? GestureRecognizer : HandLandmarker;
    const made = await Kind.createInWorker(this.#files, {
      baseOptions: { modelAssetBuffer: isExample && this.#isTrained ? this.#base : this.#bytes }, runningMode: mode === "VIDEO" ? mode : "IMAGE",
      outputEmbeddings: isExample || (mode === "VIDEO" && (embeddings || this.#learning !== null)), numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence, minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence, cannedGesturesClassifierOptions: filter(canned), customGesturesClassifierOptions: filter(custom),
    });
    const [still, video] = task === "gestures" ? ["recognize", "recognizeForVideo"] : ["detect", "detectForVideo"];
    const run = mode !== "VIDEO" ? picture => made[still](picture) : (picture, milliseconds) => made[video](picture, milliseconds);
    return Object.assign(run, { close: () => made.close() });
  }

  #emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
