// Teaching gestures: hold, train, try, download.
import { element } from "./hands.js";
import { save } from "./exports.js";
import { Flag, Format } from "./protocol.js";

const byId = id => document.getElementById(id);

export class Teach {
  constructor(connection, startCamera, notice) {
    Object.assign(this, { connection, notice, gestures: [], isSaved: true });
    byId("teach-form").addEventListener("submit", async event => {
      event.preventDefault();
      const name = byId("teach-name").value.trim();
      if (!name || !await startCamera()) return;
      connection.send({ type: "teach.begin", name });
      this.#progress(0, `Show “${name}” …`);
    });
    byId("teach-files").addEventListener("change", event => this.#pictures([...event.target.files]));
    byId("teach-train").addEventListener("click", () => {
      byId("teach-train").disabled = true;
      byId("teach-train").textContent = "Training …";
      connection.send({ type: "teach.train" });
    });
    connection.addEventListener("error", () => this.#trainable());
    byId("teach-download").addEventListener("click", () => connection.send({ type: "teach.download" }));
    byId("teach-forget").addEventListener("click", () => {
      connection.send({ type: "teach.forget" });
      byId("teach-progress").hidden = true;
    });
    connection.addEventListener("teach", event => this.#list(event.detail.gestures));
    connection.addEventListener("trained", event => this.#report(event.detail.report));
    connection.addEventListener("bytes", event => {
      save("my-gestures.task", [event.detail]);
      this.isSaved = true;
    });
    // What was taught is kept by the server for this page only.
    addEventListener("beforeunload", event => { if (!this.isSaved) event.preventDefault(); });
  }

  /** How far learning is, from the answer to a frame. */
  step(step) {
    if (!step) return;
    const wishes = {
      distance: "Now move it nearer and farther.", turn: "Now turn it a little.", otherHand: "Now the other hand.",
      otherLight: "Show it once more in other light, or let somebody else show it.",
    };
    const wish = wishes[step.missing[0]] ?? "";
    const texts = {
      taken: wish || "Go on …", alike: wish || "Show it in another way …", moving: "Move more slowly …", noHand: "Show your hand …",
      complete: `Learned. ${wish} Or teach another one, or train.`,
    };
    const twin = step.knownAs && step.knownAs !== step.name ? ` It looks like ${step.knownAs}: the two will be mixed up.` : "";
    this.#progress(step.count || byId("teach-meter").value, (texts[step.state] ?? step.state) + twin);
    if (step.state === "complete") {
      const others = this.gestures.filter(gesture => gesture.name !== step.name);
      this.#list([...others, { name: step.name, count: step.count }]);
    }
  }

  /** Training is possible as soon as there are examples. */
  #trainable() {
    byId("teach-train").disabled = this.gestures.length === 0;
    byId("teach-train").textContent = "Train";
  }

  #progress(count, text) {
    byId("teach-progress").hidden = false;
    byId("teach-meter").value = count;
    byId("teach-state").textContent = text;
  }

  #list(gestures) {
    this.gestures = gestures;
    this.isSaved = gestures.length === 0;
    byId("teach-list").replaceChildren(...gestures.map(({ name, count }) => {
      const item = element("li");
      const remove = element("button", "quiet", "Forget");
      remove.setAttribute("aria-label", `Forget ${name}`);
      remove.addEventListener("click", () => this.connection.send({ type: "teach.remove", name }));
      item.append(element("span", "", name), element("span", "empty", count === 1 ? "1 example" : `${count} examples`), remove);
      return item;
    }));
    this.#trainable();
    byId("teach-forget").disabled = gestures.length === 0;
    if (gestures.length === 0) {
      byId("teach-report").hidden = true;
      byId("teach-download").disabled = true;
    }
  }

  #report(report) {
    this.#trainable();
    byId("teach-download").disabled = false;
    const box = byId("teach-report");
    const percent = share => `${(share * 100).toFixed(0)} %`;
    const shown = share => report.comparedCount > 0 ? percent(share) : "–";
    const table = element("table");
    const head = element("tr");
    head.append(...["Gesture", "Examples", "Precision", "Recall"].map(text => element("th", "", text)));
    table.append(head, ...report.gestures.map(gesture => {
      const row = element("tr");
      row.append(...[gesture.name, String(gesture.exampleCount), shown(gesture.precision), shown(gesture.recall)].map(text => element("td", "", text)));
      return row;
    }));
    const comparison = report.comparedCount === 0 ? "No example could be compared with others" : report.isByGroup ? `Each example compared with the ${report.groupCount} times that gestures were shown, without its own` : "Each example compared with the others";
    const shares = report.comparedCount === 0 ? "." : `: ${percent(report.accuracy)} nearest to their own gesture, ${percent(report.keptShare)} near enough to be named. What is too far from all is no gesture.`;
    const lines = [comparison + shares];
    if (!report.isByGroup) lines.push("All were shown once, so nothing is known of other people or other light: show each gesture again.");
    const scarce = report.gestures.filter(({ exampleCount }) => exampleCount < 5).map(({ name }) => name);
    if (scarce.length > 0) lines.push(`Fewer than 5 examples: ${scarce.join(", ")}.`);
    if (report.nearestPair) lines.push(`Most alike: ${report.nearestPair.first} and ${report.nearestPair.second}, ${report.nearestPair.relativeDistance.toFixed(1)} times as far apart as a pose may be from its gesture.`);
    for (const confusion of report.confusions.filter(({ gesture, appearance }) => appearance && gesture !== appearance)) {
      lines.push(`${confusion.count} of ${confusion.gesture} look like ${confusion.appearance}.`);
    }
    for (const takeover of report.takeovers) lines.push(`${takeover.gesture} takes the place of ${takeover.cannedGesture}.`);
    box.replaceChildren(element("h2", "", "Trained: try it now"), table, ...lines.map(line => element("p", "lead", line)));
    box.hidden = false;
  }

  async #pictures(files) {
    const name = byId("teach-name").value.trim();
    if (!name) return this.notice("Name the gesture first.");
    this.connection.send({ type: "teach.begin", name });
    let taken = 0;
    for (const file of files) {
      try {
        await this.connection.frame({ format: Format.picture, flags: Flag.still | Flag.example, milliseconds: 0 }, await file.arrayBuffer());
        taken += 1;
      } catch (error) {
        this.notice(`${file.name}: ${error.message}`);
      }
    }
    this.connection.send({ type: "teach.stop" });
    this.#progress(taken, `${taken} of ${files.length} pictures of “${name}” taken. Teach another one, or train.`);
  }
}
