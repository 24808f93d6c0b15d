// The recordings that the browser keeps: written down while they run, so that a reload loses half a second at most.
import { element } from "./hands.js";
import { Recorder } from "./recording.js";

const megabytes = count => `${(count / 1e6).toFixed(1)} MB`;

export class Recordings {
  /** What all recordings together may take. */
  byteLimit = 500e6;
  #kept = [];
  /** The parts of recordings that no store takes, by their numbers. */
  #inMemory = new Map();
  #running = null;
  #writing = Promise.resolve();

  /** @param actions what to do with a recording's file: `save` and `replay`; and `say` for what is to be known. */
  constructor(list, store, actions) {
    Object.assign(this, { list, store, actions });
  }

  async load() {
    this.#kept = (await this.store.all("recordings")).map(kept => ({ ...kept, isRunning: false })).concat(this.#kept);
    this.#show();
  }

  get isRunning() { return this.#running !== null; }
  get #byteCount() { return this.#kept.reduce((sum, { byteCount }) => sum + byteCount, 0); }

  /** @param after the last frame that was sent before: it is answered by another session. */
  start(options, model, after) {
    if (this.#byteCount >= this.byteLimit) {
      return this.actions.say(`The recordings take ${megabytes(this.#byteCount)}, and ${megabytes(this.byteLimit)} is the limit: delete one first.`);
    }
    const id = Date.now();
    const recorder = new Recorder(options, model);
    const facts = { id, began: new Date(id).toISOString(), count: 0, byteCount: 0 };
    this.#running = { recorder, facts, after, next: 0, timer: setInterval(() => this.#write(), 500) };
    this.#kept.push(facts);
    this.#write();
    this.#show();
  }

  /** Adds a frame and its answer. Says how much there is, and stops at the limit. */
  add(message, result) {
    const running = this.#running;
    const number = new DataView(message.buffer, message.byteOffset).getUint32(8, true);
    if (!running || running.isFull || number <= running.after) return;
    if (running.options && number > running.options.after) {
      running.recorder.options(running.options.options);
      running.options = null;
    }
    running.recorder.add(message, result);
    running.facts.count = running.recorder.count;
    running.facts.byteCount = running.recorder.byteCount;
    this.actions.say(`${running.facts.count} frames, ${megabytes(running.facts.byteCount)}, all recordings ${megabytes(this.#byteCount)} of ${megabytes(this.byteLimit)}`);
    running.isFull = this.#byteCount >= this.byteLimit;
    if (running.isFull) this.actions.full(`Stopped: ${megabytes(this.byteLimit)} is the limit of all recordings together.`);
  }

  /** Other options, which hold for the frames that are sent from now on. */
  options(options, after) { if (this.#running) this.#running.options = { options, after }; }

  /** Ends the recording. Returns its facts; null if none runs. */
  async stop() {
    if (!this.isRunning) return null;
    const { facts, timer } = this.#running;
    clearInterval(timer);
    await this.#write();
    this.#running = null;
    this.#show();
    return facts;
  }

  /** A recording as a file. */
  async file({ id }) {
    await this.#writing;
    const stored = (await this.store.all("parts", `${id}-`)).toSorted((a, b) => a.index - b.index);
    const parts = stored.map(({ bytes }) => bytes).concat(this.#inMemory.get(id) ?? []);
    return new File(parts, "session.mudra");
  }

  /** Writes what came since the last time; in order, one after the other. */
  #write() {
    const running = this.#running;
    const parts = running.recorder.take();
    if (parts.length === 0) return this.#writing;
    const recordings = { ...running.facts };
    const { id } = recordings;
    const index = running.next++;
    this.#writing = this.#writing.then(async () => {
      const bytes = new Blob(parts);
      // Together, so that what is listed is what is there.
      const isKept = !this.#inMemory.has(id) && await this.store.putAll({ recordings, parts: { id: `${id}-${index}`, index, bytes } });
      if (!isKept) this.#inMemory.set(id, [...this.#inMemory.get(id) ?? [], bytes]);
    });
    return this.#writing;
  }

  async #delete(facts) {
    this.#kept = this.#kept.filter(kept => kept !== facts);
    this.#inMemory.delete(facts.id);
    this.#show();
    await this.store.deleteAll("parts", `${facts.id}-`);
    await this.store.delete("recordings", facts.id);
  }

  #show() {
    const done = this.#kept.filter(facts => facts !== this.#running?.facts);
    this.list.replaceChildren(...done.map(facts => {
      const item = element("li");
      const when = new Date(facts.began).toLocaleString();
      const button = (text, act) => {
        const button = element("button", "quiet", text);
        button.setAttribute("aria-label", `${text} the recording of ${when}`);
        button.addEventListener("click", act);
        return button;
      };
      const row = element("span", "row");
      const remove = button("Delete", () => {
        // The file may be the only one: the second press deletes it.
        if (remove.textContent === "Really?") return this.#delete(facts);
        remove.textContent = "Really?";
        setTimeout(() => { remove.textContent = "Delete"; }, 3000);
      });
      row.append(button("Save", async () => this.actions.save(await this.file(facts), facts)),
        button("Replay", async () => this.actions.replay(await this.file(facts))), remove);
      item.append(element("span", "", `${when}, ${facts.count} frames, ${megabytes(facts.byteCount)}`), row);
      return item;
    }));
  }
}
