// The project: the examples of gestures and motions, which the page keeps and the server only borrows.
import { checked, handCount } from "./motions.js";

const schema = "mudra.project/1";
const fileLimit = 256 << 20;

/** An example without what only the page knows of it: as the server, and mudra train, take it. */
const bare = ({ embedding, gesture, source, group, view }) => ({ embedding, gesture, source, group, view });

export class Project extends EventTarget {
  samples = [];
  /** How many samples the gestures in use were trained on, which a new session trains again; 0 for none. */
  trainedCount = 0;
  /** Examples of motions, and other movements, whose `motion` is null: their frames, `source` and thumbnail. */
  motions = [];
  /** The motions in use, as the options take them: the bytes of their file as base64; null for none. */
  motionModel = null;
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
    const [taken, takenMotions] = [this.samples, this.motions];
    const kept = await this.store.all("samples");
    const keptMotions = await this.store.all("motions");
    const facts = await this.store.get("project", "facts");
    const model = await this.store.get("project", "model");
    this.#next = [...kept, ...keptMotions].reduce((most, { id }) => Math.max(most, id), 0) + 1;
    Object.assign(this, { samples: kept, motions: keptMotions });
    this.motionModel ??= (await this.store.get("project", "motions"))?.model ?? null;
    if (facts) Object.assign(this, { trainedCount: Math.min(facts.trainedCount, kept.length), isSaved: facts.isSaved });
    this.model ??= model ?? null;
    for (const sample of taken) this.add(sample, sample.thumbnail);
    for (const motion of takenMotions) this.addMotion(motion);
    this.wasBegun = taken.length + takenMotions.length > 0;
    this.#changed();
    this.#motionsChanged();
  }

  /** The names of the gestures, in the order in which they were taught. */
  get names() { return [...new Set(this.samples.map(({ gesture }) => gesture))]; }
  of(name) { return this.samples.filter(({ gesture }) => gesture === name); }
  get motionNames() { return [...new Set(this.motions.map(({ motion }) => motion))].filter(name => name !== null); }
  ofMotion(name) { return this.motions.filter(({ motion }) => motion === name); }
  get isEmpty() { return this.samples.length + this.motions.length === 0; }
  get canUndo() { return this.#before !== null; }

  add(example, thumbnail = null) {
    const sample = { ...bare(example), id: this.#next++, thumbnail };
    this.samples.push(sample);
    this.store.put("samples", sample);
    this.#edited();
  }

  /** Adds an example of a motion, or other movements. Returns it as it is kept. */
  addMotion({ motion, frames, thumbnail = null }) {
    const id = this.#next++;
    const kept = { id, motion, source: `take ${id}`, frames, thumbnail };
    this.motions.push(kept);
    this.store.put("motions", kept);
    this.#edited();
    return kept;
  }

  /** Removes one sample. */
  remove(id) { this.#keepOnly(sample => sample.id !== id); }
  removeGesture(name) { this.#keepOnly(({ gesture }) => gesture !== name); }
  /** Removes one example of a motion. */
  removeMotion(id) { this.#keepMotions(motion => motion.id !== id); }
  /** Removes a motion, or all other movements by null. */
  removeMotions(name) { this.#keepMotions(({ motion }) => motion !== name); }
  clear() { this.#replace({ samples: [], trainedCount: 0, motions: [], motionModel: null }); }

  undo() {
    if (this.#before) this.#replace(this.#before, null);
  }

  /** Keeps the motions that are in use; null for none. */
  setMotionModel(model) {
    this.motionModel = model;
    this.store.put("project", { id: "motions", model });
    this.#motionsChanged();
    this.#changed();
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
    return parts(samples.map(bare), limit - 100).map(examples => ({ type: "teach.add", examples }));
  }

  /** The same for motions, of which one may be longer than a text. */
  motionCommands(limit, motions = this.motions) {
    return motions.flatMap(({ motion, source, frames }) => parts(frames, limit - 4000).map(frames => (
      { type: "teach.add", motions: [{ ...(motion !== null && { motion }), source, frames }] })));
  }

  // MARK: Files

  /** The project as a file, which `mudra train --extend` reads too, beside its bundle. */
  file(options) {
    return JSON.stringify({
      schema, options, trainedCount: this.trainedCount, thumbnails: this.samples.map(({ thumbnail }) => thumbnail),
      examples: this.samples.map(bare), skipped: [], bordered: [],
      motions: this.motions.map(({ motion, frames, thumbnail }) => ({ motion, frames, thumbnail })), motionModel: this.motionModel,
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
    const { thumbnails = [], options = null, trainedCount = 0, motions = [], motionModel = null } = content ?? {};
    if (!Array.isArray(content?.examples) || !Array.isArray(thumbnails) || !Array.isArray(motions)) throw new Error("it is not a project");
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
    const taken = motions.map((example, index) => {
      const frames = checked(example?.frames);
      if (!frames || !(example.motion === null || isText(example.motion, 256))) throw new Error(`its motion ${index + 1} cannot be used`);
      const id = this.#next++;
      return { id, motion: example.motion, source: `take ${id}`, frames, thumbnail: isThumbnail(example.thumbnail) ? example.thumbnail : null };
    });
    if (handCount(taken) > limits.taughtHands) throw new Error("its motions are too long");
    if (new Set(taken.map(({ motion }) => motion)).size > limits.taughtGestures) throw new Error(`it has more than ${limits.taughtGestures} motions`);
    this.#replace({
      samples, trainedCount: Number.isInteger(trainedCount) ? Math.max(0, Math.min(trainedCount, samples.length)) : 0,
      motions: taken, motionModel: isText(motionModel, 400_000) && /^[A-Za-z0-9+/]+=*$/.test(motionModel) ? motionModel : null,
    });
    this.setSaved();
    return { options, leftOutCount: content.examples.length - examples.length };
  }

  // MARK: Changes

  get #content() {
    const { samples, trainedCount, motions, motionModel } = this;
    return { samples, trainedCount, motions, motionModel };
  }

  #keepOnly(isKept) { this.#replace({ ...this.#content, samples: this.samples.filter(isKept), trainedCount: 0 }); }
  #keepMotions(isKept) { this.#replace({ ...this.#content, motions: this.motions.filter(isKept), motionModel: null }); }

  #replace(content, before = this.#content) {
    this.#before = before?.samples.length + before?.motions.length > 0 ? before : null;
    Object.assign(this, content);
    this.store.replace("samples", this.samples);
    this.store.replace("motions", this.motions);
    this.isSaved = this.isEmpty;
    this.setMotionModel(this.motionModel);
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

  #motionsChanged() { this.dispatchEvent(new Event("motions")); }
  #changed() { this.dispatchEvent(new Event("change")); }
}

/** A list in parts whose JSON has no more bytes than a limit. */
function parts(list, limit) {
  const parts = [];
  let size = Infinity;
  for (const item of list) {
    const length = new TextEncoder().encode(JSON.stringify(item)).length + 1;
    if (size + length > limit) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1).push(item);
    size += length;
  }
  return parts;
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
