// Every option of both tasks, with its range and default; and the command that gives the same settings.
import { element } from "./hands.js";
import { offers } from "./protocol.js";

const score = { min: 0, max: 1, step: 0.01 };
const orientations = ["up", "down", "left", "right", "up-mirrored", "down-mirrored", "left-mirrored", "right-mirrored"];
const groups = [
  ["Hands", [
    ["task", "Task", { choices: ["gestures", "landmarks"] }, "What is looked for"],
    ["numHands", "Hands", { min: 1, max: 10, step: 1 }, "The maximum number of hands"],
    ["minHandDetectionConfidence", "Detection confidence", score, "The lowest score of a palm"],
    ["minHandPresenceConfidence", "Presence confidence", score, "The presence that a hand must exceed"],
    ["minTrackingConfidence", "Tracking confidence", score, "The overlap above which a palm is known already"],
    ["isMirrored", "Pixels are mirrored", { choices: ["unknown", "yes", "no"] }, "yes: as a front camera may give them. Left and right follow; unknown: as in MediaPipe"],
    ["orientation", "Pixels are stored", { choices: orientations }, "right: to be turned right by 90°; a mirrored one needs the line above"],
    ["palmsIn", "Palms only in", { regions: true }, "Center x, y, width, height, and radians clockwise, of 0…1; several with semicolons"],
    ["handsIn", "Hands in", { regions: true }, "The same, a hand in each: without the palm detector"],
    ["smallestHand", "Smallest hand", { min: 0, max: 0.5, step: 0.01 }, "As a share of the shorter side: search for small hands in squares, which are drawn, in a video in turns; 0: in the whole picture only"],
    ["tileMilliseconds", "Time for squares", { min: 0, max: 5000, step: 50, unit: "ms" }, "Of a still; 0: no limit"],
    ["landmarkPasses", "Landmark passes", { min: 1, max: 2, step: 1 }, "2: find the landmarks of a still again where the first ones say that the hand is"],
    ["looksAgain", "Look again", { list: true }, "At a still that shows no hand: bordered, brightened, tinted"],
    ["assumesOnePerson", "One person", {}, "Of two hands, one is left and one is right"],
  ]],
  ["Canned gestures", filter("canned")],
  ["The model's own gestures", filter("custom")],
  ["Following hands", [
    ["assignsIdentities", "Identities", {}, "Each hand gets a number that it keeps"],
    ["identityMemoryInMilliseconds", "Identity memory", { min: 0, max: 5000, step: 50, unit: "ms" }, "How long a hand out of sight keeps it"],
    ["smoothing", "Smooth", {}, "Less jitter in the landmarks"],
    ["smoothing.method", "Method", { choices: ["palmAndShape", "oneEuro"] }, "palmAndShape: the palm by a Kalman filter, the fingers by One-Euro filters; oneEuro: every coordinate by one"],
    ["smoothing.minCutoff", "Cutoff at rest", { min: 0.1, max: 10, step: 0.1, unit: "Hz" }, "Lower: less jitter, more lag"],
    ["smoothing.beta", "Cutoff by speed", { min: 0, max: 50, step: 0.5 }, "Higher: less lag in movements"],
    ["smoothing.derivativeCutoff", "Cutoff of the speed", { min: 0.1, max: 10, step: 0.1, unit: "Hz" }, "Of the speed itself"],
    ["predictionInMilliseconds", "Predict", { min: 0, max: 50, step: 1, unit: "ms" }, "Landmarks for the time when they are displayed; dashed, where they were seen"],
    ["predictsRegion", "Predict the region", {}, "Search for a hand where its palm will be, by its speed"],
    ["frameBudgetMilliseconds", "Frame budget", { min: 0, max: 100, step: 1, unit: "ms" }, "Save work while frames usually take longer than this; 0: never"],
    ["handednessFrames", "Handedness frames", { min: 1, max: 60, step: 1 }, "Averages left and right"],
    ["detectorInterval", "Detector interval", { min: 1, max: 30, step: 1 }, "Run the palm detector at most once every N frames while a hand is tracked"],
    ["skipsLetterbox", "Cut the letterbox", {}, "The palm detector computes only the rows of a wide picture: faster, and may miss hands near a border"],
  ]],
  ["Networks and results", [
    ["numThreads", "Threads", { min: 1, max: 8, step: 1 }, "Threads of a network"],
    ["precision", "Precision", { choices: ["exact", "fast"] }, "exact: MediaPipe's numbers; fast: 16-bit integers"],
    ["camera", "Field of view", { min: 0, max: 120, step: 1, unit: "°" }, "What the camera sees from left to right: adds landmarks in meters from it; 0: unknown"],
    ["details", "Details", {}, "Palms, regions and raw landmarks"],
    ["reasons", "Reasons", {}, "Why hands are missing from a result"],
    ["reliability", "Reliability", {}, "How far each landmark may be off: the landmarks of each hand are found once more"],
    ["embeddings", "Embeddings", {}, "The 128 values from which a gesture is named"],
  ]],
];

function filter(name) {
  return [
    [`${name}.scoreThreshold`, "Score threshold", score, "0: the model's own"],
    [`${name}.allow`, "Only these", { list: true }, "Names, separated by commas"],
    [`${name}.deny`, "Not these", { list: true }, "Names, separated by commas"],
  ];
}

/** The defaults of everything in the sheet. */
export const defaults = {
  task: "gestures", numHands: 2, minHandDetectionConfidence: 0.5, minHandPresenceConfidence: 0.5, minTrackingConfidence: 0.5,
  isMirrored: "unknown", orientation: "up", palmsIn: "", handsIn: "", smallestHand: 0, tileMilliseconds: 0, landmarkPasses: 1, looksAgain: "", assumesOnePerson: false, "canned.scoreThreshold": 0, "canned.allow": "", "canned.deny": "",
  "custom.scoreThreshold": 0, "custom.allow": "", "custom.deny": "",
  assignsIdentities: false, identityMemoryInMilliseconds: 500, smoothing: false, "smoothing.method": "palmAndShape", "smoothing.minCutoff": 0.5, "smoothing.beta": 6,
  "smoothing.derivativeCutoff": 1, predictionInMilliseconds: 0, predictsRegion: false, frameBudgetMilliseconds: 0, handednessFrames: 1, detectorInterval: 1, skipsLetterbox: false, numThreads: Math.min(2, navigator.hardwareConcurrency ?? 1), precision: "exact",
  camera: 0, details: false, reasons: true, reliability: false, embeddings: false,
};
/** The library's defaults, where the page begins with others: two hands on two threads, and a word on why there are none. */
const library = { ...defaults, numHands: 1, numThreads: 1, reasons: false };

const ofStills = new Set(["looksAgain", "landmarkPasses", "tileMilliseconds"]);
const ofVideos = new Set(["task", "assignsIdentities", "identityMemoryInMilliseconds", "smoothing", "predictionInMilliseconds", "predictsRegion",
  "frameBudgetMilliseconds", "handednessFrames", "detectorInterval"]);

export class OptionSheet {
  values = { ...defaults };
  #rows = new Map();

  /** @param changed is called after each change with the options as the server takes them. */
  constructor(form, changed) {
    this.changed = changed;
    for (const [title, all] of groups) {
      const rows = all.filter(([key]) => offers(key));
      if (rows.length === 0) continue;
      const set = element("fieldset");
      set.append(element("legend", "", title), ...rows.map(row => this.#row(...row)));
      form.append(set);
    }
    this.#show();
  }

  reset() { this.set({}); }

  /** Takes values, also as texts; the defaults where there is none that can be. */
  set(values) {
    this.values = { ...defaults };
    for (const [key, { kind }] of this.#rows) {
      const value = possible(values[key], kind);
      if (value !== undefined) this.values[key] = value;
    }
    this.#show();
    this.changed(this.options);
  }

  /** The values that differ from the page's defaults. */
  get chosen() { return Object.fromEntries(Object.entries(this.values).filter(([key, value]) => value !== defaults[key])); }

  #row(key, name, kind, help) {
    const row = element("label", "option");
    const text = element("span", "", name);
    const range = kind.step ? ` ${kind.min}…${kind.max}` : "";
    const here = defaults[key] === library[key] ? "" : `, on this page ${defaults[key]}`;
    text.append(element("small", "", `${help}.${range} Default ${library[key] === "" ? "none" : library[key]}${here}.`));
    let input;
    if (kind.choices) {
      input = element("select");
      input.append(...kind.choices.map(choice => new Option(choice, choice)));
    } else {
      input = element("input");
      input.type = kind.step ? "range" : kind.list || kind.regions ? "text" : "checkbox";
      if (kind.step) Object.assign(input, { min: kind.min, max: kind.max, step: kind.step });
    }
    input.name = key;
    const output = element("output");
    input.addEventListener("input", () => {
      if (kind.regions) input.setCustomValidity(regions(input.value) ? "" : "x, y, width, height, radians");
      this.values[key] = kind.step ? Number(input.value) : input.type === "checkbox" ? input.checked : input.value;
      this.#show();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.changed(this.options), 120);
    });
    row.append(text, input, output);
    this.#rows.set(key, { row, input, output, kind });
    return row;
  }

  #show() {
    for (const [key, { row, input, output, kind }] of this.#rows) {
      const value = this.values[key];
      if (input.type === "checkbox") input.checked = value; else if (document.activeElement !== input) input.value = value;
      output.textContent = kind.step ? `${value}${kind.unit ? " " + kind.unit : ""}` : "";
      row.classList.toggle("changed", value !== defaults[key]);
      row.title = value === defaults[key] ? "" : "changed";
      if (key.startsWith("smoothing.")) input.disabled = !this.values.smoothing;
      if (key.startsWith("canned.") || key.startsWith("custom.") || key === "embeddings") input.disabled = this.values.task !== "gestures";
    }
  }

  /** The options as the server takes them. */
  get options() {
    const options = { shape: true, timings: true, canned: {}, custom: {} };
    for (const [key, value] of Object.entries(this.values)) {
      const [outer, inner] = key.split(".");
      if (outer === "smoothing") continue;
      if (key === "palmsIn" || key === "handsIn") options[key] = regions(value) ?? [];
      else if (key === "looksAgain") options[key] = words(value);
      else if (["smallestHand", "tileMilliseconds", "frameBudgetMilliseconds"].includes(key)) { if (value > (key === "smallestHand" ? 0.015 : 0)) options[key] = value; }
      else if (key === "camera") { if (value > 0) options.camera = { fieldOfView: value }; }
      else if (inner) options[outer][inner] = typeof defaults[key] === "string" ? words(value) : value;
      else options[key] = value;
    }
    if (options.isMirrored === "unknown") delete options.isMirrored; else options.isMirrored = options.isMirrored === "yes";
    if (this.values.smoothing) {
      options.smoothing = Object.fromEntries(["method", "minCutoff", "beta", "derivativeCutoff"].map(key => [key, this.values[`smoothing.${key}`]]));
    }
    if (!options.smallestHand) delete options.tileMilliseconds;
    if (options.task !== "gestures") options.embeddings = false;
    return options;
  }

  /** What differs from the library's defaults, without the reasons that the page shows by itself; and the number of hands,
      whatever it is. */
  get differences() {
    return Object.entries(this.values).filter(([key, value]) =>
      key === "numHands" || (value !== library[key] && !(key === "reasons" && value === defaults[key])));
  }

  /** The command for a camera, a clip or a still. */
  shell(source) {
    const flags = {
      numHands: "hands", minHandDetectionConfidence: "min-detection", minHandPresenceConfidence: "min-presence",
      minTrackingConfidence: "min-tracking", identityMemoryInMilliseconds: "identity-memory", "smoothing.method": "smooth-method", "smoothing.minCutoff": "smooth-min-cutoff",
      "smoothing.beta": "smooth-beta", "smoothing.derivativeCutoff": "smooth-derivative-cutoff", handednessFrames: "handedness-frames", predictionInMilliseconds: "predict", frameBudgetMilliseconds: "frame-budget",
      detectorInterval: "detector-interval", smallestHand: "smallest-hand", camera: "field-of-view", numThreads: "threads", precision: "precision", task: "task",
      "canned.scoreThreshold": "canned-threshold",
      "custom.scoreThreshold": "custom-threshold",
      landmarkPasses: "landmark-passes", tileMilliseconds: "tile-time",
    };
    const switches = { assumesOnePerson: "one-person", assignsIdentities: "identities", skipsLetterbox: "cut-letterbox", smoothing: "smooth", predictsRegion: "predict-region", details: "details", reasons: "reasons", reliability: "reliability", embeddings: "embedding" };
    const { task, smoothing } = this.values;
    const isStill = source === "still";
    const isGestures = task === "gestures";
    const parts = [isStill ? `mudra ${task} hands.jpg --json` : source === "camera" ? "mudra camera --json" : "mudra video hands.mp4 --json"];
    // A value that begins with a minus would be taken for another option.
    const add = (flag, value) => parts.push(`--${flag}${/^'?-/.test(value) ? "=" : " "}${value}`);
    // One search at a time, as in the programs.
    const search = ["palmsIn", "handsIn"].find(key => regions(this.values[key])?.length) ?? "smallestHand";
    for (const [key, value] of this.differences) {
      const [outer, inner] = key.split(".");
      if (!isGestures && (outer === "canned" || outer === "custom" || key === "embeddings")) continue;
      if (outer === "smoothing" && inner && !smoothing) continue;
      if (["palmsIn", "handsIn", "smallestHand"].includes(key) && key !== search) continue;
      if (key === "looksAgain" && (search !== "smallestHand" || this.values.smallestHand)) continue;
      if (key === "tileMilliseconds" && (search !== "smallestHand" || !this.values.smallestHand)) continue;
      // Some belong to stills, and most of following hands to a video.
      if (isStill ? ofVideos.has(outer) : ofStills.has(key)) continue;
      if (inner === "allow" || inner === "deny") words(value).forEach(name => add(`${outer}-${inner}`, `'${name.replaceAll("'", "'\\''")}'`));
      else if (key === "looksAgain") words(value).forEach(look => add("look-again", look));
      else if (key === "isMirrored") parts.push(value === "yes" ? "--mirrored" : "--no-mirrored");
      else if (key === "palmsIn" || key === "handsIn") (regions(value) ?? []).forEach(region => add(key === "palmsIn" ? "palms-in" : "hands-in", region.join(",")));
      else if (switches[key]) { if (value) parts.push(`--${switches[key]}`); }
      else add(flags[key] ?? key, value);
    }
    return parts.join(" \\\n  ");
  }
}

/** A value from outside as one of an option; undefined if it cannot be. */
function possible(value, kind) {
  if (kind.step) {
    const number = typeof value === "string" && value.trim() ? Number(value) : value;
    return Number.isFinite(number) && number >= kind.min && number <= kind.max ? number : undefined;
  }
  if (kind.choices) return kind.choices.includes(value) ? value : undefined;
  if (kind.regions) return typeof value === "string" && regions(value) ? value : undefined;
  if (kind.list) return typeof value === "string" ? value.slice(0, 2000) : undefined;
  return { true: true, false: false }[value];
}

/** The words of a list with commas. */
export function words(text) { return String(text).split(",").map(name => name.trim()).filter(Boolean); }

/** The regions of a text, each of four or five numbers; null if it says something else. */
export function regions(text) {
  const found = text.split(";").map(part => part.trim()).filter(Boolean).map(part => part.split(",").map(Number));
  const areRegions = found.every(region => [4, 5].includes(region.length) && region.every(Number.isFinite) && region[2] > 0 && region[3] > 0);
  return areRegions ? found : null;
}
