// Teaching gestures: show, hold or choose pictures; look at the samples; train, try, download.
import { save } from "./exports.js";
import { element, meter } from "./hands.js";
import { Flag, Format } from "./protocol.js";
import { showReport } from "./report.js";
import { thumbnail } from "./thumbnail.js";

const byId = id => document.getElementById(id);
/** The samples of a gesture that are shown before one asks for all. */
const shownCount = 24;
/** The most frames of one hold, which lasts as long as one likes. */
const holdFrames = 10_000;

export class Teach {
  /** The gesture that is learned from the camera; null if none is. */
  learning = null;
  /** The gestures all of whose samples are shown. */
  #open = new Set();
  #drawing = 0;

  constructor(connection, project, startCamera, notice) {
    Object.assign(this, { connection, project, notice, startCamera });
    byId("teach-form").addEventListener("submit", event => {
      event.preventDefault();
      if (this.learning) this.stop(); else this.#begin();
    });
    this.#holdable(byId("teach-long"));
    byId("teach-files").addEventListener("change", event => this.#pictures([...event.target.files]));
    byId("teach-train").addEventListener("click", () => { this.stop(); this.train(); });
    byId("teach-download").addEventListener("click", () => connection.send({ type: "teach.download" }));
    byId("teach-forget").addEventListener("click", () => {
      this.stop();
      byId("teach-progress").hidden = true;
      project.clear();
    });
    byId("teach-undo").addEventListener("click", () => project.undo());
    connection.addEventListener("error", () => this.#trainable());
    connection.addEventListener("trained", ({ detail: { report } }) => {
      project.setTrained(this.asked);
      this.#trainable();
      byId("teach-download").disabled = false;
      showReport(byId("teach-report"), report);
    });
    connection.addEventListener("bytes", ({ detail }) => {
      save("my-gestures.task", [detail]);
      project.setSaved();
    });
    // A session of the server has what it was sent: for another list it begins anew.
    project.addEventListener("replaced", () => {
      connection.send({ type: "teach.forget" });
      this.restore();
    });
    project.addEventListener("change", () => this.#list());
  }

  /** The connection has gone, and with it what was being learned. */
  interrupted() {
    if (this.learning) this.stop("The connection was lost. What was taken stays.");
  }

  /** Gives a session of the server all that was taught: a new one, or one whose samples were removed. */
  restore() {
    const { connection, project } = this;
    const [samples, count] = [project.samples, project.trainedCount];
    if (project.wasBegun) connection.send({ type: "teach.forget" });
    project.wasBegun = false;
    const send = part => project.commands(connection.limits.textBytes, part).forEach(command => connection.send(command));
    send(samples.slice(0, count));
    // What was taught after the last training is not part of its gestures.
    if (count > 0) this.train(count);
    else if (project.model) connection.sendModel(project.model.name, project.model.bytes);
    send(samples.slice(count));
  }

  train(count = this.project.samples.length) {
    this.asked = count;
    byId("teach-train").disabled = true;
    byId("teach-train").textContent = "Training …";
    this.connection.send({ type: "teach.train" });
  }

  // MARK: Learning from the camera

  async #begin(frames) {
    const name = byId("teach-name").value.trim();
    if (!name) return byId("teach-name").reportValidity();
    if (!await this.startCamera()) return;
    this.connection.send({ type: "teach.begin", name, ...(frames && { frames }) });
    this.learning = { name, isHeld: frames > 0 };
    byId("teach-hold").textContent = "That is enough";
    this.#progress(0, `Show “${name}” …`);
    byId("teach-meter").hidden = frames > 0;
  }

  /** Ends learning. What was taken stays, and is listed. */
  stop(text = "") {
    if (!this.learning) return;
    const { name } = this.learning;
    this.learning = null;
    this.connection.send({ type: "teach.stop" });
    byId("teach-hold").textContent = "Show it";
    const count = this.project.of(name).length;
    this.#progress(byId("teach-meter").value, text || `“${name}” has ${examples(count)}. Teach another one, or train.`);
  }

  /** A button that teaches for as long as it is held, by pointer or by key. */
  #holdable(button) {
    let isHeld = false;
    const begin = async () => {
      if (isHeld) return;
      isHeld = true;
      this.stop();
      await this.#begin(holdFrames);
      if (!isHeld) this.stop();
    };
    const end = () => {
      isHeld = false;
      if (this.learning?.isHeld) this.stop();
    };
    button.addEventListener("pointerdown", event => { button.setPointerCapture(event.pointerId); begin(); });
    button.addEventListener("keydown", event => { if ([" ", "Enter"].includes(event.key)) { event.preventDefault(); begin(); } });
    for (const kind of ["pointerup", "pointercancel", "keyup", "blur"]) button.addEventListener(kind, end);
  }

  /** How far learning is, from the answer to a frame, and the frame's picture. */
  step(step, picture, result) {
    if (!step) return;
    if (step.example) this.project.add(step.example, thumbnail(picture, result));
    if (!this.learning) return;
    const wishes = {
      distance: "Now move it nearer and farther.", turn: "Now turn it a little.", otherHand: "Now the other hand.",
      otherLight: "Show it once more in other light, or let somebody else show it.",
    };
    const wish = wishes[step.missing[0]] ?? "";
    const texts = {
      taken: wish || "Go on …", alike: wish || "Show it in another way …", moving: "Move more slowly …", noHand: "Show your hand …",
    };
    const twin = step.knownAs && step.knownAs !== step.name ? ` It looks like ${step.knownAs}: the two will be mixed up.` : "";
    if (step.state === "complete") {
      byId("teach-meter").value = byId("teach-meter").max;
      return this.stop(`Learned. ${wish} Or teach another one, or train.${twin}`);
    }
    const count = this.learning.isHeld && step.count ? `${step.count} taken. ` : "";
    this.#progress(step.count || byId("teach-meter").value, count + (texts[step.state] ?? step.state) + twin);
  }

  /** How near the hand before the camera is to each gesture. */
  scores(scores) {
    const box = byId("teach-scores");
    box.hidden = !scores;
    if (scores) box.replaceChildren(...scores.map(({ name, score }) => meter(name, score, score.toFixed(2), `How near the hand is to ${name}; it counts from 0.5`)));
  }

  // MARK: Learning from pictures

  async #pictures(files) {
    const name = byId("teach-name").value.trim();
    if (!name) return this.notice("Name the gesture first.");
    this.stop();
    this.connection.send({ type: "teach.begin", name });
    let taken = 0;
    for (const file of files) {
      try {
        const small = thumbnail(await createImageBitmap(file));
        const header = { format: Format.picture, flags: Flag.still | Flag.example, milliseconds: 0 };
        const { answer } = await this.connection.frame(header, await file.arrayBuffer());
        this.project.add(answer.example, small);
        taken += 1;
      } catch (error) {
        this.notice(`${file.name}: ${error.message}`);
      }
    }
    this.connection.send({ type: "teach.stop" });
    byId("teach-meter").hidden = false;
    this.#progress(taken, `${taken} of ${files.length} pictures of “${name}” taken. Teach another one, or train.`);
  }

  // MARK: The list

  /** Training is possible as soon as there are examples. */
  #trainable() {
    byId("teach-train").disabled = this.project.samples.length === 0;
    byId("teach-train").textContent = "Train";
  }

  #progress(count, text) {
    byId("teach-progress").hidden = false;
    byId("teach-meter").value = count;
    byId("teach-state").textContent = text;
  }

  /** Draws the list soon, and once for many samples. */
  #list() {
    this.#trainable();
    clearTimeout(this.#drawing);
    this.#drawing = setTimeout(() => this.#draw(), 50);
  }

  #draw() {
    const { project } = this;
    const { names } = project;
    byId("teach-list").replaceChildren(...names.map(name => this.#gesture(name)));
    byId("teach-forget").disabled = byId("project-save").disabled = names.length === 0;
    byId("teach-undo").hidden = !project.canUndo;
    if (!project.trainedCount) {
      byId("teach-report").hidden = names.length === 0 || byId("teach-report").hidden;
      byId("teach-download").disabled = names.length === 0 || byId("teach-download").disabled;
      this.scores(null);
    }
  }

  #gesture(name) {
    const samples = this.project.of(name);
    const item = element("li");
    const head = element("div", "row between");
    const remove = element("button", "quiet", "Forget");
    remove.setAttribute("aria-label", `Forget ${name}`);
    remove.addEventListener("click", () => { this.stop(); this.project.removeGesture(name); });
    const title = element("span");
    title.append(element("strong", "", name), element("span", "empty", examples(samples.length)));
    head.append(title, remove);
    const shown = this.#open.has(name) ? samples : samples.slice(-shownCount);
    const list = element("div", "samples");
    list.append(...shown.map(sample => this.#sample(sample, samples.indexOf(sample) + 1)));
    if (shown.length < samples.length) {
      const more = element("button", "quiet", `All ${samples.length}`);
      more.addEventListener("click", () => { this.#open.add(name); this.#draw(); });
      list.append(more);
    }
    item.append(head, list);
    return item;
  }

  #sample({ id, gesture, source, thumbnail }, number) {
    const button = element("button", "sample");
    if (thumbnail) {
      const image = element("img");
      Object.assign(image, { src: thumbnail, alt: "" });
      button.append(image);
    }
    button.title = `Remove ${source}`;
    button.setAttribute("aria-label", `Remove example ${number} of ${gesture}`);
    button.addEventListener("click", () => { this.stop(); this.project.remove(id); });
    return button;
  }
}

const examples = count => count === 1 ? "1 example" : `${count} examples`;
