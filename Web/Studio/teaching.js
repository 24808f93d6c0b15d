// Learns gestures in a worker of its own, which loads the module mudra-teaching.wasm. This file is the worker too.
import { compile, system } from "./mudra.js";

/** The worker, which is asked one thing after the other. */
export class Teacher {
  #worker = new Worker(import.meta.url, { type: "module", name: "mudra-teaching" });
  #waiting = [];
  #isReady;

  constructor() {
    this.#worker.onmessage = ({ data: { result, error } }) => {
      const { resolve, reject } = this.#waiting.shift();
      if (error) reject(new Error(error)); else resolve(result);
    };
    this.#worker.onerror = ({ message }) => this.#end(`teaching failed: ${message}`);
    this.#isReady = this.#load();
    this.#isReady.catch(() => {});
  }

  async #load() {
    const [module, poses] = await Promise.all([
      compile({ wasmBinaryPath: new URL("mudra-teaching.wasm", import.meta.url).href }), fetch("other_poses.embeddings")]);
    if (!poses.ok) throw new Error(`the other poses: status ${poses.status}`);
    await this.#send("create", { module, poses: new Uint8Array(await poses.arrayBuffer()) });
  }

  #send(name, content) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage([name, content]);
    });
  }

  /** What the worker's function of this name returns. */
  async ask(name, content) {
    await this.#isReady;
    return this.#send(name, content);
  }

  close() {
    this.#worker.terminate();
    this.#end("what was taught is forgotten");
  }

  #end(reason) { this.#waiting.splice(0).forEach(({ reject }) => reject(new Error(reason))); }
}

/** The module. */
export class Teaching {
  /** @param poses the file of other poses that comes with the library. */
  constructor({ module, poses }) {
    this.exports = new WebAssembly.Instance(module, system(module, () => this.exports.memory)).exports;
    this.exports._initialize();
    this.#call("other_poses", poses);
  }

  begin({ name, frames = 24 }) {
    this.#texts(name);
    this.#call("begin", frames);
  }

  finish() { this.#call("finish"); }

  remove({ name }) {
    this.#texts(name);
    this.#call("remove");
  }

  /** Takes a hand of a frame. */
  add({ values, landmarks, isRight }) {
    return this.#call("add", Float32Array.from(values), Float32Array.from(landmarks.flat()), Number(isRight));
  }

  /** Takes an example that was kept, or of a picture. */
  restore({ embedding: { values, cannedGesture = "" }, gesture, source, group = "", view }) {
    this.#texts(gesture, source, group, cannedGesture);
    this.#call("restore", Float32Array.from(values), Float64Array.from(view ? [view.size, view.turn, view.isRight] : []));
  }

  /** What is known of the gestures, and a bundle with them that is made of another one. */
  train(base) {
    const report = this.#call("train", base);
    const { memory, mudra_bundle, mudra_bundle_count } = this.exports;
    return { report, bundle: new Uint8Array(memory.buffer, mudra_bundle(), mudra_bundle_count()).slice() };
  }

  scores(values) { return this.#call("scores", Float32Array.from(values)); }

  /** Sets what the next calls are about. */
  #texts(...texts) { texts.forEach((text, index) => this.#call("set_text", index, new TextEncoder().encode(text))); }

  /** Calls a function with numbers and lists, each of which becomes its place and its length. Returns what it says. */
  #call(name, ...values) {
    const { memory, mudra_allocate, mudra_free, mudra_text, mudra_text_count } = this.exports;
    const places = [];
    const parameters = values.flatMap(value => {
      if (!ArrayBuffer.isView(value)) return value;
      const place = mudra_allocate(Math.max(value.byteLength, 1));
      if (!place) throw new Error("not enough memory");
      places.push(place);
      new Uint8Array(memory.buffer).set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), place);
      return [place, value.length];
    });
    const code = this.exports[`mudra_${name}`](...parameters);
    places.forEach(mudra_free);
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, mudra_text(), mudra_text_count()));
    if (code < 0) throw new Error(text);
    return text ? JSON.parse(text) : null;
  }
}

if (globalThis.name === "mudra-teaching" && typeof WorkerGlobalScope !== "undefined") {
  let teaching;
  globalThis.onmessage = ({ data: [name, content] }) => {
    try {
      if (name === "create") teaching = new Teaching(content);
      postMessage({ result: name === "create" ? null : teaching[name](content) });
    } catch (error) {
      postMessage({ error: error.message });
    }
  };
}
