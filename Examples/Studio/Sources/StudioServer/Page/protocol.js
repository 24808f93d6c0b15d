// The socket: frames as messages of bytes, everything else as JSON. PROTOCOL.md describes both. In the studio without a server, a
// file with the same functions is in its place (Web/Studio/protocol.js).
import { frameMessage } from "./frames.js";

/** Whether a tab or an option of the page does something: the server can do all of it. */
export function offers() { return true; }

/** What is said of those that do nothing. */
export const missing = "";

/** Whether the server answers at all: one that does, and takes no socket, has as many as it takes. */
async function isThere() {
  try {
    return (await fetch(new URL("icon.svg", import.meta.url), { method: "HEAD" })).ok;
  } catch {
    return false;
  }
}

/** The connection to the server. Dispatches an event for each kind of message; `state` when it opens or closes. */
export class Connection extends EventTarget {
  #socket = null;
  #waiting = new Map();
  #number = 0;
  #delay = 250;
  model = null;
  defaults = null;

  open() {
    // Beside this file, which a page of another origin may have loaded.
    const address = new URL("socket", import.meta.url);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onmessage = event => this.#receive(event.data);
    let wasOpen = false;
    socket.onclose = async event => {
      this.#socket = null;
      for (const { reject } of this.#waiting.values()) reject(new Error("the connection was closed"));
      this.#waiting.clear();
      this.#emit("state", { isOpen: false, isFull: !wasOpen && await isThere(), reason: event.reason });
      setTimeout(() => this.open(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 5000);
    };
    socket.onopen = () => { wasOpen = true; this.#delay = 250; };
    this.#socket = socket;
  }

  /** The number of the frame that was sent last: later ones come after what is sent now. */
  get lastNumber() { return this.#number; }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN && this.model !== null; }

  send(command) { if (this.isOpen) this.#socket.send(JSON.stringify(command)); }

  /** Sends a frame. The promise has the server's answer, and the message as it was sent. */
  frame(header, pixels) {
    if (!this.isOpen) return Promise.reject(new Error("there is no connection"));
    const number = ++this.#number;
    const message = frameMessage({ ...header, number }, pixels);
    if (message.byteLength > this.limits.messageBytes) return Promise.reject(new Error("the frame is too large"));
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve: answer => resolve({ answer, message }), reject });
      this.#socket.send(message);
    });
  }

  /** Sends a model in parts. */
  async sendModel(name, buffer) {
    this.send({ type: "model.begin", name, byteCount: buffer.byteLength });
    for (let start = 0; start < buffer.byteLength; start += 1 << 20) {
      const part = new Uint8Array(buffer, start, Math.min(1 << 20, buffer.byteLength - start));
      const message = new Uint8Array(1 + part.length);
      message[0] = 0x50;
      message.set(part, 1);
      this.#socket.send(message);
    }
  }

  #receive(data) {
    if (typeof data !== "string") return this.#emit("bytes", data);
    const message = JSON.parse(data);
    if (message.type === "hello") {
      Object.assign(this, { model: message.model, defaults: message.defaults, limits: message.limits });
      this.#emit("state", { isOpen: true });
    }
    const waiting = this.#waiting.get(message.number);
    if (waiting) {
      this.#waiting.delete(message.number);
      if (message.type === "error") waiting.reject(new Error(message.message));
      else waiting.resolve(message);
    }
    this.#emit(message.type, message);
  }

  #emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
