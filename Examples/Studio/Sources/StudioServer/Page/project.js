// The project: the examples of gestures, which the page keeps and the server only borrows.
const schema = "mudra.project/1";
const fileLimit = 256 << 20;

/** An example without what only the page knows of it: as the server, and mudra train, take it. */
const bare = ({ embedding, gesture, source, group, view }) => ({ embedding, gesture, source, group, view });

export class Project extends EventTarget {
  samples = [];
  /** How many samples the gestures in use were trained on, which a new session trains again; 0 for none. */
  trainedCount = 0;
  /** A model that was given: its name and bytes. */
  model = null;
  /** Whether a file has all of it. */
  isSaved = true;
  /** What there was before the last removal. */
  #before = null;
  #next = 1;
  /** Whether samples were taken before those that are kept were there: the session has them already. */
  wasBegun = false;

  constructor(store) {
    super();
    this.store = store;
  }

  async load() {
    // Samples that were taken while the store was opened stay.
    const taken = this.samples;
    const kept = await this.store.all("samples");
    const facts = await this.store.get("project", "facts");
    const model = await this.store.get("project", "model");
    this.#next = Math.max(0, ...kept.map(({ id }) => id)) + 1;
    this.samples = kept;
    if (facts) Object.assign(this, { trainedCount: Math.min(facts.trainedCount, kept.length), isSaved: facts.isSaved });
    this.model ??= model ?? null;
    for (const sample of taken) this.add(sample, sample.thumbnail);
    this.wasBegun = taken.length > 0;
    this.#changed();
  }

  /** The names of the gestures, in the order in which they were taught. */
  get names() { return [...new Set(this.samples.map(({ gesture }) => gesture))]; }
  of(name) { return this.samples.filter(({ gesture }) => gesture === name); }
  get canUndo() { return this.#before !== null; }

  add(example, thumbnail = null) {
    const sample = { ...bare(example), id: this.#next++, thumbnail };
    this.samples.push(sample);
    this.store.put("samples", sample);
    this.#edited();
  }

  /** Removes one sample. */
  remove(id) { this.#keepOnly(sample => sample.id !== id); }
  removeGesture(name) { this.#keepOnly(({ gesture }) => gesture !== name); }
  clear() { this.#keepOnly(() => false); }

  undo() {
    const before = this.#before;
    if (before) this.#replace(before.samples, before.trainedCount, null);
  }

  setTrained(count) {
    this.trainedCount = count;
    if (count > 0) this.#keepModel(null);
    this.#keepFacts();
  }

  setSaved() {
    this.isSaved = true;
    this.#keepFacts();
  }

  /** Keeps a model that was given, which is used in place of what was trained; null for none. */
  setModel(model) {
    this.#keepModel(model);
    this.setTrained(0);
  }

  async #keepModel(model) {
    this.model = model;
    if (model) await this.store.put("project", { id: "model", ...model });
    else await this.store.delete("project", "model");
  }

  // MARK: The server

  /** The commands that give a session the examples of some gestures, each within the limit of a text. */
  commands(limit, samples = this.samples) {
    const commands = [];
    let [list, size] = [[], 0];
    for (const example of samples.map(bare)) {
      const length = new TextEncoder().encode(JSON.stringify(example)).length + 1;
      if (list.length > 0 && size + length > limit - 100) {
        commands.push({ type: "teach.add", examples: list });
        [list, size] = [[], 0];
      }
      list.push(example);
      size += length;
    }
    if (list.length > 0) commands.push({ type: "teach.add", examples: list });
    return commands;
  }

  // MARK: Files

  /** The project as a file, which `mudra train --extend` reads too, beside its bundle. */
  file(options) {
    return JSON.stringify({
      schema, options, trainedCount: this.trainedCount, thumbnails: this.samples.map(({ thumbnail }) => thumbnail),
      examples: this.samples.map(bare), skipped: [], bordered: [],
    });
  }

  /** Takes the project of a file in the place of this one, which `undo` brings back. Returns its options, and how many of its
      examples are of no gesture, and left out. */
  async open(file, limits) {
    if (file.size > fileLimit) throw new Error(`it has more than ${fileLimit >> 20} MB`);
    let content;
    try {
      content = JSON.parse(await file.text());
    } catch {
      throw new Error("it is not a project");
    }
    const { thumbnails = [], options = null, trainedCount = 0 } = content ?? {};
    if (!Array.isArray(content?.examples) || !Array.isArray(thumbnails)) throw new Error("it is not a project");
    // mudra train also keeps poses that are no gesture, which the server does not take.
    const examples = content.examples.filter(example => example?.gesture !== undefined);
    if (content.schema !== undefined && content.schema !== schema) throw new Error("it is of an unknown version");
    if (examples.length > limits.taughtExamples) throw new Error(`it has more than ${limits.taughtExamples} examples`);
    const fault = examples.findIndex(example => !isExample(example));
    if (fault >= 0) throw new Error(`its example ${fault + 1} cannot be used`);
    const samples = examples.map((example, index) => ({
      ...bare(example), id: this.#next++, thumbnail: isThumbnail(thumbnails[index]) ? thumbnails[index] : null,
    }));
    if (new Set(samples.map(({ gesture }) => gesture)).size > limits.taughtGestures) {
      throw new Error(`it has more than ${limits.taughtGestures} gestures`);
    }
    this.#replace(samples, Number.isInteger(trainedCount) ? Math.max(0, Math.min(trainedCount, samples.length)) : 0);
    this.setSaved();
    return { options, leftOutCount: content.examples.length - examples.length };
  }

  // MARK: Changes

  #keepOnly(isKept) { this.#replace(this.samples.filter(isKept), 0); }

  #replace(samples, trainedCount, before = { samples: this.samples, trainedCount: this.trainedCount }) {
    this.#before = before?.samples.length > 0 ? before : null;
    Object.assign(this, { samples, trainedCount });
    this.store.replace("samples", samples);
    this.isSaved = samples.length === 0;
    this.#keepFacts();
    this.dispatchEvent(new Event("replaced"));
  }

  #edited() {
    this.#before = null;
    this.isSaved = false;
    this.#keepFacts();
  }

  #keepFacts() {
    this.store.put("project", { id: "facts", trainedCount: this.trainedCount, isSaved: this.isSaved });
    this.#changed();
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}

const isText = (value, length) => typeof value === "string" && value.length > 0 && value.length <= length;

/** Whether a file's example has the form that the server takes; the server checks what it says. */
function isExample(example) {
  const values = example?.embedding?.values;
  return isText(example?.gesture, 256) && Array.isArray(values) && values.length > 0 && values.length <= 512
    && values.every(Number.isFinite) && typeof example.source === "string" && example.source.length <= 1024
    && (example.group === undefined || isText(example.group, 1024));
}

/** Whether a file's thumbnail is a small picture, and nothing that a browser would fetch. */
function isThumbnail(text) { return isText(text, 20_000) && /^data:image\/jpeg;base64,[A-Za-z0-9+/=]+$/.test(text); }
