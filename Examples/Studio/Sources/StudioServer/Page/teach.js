// Teaching gestures and motions: show, hold or choose pictures; look at the samples; train, try, download.
import { save } from "./exports.js";
import { element, meter } from "./hands.js";
import { handCount, seconds, Taking } from "./motions.js";
import { Flag, Format } from "./frames.js";
import { showReport } from "./report.js";
import { thumbnail } from "./thumbnail.js";

const byId = id => document.getElementById(id);
/** The samples of a gesture that are shown before one asks for all. */
const shownCount = 24;
/** The examples of a gesture that is shown. */
const wantedFrames = 24;
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
    byId("teach-kind").addEventListener("change", () => { this.stop(); this.#showKind(); });
    byId("teach-anything").addEventListener("click", () => {
      if (this.learning) this.stop(); else this.#take(null, false);
    });
    byId("motions-download").addEventListener("click", () => {
      save("my.motions", [Uint8Array.from(atob(project.motionModel), letter => letter.charCodeAt(0))]);
      project.setSaved();
    });
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
    connection.addEventListener("trained", ({ detail: { report, motions } }) => {
      if (report) {
        project.setTrained(this.asked);
        byId("teach-download").disabled = false;
      }
      if (motions) project.setMotionModel(motions.model);
      this.#trainable();
      showReport(byId("teach-report"), report, motions?.report);
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
    this.#sendMotions();
  }

  #sendMotions(motions) {
    const { connection, project } = this;
    project.motionCommands(connection.limits.textBytes, motions).forEach(command => connection.send(command));
  }

  train(count = this.project.samples.length) {
    this.asked = count;
    byId("teach-train").disabled = true;
    byId("teach-train").textContent = "Training …";
    this.connection.send({ type: "teach.train" });
  }

  // MARK: Learning from the camera

  get #isMotion() { return byId("teach-kind").value === "motion"; }

  #showKind() {
    const isMotion = this.#isMotion;
    byId("teach-anything").hidden = !isMotion;
    byId("teach-files").parentElement.hidden = isMotion;
    byId("teach-hold").textContent = isMotion ? "Show it three times" : "Show it";
  }

  async #begin(frames) {
    const name = byId("teach-name").value.trim();
    if (!name) return byId("teach-name").reportValidity();
    if (this.#isMotion) return this.#take(name, frames > 0);
    if (!await this.startCamera()) return;
    this.connection.send({ type: "teach.begin", name, ...(frames && { frames }) });
    this.learning = { name, isHeld: frames > 0 };
    byId("teach-hold").textContent = "That is enough";
    this.#progress(0, `Show “${name}” …`);
    byId("teach-meter").hidden = frames > 0;
    byId("teach-meter").max = wantedFrames;
  }

  /** Takes a motion, or anything else by null. */
  async #take(motion, isHeld) {
    if (!await this.startCamera()) return;
    this.learning = { name: motion, isHeld, taking: new Taking(motion, isHeld) };
    byId("teach-hold").textContent = "That is enough";
    byId("teach-meter").hidden = isHeld;
    byId("teach-meter").max = 1;
    this.#progress(0, isHeld ? `Do “${motion}” once …` : "Get ready …");
  }

  /** The next frame of what is being taken. */
  #taken({ taking }, result, picture) {
    const { text, share = 0, taken, isDone } = taking.frame(result, picture);
    if (taken && !this.#keep(taken)) return;
    this.#progress(share, text);
    if (isDone) this.stop();
  }

  /** Keeps an example of a motion; false, without any further one, if there is no place for it. */
  #keep(taken) {
    if (handCount([...this.project.motions, taken]) > this.connection.limits.taughtHands) {
      this.stop("There is no place for more motions: forget some.");
      return false;
    }
    this.#sendMotions([this.project.addMotion(taken)]);
    return true;
  }

  #stopTaking({ name, isHeld, taking }, text) {
    const taken = isHeld && taking.end();
    if (isHeld && !taken) return this.#progress(0, "No hand was seen. Do it again before the camera.");
    if (taken && !this.#keep(taken)) return;
    const next = this.project.ofMotion(null).length > 0 ? "Teach another one, or train." : "Then give a minute of anything else, and train.";
    this.#progress(1, text || (name === null ? "Thank you. Now train." : `“${name}” has ${examples(this.project.ofMotion(name).length)}. ${next}`));
  }

  /** Ends learning. What was taken stays, and is listed. */
  stop(text = "") {
    if (!this.learning) return;
    const { learning } = this;
    const { name } = learning;
    this.learning = null;
    this.#showKind();
    if (learning.taking) return this.#stopTaking(learning, text);
    this.connection.send({ type: "teach.stop" });
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
    if (this.learning?.taking) return this.#taken(this.learning, result, picture);
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

  /** The motions that a frame ends, the newest first. */
  events(events = []) {
    const found = events.filter(({ event }) => event === "motionRecognized");
    const list = byId("teach-motions");
    for (const { motion, score, amount } of found) {
      list.prepend(meter(motion, score, `${score.toFixed(2)}, ${amount.toFixed(1)} ×`, "How sure the motion is, and how large beside the examples"));
      list.hidden = false;
    }
    while (list.children.length > 5) list.lastChild.remove();
    if (found.length > 0) this.notice(found.map(({ motion }) => motion).join(", "), true);
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
    byId("teach-train").disabled = this.project.samples.length + this.project.motionNames.length === 0;
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
    const motions = [...project.motionNames, ...(project.ofMotion(null).length > 0 ? [null] : [])];
    byId("teach-list").replaceChildren(...names.map(name => this.#gesture(name)), ...motions.map(name => this.#motion(name)));
    byId("teach-forget").disabled = byId("project-save").disabled = project.isEmpty;
    byId("motions-download").hidden = !project.motionModel;
    byId("teach-motions").hidden ||= !project.motionModel;
    byId("teach-undo").hidden = !project.canUndo;
    if (!project.trainedCount) {
      byId("teach-report").hidden = project.isEmpty || byId("teach-report").hidden;
      byId("teach-download").disabled = names.length === 0 || byId("teach-download").disabled;
      this.scores(null);
    }
  }

  /** The head of a gesture or motion in the list. */
  #head(name, facts, forget) {
    const head = element("div", "row between");
    const remove = element("button", "quiet", "Forget");
    remove.setAttribute("aria-label", `Forget ${name}`);
    remove.addEventListener("click", () => { this.stop(); forget(); });
    const title = element("span");
    title.append(element("strong", "", name), element("span", "empty", facts));
    head.append(title, remove);
    return head;
  }

  #motion(name) {
    const takes = this.project.ofMotion(name);
    const item = element("li");
    const length = takes.reduce((sum, { frames }) => sum + seconds(frames), 0);
    const facts = name === null ? `${Math.round(length)} s` : examples(takes.length);
    const list = element("div", "samples");
    list.append(...takes.map(({ id, frames, thumbnail }, index) => this.#sample(
      thumbnail, `${seconds(frames).toFixed(1)} s`, name === null ? `stretch ${index + 1}` : `example ${index + 1} of ${name}`,
      () => this.project.removeMotion(id))));
    item.append(this.#head(name ?? "Anything else", facts, () => this.project.removeMotions(name)), list);
    return item;
  }

  #gesture(name) {
    const samples = this.project.of(name);
    const item = element("li");
    const head = this.#head(name, examples(samples.length), () => this.project.removeGesture(name));
    const shown = this.#open.has(name) ? samples : samples.slice(-shownCount);
    const list = element("div", "samples");
    list.append(...shown.map(({ id, source, thumbnail }) => this.#sample(
      thumbnail, source, `example ${samples.findIndex(sample => sample.id === id) + 1} of ${name}`, () => this.project.remove(id))));
    if (shown.length < samples.length) {
      const more = element("button", "quiet", `All ${samples.length}`);
      more.addEventListener("click", () => { this.#open.add(name); this.#draw(); });
      list.append(more);
    }
    item.append(head, list);
    return item;
  }

  #sample(thumbnail, source, name, remove) {
    const button = element("button", "sample");
    if (thumbnail) {
      const image = element("img");
      Object.assign(image, { src: thumbnail, alt: "" });
      button.append(image);
    }
    button.title = `Remove ${source}`;
    button.setAttribute("aria-label", `Remove ${name}`);
    button.addEventListener("click", () => { this.stop(); remove(); });
    return button;
  }
}

const examples = count => count === 1 ? "1 example" : `${count} examples`;
