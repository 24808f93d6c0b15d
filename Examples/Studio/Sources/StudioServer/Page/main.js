// The page: what is shown on the stage, and which part of it is used.
import { appFiles } from "./app.js";
import { Camera } from "./camera.js";
import { CardStack } from "./cards.js";
import { dialects, program, sources } from "./code.js";
import { drawTimeline, openClip, pictureOfPlanes } from "./clips.js";
import { csv, jsonLines, save } from "./exports.js";
import { Flag, Format } from "./frames.js";
import { element, showHands } from "./hands.js";
import { OptionSheet } from "./options.js";
import { times as motionTimes } from "./motions.js";
import { draw, gestureName, title } from "./overlay.js";
import { Plots } from "./plots.js";
import { Connection, missing, offers } from "./protocol.js";
import { Project } from "./project.js";
import { areEqual, parse } from "./recording.js";
import { Recordings } from "./recordings.js";
import { address, addressed, keep as keepSettings, kept } from "./settings.js";
import { SpaceView } from "./space.js";
import { Store } from "./store.js";
import { Teach } from "./teach.js";
import { zip } from "./zip.js";

const byId = id => document.getElementById(id);
const connection = new Connection();
const stage = byId("picture");
const space = new SpaceView(byId("world"));
const cards = new CardStack(byId("deck"), byId("deck-state"));
const plots = new Plots(byId("plots"), [
  ["fps", "Frames/s", "", 1, "Frames of the camera that are answered and shown in a second"],
  ["latency", "Latency", "ms", 1, "From taking a frame to showing it with its hands"],
  ["infer", "Inference", "ms", 1, "Of that, what Mudra takes to find hands and gestures"],
  ["palm", "Palms", "ms", 1, "Of inference, the network that looks for palms"],
  ["landmarks", "Landmarks", "ms", 1, "Of inference, the network that finds the points of each hand"],
  ["capture", "Capture", "ms", 1, "Of latency, what the browser takes to read a frame and to encode it"],
  ["overhead", "Overhead", "ms", 1, "Latency without inference: capture, transport and drawing"],
  ["dropped", "Dropped", "", 0, "Frames of the camera that came while others were answered"],
]);
/** What the stage shows: its picture, its result, and whether it is mirrored. */
const shown = { picture: null, result: null, isMirrored: false, earlierTiles: [] };
/** The results that the exports give. */
let results = [];
/** The results of the pictures in the list of files, by their buttons. */
const listed = new Map();
let clip = null;
const store = new Store();
const project = new Project(store);

// MARK: Showing

/** Puts a picture with its hands on the stage, in the place of the one before. Of a video, with the results of the frames before. */
function stageShows(picture, result, isMirrored, before = []) {
  if (shown.picture && shown.picture !== picture) shown.picture.close();
  const earlierTiles = before.slice(-12).reverse().flatMap(({ searchedTiles = [] }) => searchedTiles);
  Object.assign(shown, { picture, result, isMirrored, earlierTiles });
  redraw();
}

/** The same, with all that is said of it. */
function show(picture, result, isMirrored, before) {
  stageShows(picture, result, isMirrored, before);
  describe(result);
  plots.draw();
}

/** What is said of a result beside its picture. */
function describe(result) {
  const hands = result?.hands ?? [];
  space.show(hands, shown.isMirrored);
  showHands(byId("hands"), result ?? {}, camera.isRunning);
  const names = hands.map(hand => title(hand)).join(", ") || "no hands";
  stage.setAttribute("aria-label", `${hands.length} hands: ${names}`);
  // Read aloud for what one chose; a camera's frames would never end.
  if (!camera.isRunning) byId("said").textContent = `${hands.length} hands: ${names}`;
}

/** Describes a camera's newest result and draws the plots, five times a second: nobody reads faster, and each time the
    browser lays out and composes the page anew, which the next frame waits for. */
function describeSoon() {
  if (describeSoon.isPlanned) return;
  describeSoon.isPlanned = true;
  setTimeout(() => {
    describeSoon.isPlanned = false;
    plots.draw();
    if (!camera.isRunning) return;
    describe(shown.result);
    teach.scores(shown.scores);
  }, 200);
}

function redraw() {
  if (!shown.picture) return;
  shown.places = draw(stage, shown.picture, shown.result, { mirror: shown.isMirrored, earlierTiles: shown.earlierTiles });
}

/** Says something over the picture for a while: a fault, or something good. */
function notice(text, isGood = false) {
  const box = byId("notice");
  box.classList.toggle("good", isGood);
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(notice.timer);
  if (text) notice.timer = setTimeout(() => { box.hidden = true; }, 8000);
}

/** Keeps a camera's result for the exports, and at most 2,000: a camera may run for hours. */
function keep(result) {
  results.push(result);
  if (results.length > 2_000) results.shift();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  space.show(shown.result?.hands ?? [], shown.isMirrored);
  plots.draw();
});

// MARK: The camera

let lastArrival = 0;
const camera = new Camera(byId("camera"), connection, ({ picture, answer, message, start, captured, received }) => {
  stageShows(picture, answer.result, byId("mirror").checked, results);
  shown.scores = answer.scores;
  describeSoon();
  const drawn = performance.now();
  keep(answer.result);
  recordings.add(message, answer.result);
  if (!byId("cards").hidden) cards.update(answer, byId("mirror").checked);
  teach.step(answer.teach, picture, answer.result);
  teach.events(answer.events);
  const timings = answer.result.timingsMs;
  plots.push({
    fps: lastArrival ? 1000 / (drawn - lastArrival) : NaN, latency: drawn - start, infer: answer.inferMs,
    palm: timings?.palmDetection, landmarks: timings?.handLandmarks, capture: captured - start, overhead: drawn - start - answer.inferMs, dropped: camera.dropped,
  });
  lastArrival = drawn;
  Object.assign(window.studioState, {
    frames: (window.studioState.frames ?? 0) + 1, capture: captured - start, trip: received - captured, draw: drawn - received,
    decode: answer.decodeMs, infer: answer.inferMs,
  });
}, error => notice(error.message));

async function startCamera() {
  if (camera.isRunning) return true;
  const [width, height] = byId("size").value.split("×").map(Number);
  try {
    clip = null;
    exportable([], "the camera’s frames, at most the last 2,000");
    mark(null);
    plots.clear();
    connection.send({ type: "restart" });
    await camera.start({ deviceId: byId("device").value, width, height });
  } catch (error) {
    notice(error.name === "NotAllowedError" ? "The camera was refused. Allow it beside the address of this page." :
      error.name === "NotFoundError" ? "There is no camera. Choose a sample or drop pictures instead." : error.message);
    return false;
  }
  byId("start").textContent = "Stop camera";
  byId("caption").textContent = "";
  const chosen = byId("device").value;
  const devices = await camera.devices();
  byId("device").replaceChildren(new Option("default", ""), ...devices.map(device => new Option(device.label || "camera", device.deviceId)));
  byId("device").value = chosen;
  return true;
}

function stopCamera() {
  camera.stop();
  teach.stop();
  teach.scores(null);
  lastArrival = 0;
  byId("start").textContent = "Start camera";
}

camera.lost = () => {
  stopCamera();
  notice("The camera is gone. Start it again when it is back.");
};
byId("start").addEventListener("click", () => camera.isRunning ? stopCamera() : startCamera());
for (const id of ["device", "size"]) {
  byId(id).addEventListener("change", () => { if (camera.isRunning) { stopCamera(); startCamera(); } });
}
byId("exact").addEventListener("change", event => { camera.isExact = event.target.checked; });
byId("mirror").addEventListener("change", event => { if (camera.isRunning) { shown.isMirrored = event.target.checked; redraw(); } });

// MARK: Stills

/** Sends a picture file as it is; one that is larger than the limits is made smaller first. */
async function still(blob, name) {
  let picture = await createImageBitmap(blob);
  let pixels = await blob.arrayBuffer();
  const { sideLength, messageBytes } = connection.limits;
  const scale = Math.min(1, sideLength / Math.max(picture.width, picture.height));
  if (scale < 1 || pixels.byteLength + 24 > messageBytes || !/image\/(png|jpeg)/.test(blob.type)) {
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    pixels = await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 })).arrayBuffer();
    picture.close();
    picture = await createImageBitmap(canvas);
  }
  const { answer, message } = await connection.frame({ format: Format.picture, flags: Flag.still, milliseconds: 0 }, pixels);
  const result = { ...answer.result, source: name };
  recordings.add(message, answer.result);
  plots.push({ infer: answer.inferMs });
  return { picture, result };
}

async function showStill(blob, name) {
  leaveOthers();
  try {
    const { picture, result } = await still(blob, name);
    exportable([result], "the picture that is shown");
    show(picture, result, false);
    byId("caption").textContent = `${name} · ${result.width}×${result.height}`;
    window.studioState.still = name;
    return result;
  } catch (error) {
    notice(`${name}: ${error.message}`);
    return null;
  }
}

/** Ends the camera and the clip, for something else to be shown. */
function leaveOthers() {
  stopCamera();
  clip = null;
  byId("clip").hidden = true;
  plots.clear();
}

/** Marks the picture that is shown, in whichever list it is. */
function mark(button) {
  for (const other of document.querySelectorAll(".thumbs [aria-current]")) other.removeAttribute("aria-current");
  button?.setAttribute("aria-current", "true");
}

/** Gives the exports other results, which a text stands for. */
function exportable(list, text) {
  results = list;
  exportable.text = text;
  byId("export-state").textContent = `JSON Lines and CSV have ${text}; the PNG has what is shown.`;
}
const exportList = () => exportable([...listed.values()], listed.size === 1 ? "the picture of the list" : `the ${listed.size} pictures of the list`);

function thumb(list, blob, name, caption) {
  const button = element("button");
  button.setAttribute("role", "listitem");
  const image = element("img");
  image.alt = "";
  image.src = URL.createObjectURL(blob);
  const text = element("span", "", caption);
  button.append(image, text);
  button.title = name;
  button.addEventListener("click", async () => {
    mark(button);
    const result = await showStill(blob, name);
    if (!listed.has(button) || !result) return;
    listed.set(button, result);
    exportList();
  });
  list.append(button);
  return { button, text };
}

const samples = ["two_0", "Victory_right", "Thumb_Up_left", "ILoveYou_right", "Pointing_Up_right", "Open_Palm_left", "Closed_Fist_left", "Thumb_Down_right"];

async function showSamples() {
  const list = byId("samples");
  list.replaceChildren();
  for (const [index, name] of samples.entries()) {
    const blob = await (await fetch(`samples/${name}.png`)).blob();
    const { button } = thumb(list, blob, name, name.replaceAll("_", " ").replace("two 0", "Two hands"));
    if (index > 0 || camera.isRunning || shown.picture) continue;
    mark(button);
    await showStill(blob, "sample");
    window.studioState.firstResult = performance.now();
  }
}

// MARK: Files

async function take(files) {
  const list = byId("thumbs");
  const pictures = [];
  for (const file of files) {
    try {
      if (file.name.endsWith(".task")) {
        notice(`Loading ${file.name} …`, true);
        given = { name: file.name, bytes: await file.arrayBuffer() };
        await connection.sendModel(given.name, given.bytes);
      }
      else if (file.name.endsWith(".mudra")) await replay(file).finally(() => { byId("replay-pause").hidden = true; });
      else if (file.name.endsWith(".json")) await openProject(file);
      else if (file.name.endsWith(".y4m") || file.type.startsWith("video/")) await showClip(file);
      else if (file.type.startsWith("image/")) pictures.push(file);
      else notice(`${file.name} is not a picture, clip, model or recording`);
    } catch (error) {
      notice(`${file.name}: ${error.message}`);
    }
  }
  if (pictures.length === 0) return;
  select("files");
  leaveOthers();
  let count = 0;
  for (const file of pictures) {
    const { text, button } = thumb(list, file, file.name, "…");
    try {
      const { picture, result } = await still(file, file.name);
      listed.set(button, result);
      count += 1;
      text.textContent = result.hands.map(hand => gestureName(hand)?.replaceAll("_", " ") ?? "hand").join(", ") || "no hands";
      button.title = `${file.name}: ${result.hands.map(title).join(", ") || "no hands"}`;
      stopCamera();
      mark(button);
      show(picture, result, false);
      byId("caption").textContent = file.name;
    } catch (error) {
      text.textContent = error.message;
    }
  }
  exportList();
  byId("clear").disabled = false;
  // On a phone, the picture is above what was just touched.
  if (innerWidth < 992) byId("stage").scrollIntoView();
  window.studioState.pictures = count;
}

byId("clear").addEventListener("click", () => {
  byId("thumbs").replaceChildren();
  listed.clear();
  byId("clear").disabled = true;
  exportable(shown.result ? [shown.result] : [], "the picture that is shown");
});

byId("choose").addEventListener("change", event => take([...event.target.files]));
byId("choose-folder").addEventListener("change", event => take([...event.target.files]));
// The same file can be chosen again.
addEventListener("change", ({ target }) => { if (target.type === "file") setTimeout(() => { target.value = ""; }); });
addEventListener("paste", event => {
  const files = [...event.clipboardData.files];
  if (files.length > 0) take(files);
});
addEventListener("dragover", event => { event.preventDefault(); byId("drop-hint").hidden = false; });
addEventListener("dragleave", event => { if (!event.relatedTarget) byId("drop-hint").hidden = true; });
addEventListener("drop", async event => {
  event.preventDefault();
  byId("drop-hint").hidden = true;
  const files = [...event.dataTransfer.files];
  const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
  // A page that was opened from the disk may read files, but no folders.
  const found = await Promise.all(entries.map(filesOf)).catch(() => []);
  take(found.length ? found.flat() : files);
});

/** The files of a dropped file or folder, at most a thousand of a folder. */
async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0 || found.length > 1000) return found;
    for (const inner of some) found.push(...await filesOf(inner));
  }
}

// MARK: Clips

async function showClip(file) {
  leaveOthers();
  mark(null);
  select("files");
  clip = { source: await openClip(file), answers: [], pictures: new Map(), at: 0, isRunning: false };
  byId("clip").hidden = false;
  byId("clip-name").textContent = file.name;
  byId("clip-slider").max = clip.source.count - 1;
  exportable([], `the frames of ${file.name} that were shown`);
  connection.send({ type: "restart" });
  await stepTo(0);
}

/** Shows a frame; those before it are answered first, in order, since each one is tracked from the one before. */
async function stepTo(index) {
  const own = clip;
  const { source } = own;
  while (own === clip && own.answers.length <= index) {
    const at = own.answers.length;
    const { header, pixels, picture } = await source.frame(at);
    const { answer, message } = await connection.frame({ ...header, milliseconds: source.milliseconds(at) }, pixels);
    recordings.add(message, answer.result);
    const result = { ...answer.result, source: source.name };
    own.answers.push(result);
    results.push(result);
    plots.push({ infer: answer.inferMs, palm: result.timingsMs?.palmDetection, landmarks: result.timingsMs?.handLandmarks });
    if (own === clip) place(at, picture);
  }
  if (own === clip && own.at !== index) place(index, (await source.frame(index)).picture);
}

function place(index, picture) {
  clip.at = index;
  show(picture, clip.answers[index], false, clip.answers.slice(0, index));
  byId("clip-slider").value = index;
  byId("clip-place").textContent = `frame ${index + 1} of ${clip.source.count}, ${clip.source.milliseconds(index)} ms`;
  byId("caption").textContent = clip.source.name;
  drawTimeline(byId("timeline"), byId("legend"), clip.answers, clip.source.count, index, gestureName);
}

const step = by => { if (clip) stepTo(Math.max(0, Math.min(clip.source.count - 1, clip.at + by))).catch(error => notice(error.message)); };
byId("clip-back").addEventListener("click", () => step(-1));
byId("clip-next").addEventListener("click", () => step(1));
byId("clip-play").addEventListener("click", () => step(clip.source.count));
byId("clip-slider").addEventListener("change", event => step(Number(event.target.value) - clip.at));
byId("timeline").addEventListener("click", event => step(Math.floor(event.offsetX / event.target.clientWidth * clip.source.count) - clip.at));

function saved(name, parts, type) {
  save(name, parts, type);
  byId("export-state").textContent = `Saved ${name}, with ${exportable.text}.`;
}
byId("export-json").addEventListener("click", () => saved("results.jsonl", [jsonLines(results)], "application/jsonl"));
byId("export-csv").addEventListener("click", () => saved("results.csv", [csv(results)], "text/csv"));
byId("export-png").addEventListener("click", () => stage.toBlob(blob => {
  const name = shown.result?.source?.replace(/\.\w+$/, "") ?? "camera";
  save(`${name}-annotated.png`, [blob], "image/png");
}));

// MARK: Recording

const sayOfRecording = text => { byId("record-state").textContent = text; };
const recordings = new Recordings(byId("record-list"), store, {
  say: sayOfRecording,
  full: async text => { await stopRecording(); sayOfRecording(text); },
  save: saveRecording,
  replay: file => take([file]),
});

function saveRecording(file, { count }) {
  save("session.mudra", [file]);
  sayOfRecording(`Saved session.mudra with ${count} frames. Choose it here to play it again.`);
}
function showRecording() {
  byId("record-start").disabled = recordings.isRunning;
  byId("record-stop").disabled = !recordings.isRunning;
}
async function stopRecording() {
  const facts = await recordings.stop();
  showRecording();
  return facts;
}
byId("record-start").addEventListener("click", () => {
  connection.send({ type: "restart" });
  sayOfRecording("Recording. Start the camera, or step through a clip.");
  recordings.start(options(), connection.model, connection.lastNumber);
  showRecording();
});
byId("record-stop").addEventListener("click", async () => {
  const facts = await stopRecording();
  if (facts) saveRecording(await recordings.file(facts), facts);
});
byId("record-open").addEventListener("change", event => take([...event.target.files]));

/** A replay that was paused; null while it runs. */
let pause = null;
byId("replay-pause").addEventListener("click", () => {
  const goesOn = pause?.goOn;
  pause = null;
  if (goesOn) {
    goesOn();
  } else {
    pause = {};
    pause.ended = new Promise(resolve => { pause.goOn = resolve; });
  }
  byId("replay-pause").textContent = pause ? "Go on" : "Pause";
});

async function replay(file) {
  leaveOthers();
  mark(null);
  select("record");
  const { header, records } = parse(await file.arrayBuffer());
  const total = records.filter(({ kind }) => kind === "FRAM").length;
  connection.send({ type: "options", options: header.options });
  pause = null;
  Object.assign(byId("replay-pause"), { hidden: false, textContent: "Pause" });
  let [frames, same, compared] = [0, 0, 0];
  let answer = null;
  for (const { kind, content } of records) {
    if (kind === "OPTS") connection.send({ type: "options", options: content });
    if (kind === "FRAM") {
      await pause?.ended;
      const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
      const pixels = content.slice(24);
      const header = {
        format: content[2], flags: content[3], width: view.getUint16(4, true), height: view.getUint16(6, true),
        milliseconds: view.getFloat64(16, true),
      };
      ({ answer } = await connection.frame(header, pixels));
      frames += 1;
      const picture = header.format === Format.picture ? createImageBitmap(new Blob([pixels])) : pictureOfPlanes(header, pixels);
      show(await picture, answer.result, false);
    }
    if (kind === "ANSW") {
      compared += 1;
      if (areEqual(answer.result, content)) same += 1;
    }
    byId("record-state").textContent = `Frame ${frames} of ${total}, ${same} of ${compared} answers as recorded`;
  }
  const other = header.model && header.model.sha256 !== connection.model.sha256 ? " (recorded with another model)" : "";
  byId("record-state").textContent = `${frames} frames, ${same} of ${compared} answers as recorded${other}`;
  sendOptions();
}

// MARK: Options

/** The options as the server takes them, with the motions that were taught; with what was seen beside what is predicted; while
    gestures are tried, with what their scores are made of. */
function options() {
  const areTried = project.trainedCount > 0 && !byId("teach").hidden;
  return {
    ...sheet.options, ...(sheet.values.predictionInMilliseconds > 0 && { details: true }), ...(areTried && sheet.values.task === "gestures" && { embeddings: true }),
    ...(project.motionModel && { motions: project.motionModel }),
  };
}
/** Sends the options if they are not those that hold, which would begin a new video. */
function sendOptions(isNeeded = true) {
  const text = JSON.stringify(options());
  if (!isNeeded && text === sendOptions.last) return;
  sendOptions.last = text;
  connection.send({ type: "options", options: options() });
  recordings.options(options(), connection.lastNumber);
}

const sheet = new OptionSheet(byId("options-form"), () => {
  sendOptions();
  keepSettings({ options: sheet.chosen });
  address(sheet.chosen);
  showCode();
  if (!camera.isRunning && !clip) document.querySelector(".thumbs [aria-current]")?.click();
});
/** The program of the code tab; what the command says is the same for a camera and a clip. */
function showCode() {
  const [dialect, source] = [byId("code-dialect").value, byId("code-source").value];
  byId("program").textContent = dialect === "shell" ? sheet.shell(source) : program(sheet.values, sheet.differences, dialect, source);
  byId("code-app").hidden = dialect === "shell";
}
byId("code-app").addEventListener("click", () => {
  const files = appFiles(byId("program").textContent, byId("code-dialect").value, byId("code-source").value);
  save("HandApp.zip", zip(files), "application/zip");
});
for (const [id, names] of [["code-dialect", dialects], ["code-source", sources]]) {
  byId(id).append(...Object.entries(names).map(([value, name]) => new Option(name, value)));
  if (kept()[id] in names) byId(id).value = kept()[id];
  byId(id).addEventListener("change", () => { keepSettings({ [id]: byId(id).value }); showCode(); });
}
/** Says in the panels why options do not hold; nothing for those that do. */
function showFault(text) {
  for (const box of document.querySelectorAll(".fault")) {
    box.hidden = !text;
    box.textContent = text && `These options do not hold, and those before go on: ${text}`;
  }
}
connection.addEventListener("options", () => showFault(""));
sheet.set(addressed() ?? kept().options ?? {});
for (const id of ["mirror", "exact", "size", "letters"]) {
  const input = byId(id);
  const member = input.type === "checkbox" ? "checked" : "value";
  if (kept()[id] !== undefined) input[member] = kept()[id];
  input.addEventListener("change", () => keepSettings({ [id]: input[member] }));
}
camera.isExact = byId("exact").checked;
byId("options-reset").addEventListener("click", () => sheet.reset());
byId("model-file").addEventListener("change", event => take([...event.target.files]));
byId("model-reset").addEventListener("click", () => {
  project.setModel(null);
  connection.send({ type: "model.reset" });
});
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(byId(button.dataset.copy).textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}

// MARK: Parts of the page

const tabs = [...document.querySelectorAll("[role=tab]")].filter(tab => {
  tab.hidden = !offers(tab.id.slice(4));
  return !tab.hidden;
});
for (const part of document.querySelectorAll("[data-with]")) part.hidden = !offers(part.dataset.with);
if (missing) byId("live").append(element("p", "lead", missing));

function select(name) {
  for (const tab of tabs) {
    const isChosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
  sendOptions(false);
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => select(tab.id.slice(4)));
  tab.addEventListener("keydown", event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const other = tabs[(index + by + tabs.length) % tabs.length];
    other.focus();
    other.click();
  });
}
addEventListener("keydown", event => {
  if (event.target.matches("input, select, textarea, [role=tab], #deck, #world") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") showKiosk(false);
  if (clip && event.key === "ArrowRight") step(1);
  if (clip && event.key === "ArrowLeft") step(-1);
  // Letters can be switched off: speech input and screen readers have their own.
  if (!byId("letters").checked) return;
  if (event.key === "c") byId("start").click();
  if (event.key === "o") byId("tab-options").click();
  if (event.key === "m") byId("mirror").click();
});
byId("deck-reset").addEventListener("click", () => cards.reset());
/** Cards and camera alone, for hands that touch nothing. */
function startKiosk() {
  select("cards");
  showKiosk(true);
  startCamera();
}
function showKiosk(isShown) {
  document.body.classList.toggle("kiosk", isShown);
  byId("kiosk").textContent = isShown ? "Leave full screen (Escape)" : "Full screen";
}
byId("kiosk").addEventListener("click", async () => {
  if (document.body.classList.contains("kiosk")) {
    await document.exitFullscreen?.().catch(() => {});
    return showKiosk(false);
  }
  await document.documentElement.requestFullscreen?.().catch(() => {});
  startKiosk();
});
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) showKiosk(false); });

// MARK: The connection

const teach = new Teach(connection, project, startCamera, notice);
camera.late = (answer, picture) => teach.step(answer.teach, picture, answer.result);
/** What tests read. */
window.studioState = { shown, project, connection, recordings, cards, sheet, program, motionTimes };
/** How often the server was reached: each time is a session that knows nothing yet. */
let sessions = 0;
/** A model that was sent, and is not in use yet. */
let given = null;

// MARK: The project

async function openProject(file) {
  const { options, leftOutCount } = await project.open(file, connection.limits);
  if (options) sheet.set(options);
  select("teach");
  notice(`${file.name}: ${project.samples.length} examples of ${project.names.length} gestures, ${project.motionNames.length} motions${leftOutCount ? `; ${leftOutCount} of no gesture are left out` : ""}.`, true);
}
byId("project-save").addEventListener("click", () => {
  save("my-gestures.examples.json", [project.file(sheet.chosen)], "application/json");
  project.setSaved();
});
byId("project-open").addEventListener("change", event => take([...event.target.files]));
/** What this browser keeps is there before the server is told of it. */
const loaded = store.open().then(async () => {
  await project.load();
  await recordings.load();
  if (store.fault) notice(store.fault);
});
project.addEventListener("motions", () => sendOptions(false));
store.addEventListener("fault", () => notice(store.fault));
addEventListener("beforeunload", event => { if (!project.isSaved || recordings.isRunning) event.preventDefault(); });
function showModel(model) {
  const isUsual = model?.name === "gesture_recognizer.task";
  byId("connection").textContent = model ? `on this computer only${isUsual ? "" : ` · ${model.name}`}` : "no connection, trying again …";
}
connection.addEventListener("state", ({ detail }) => {
  byId("connection").dataset.state = detail.isOpen ? "on" : "off";
  showModel(detail.isOpen ? connection.model : null);
  if (detail.isFull) byId("connection").textContent = "as many pages are open as the server takes: close one";
  if (!detail.isOpen) return teach.interrupted();
  sendOptions();
  const session = ++sessions;
  loaded.then(() => { if (session === sessions) teach.restore(); });
  if (byId("samples").children.length > 0) return;
  // A screen without mouse and keyboard opens this address.
  cards.load().then(showSamples).catch(error => notice(error.message)).finally(() => { if (location.hash === "#kiosk") startKiosk(); });
});
connection.addEventListener("model", ({ detail }) => {
  showModel(detail.model);
  if (given && detail.isOwn && detail.model.name === given.name) project.setModel(given);
  given = null;
  sendOptions(false);
  const isNews = detail.model.sha256 !== showModel.last;
  showModel.last = detail.model.sha256;
  connection.model = detail.model;
  if (isNews) notice(`Gestures are those of ${detail.model.name} now.`, true);
});
connection.addEventListener("error", ({ detail }) => {
  // Motions of a file that cannot be used are not worth the other options.
  if (detail.code === "message" && detail.message.includes("options.motions")) project.setMotionModel(null);
});
connection.addEventListener("error", ({ detail }) => detail.code === "options" ? showFault(detail.message) : notice(detail.message));
connection.open();
