// The module without a browser: node.mjs FOLDER VARIANT MODEL EXPECTED TURNED FAST FASTCLIP CLIP…, where EXPECTED has lines of
// `mudra gestures --json` with the kernels that the variant's bits are compared with, TURNED those of a picture with the
// orientations right, down and left, and each CLIP those of `mudra video --json` for a folder of frames; FAST and FASTCLIP
// are of pictures and of a clip in fast precision.
import fs from "node:fs";
import path from "node:path";
import {clipDifference, difference} from "./compare.mjs";
import {picture} from "./pictures.mjs";

const [folder, variant, modelPath, expectedPath, turnedPath, fastPath, fastClip, ...clips] = process.argv.slice(2);
const {FilesetResolver, GestureRecognizer, HandLandmarker, MudraError} = await import(path.resolve(folder, "mudra.js"));
const module = new WebAssembly.Module(fs.readFileSync(path.join(folder, `mudra-${variant}.wasm`)));
const files = {module}, modelAssetBuffer = new Uint8Array(fs.readFileSync(modelPath));
let failures = 0;

function check(name, fault) {
  console.log(`${fault === undefined ? "ok  " : "FAIL"} ${name}${fault === undefined ? "" : `: ${fault}`}`);
  if (fault !== undefined) failures++;
}

async function refused(name, code, body) {
  try {
    await body();
    check(name, "no error");
  } catch (error) {
    check(name, error instanceof MudraError && error.code === code ? undefined : `${error.code} ${error.stack}`);
  }
}

const read = path => fs.readFileSync(path, "utf8").trim().split("\n").map(line => JSON.parse(line));
const lines = read(expectedPath);
const options = {baseOptions: {modelAssetBuffer}, numHands: 2};
const task = await GestureRecognizer.createFromOptions(files, options);
const faults = lines.map(line => {
  const fault = difference(task.recognize(picture(line.source)), line);
  return fault && `${line.source}: ${fault}`;
}).filter(fault => fault);
check(`${lines.length} pictures have the bits of the command`, lines.length ? faults[0] : "no pictures");
console.log(`     memory of a gesture recognizer: ${(task.memoryByteCount / 1048576).toFixed(1)} MiB`);
check("memory is within 64 MiB", task.memoryByteCount <= 64 << 20 ? undefined : task.memoryByteCount);

const image = picture(lines[0].source);
const landmarker = await HandLandmarker.createFromOptions(files, {...options, runningMode: "VIDEO"});
const first = landmarker.detectForVideo(image, 10);
check("a landmarker has no gestures", "gestures" in first ? "it has" : undefined);
await refused("a time that does not increase", 3, () => landmarker.detectForVideo(image, 10));
await refused("a time that is none", 3, () => landmarker.detectForVideo(image, NaN));
for (const time of [10.25, 10.5, 1.8e12, 1.8e12 + 33]) landmarker.detectForVideo(image, time);
check("times may be fractions, and milliseconds since 1970", undefined);
const lower = await HandLandmarker.createFromOptions(files, {...options, runningMode: "video", canvas: {}});
check("a mode in small letters is that of a stream", lower.detectForVideo(image, 1).landmarks.length ? undefined : "no hand");
lower.close();
await refused("options of a closed task", 9, () => lower.setOptions({numHands: 1}));
const paired = lines.find(line => new Set(line.hands.map(hand => hand.gestures?.[0]?.name)).size > 1);
const denied = paired?.hands[0].gestures[0].name;
const denying = await GestureRecognizer.createFromOptions(
  files, {...options, cannedGesturesClassifierOptions: {categoryDenylist: [denied]}});
const hands = paired && denying.recognize(picture(paired.source)).hands;
check("each hand has its own gesture, also where another one's is denied", !paired ? "no picture with two gestures"
  : hands.length === paired.hands.length && hands.every(({gesture}, index) => paired.hands[index].gestures[0].name === denied
    ? gesture?.name !== denied : gesture?.name === paired.hands[index].gestures[0].name)
    ? undefined : JSON.stringify(hands.map(hand => hand.gesture)));
denying.close();
await refused("a call of another mode", 3, () => landmarker.detect(image));
await refused("too few bytes", 3, () => task.recognize({data: new Uint8ClampedArray(7), width: 2, height: 1}));
await refused("a picture of too many pixels", 3, () => task.recognize({width: 2 ** 16, height: 2 ** 16}));
await refused("a picture without pixels", 3, () => task.recognize({width: 0, height: 1}));
check("a picture of one pixel has no hand", task.recognize(
  {data: new Uint8ClampedArray(4), width: 1, height: 1}).landmarks.length ? "it has" : undefined);
await refused("an odd rotation", 3, () => task.recognize(image, {rotationDegrees: 45}));
await refused("a part of the picture", 12, () => task.recognize(image, {regionOfInterest: {}}));
await refused("no hands", 13, () => GestureRecognizer.createFromOptions(files, {...options, numHands: 0}));
await refused("a threshold above 1", 3, () =>
  GestureRecognizer.createFromOptions(files, {...options, minTrackingConfidence: 2}));
const turned = task.recognize(image, {rotationDegrees: 0});
check("a picture without rotation is the same", difference(turned, lines[0]));
for (const [index, line] of read(turnedPath).entries()) {
  for (const degrees of [90 * (index + 1), 90 * (index + 1) - 360]) {
    check(`a picture rotated by ${degrees}° has the bits of the command`,
      difference(task.recognize(picture(line.source), {rotationDegrees: degrees}), line));
  }
}

const fastOptions = {...options, baseOptions: {...options.baseOptions, precision: "fast"}};
const fast = await GestureRecognizer.createFromOptions(files, fastOptions);
const fastLines = read(fastPath);
const fastFaults = fastLines.map(line => {
  const fault = difference(fast.recognize(picture(line.source)), line);
  return fault && `${line.source}: ${fault}`;
}).filter(fault => fault);
check(`${fastLines.length} pictures have the bits of the command in fast precision`, fastLines.length ? fastFaults[0] : "no pictures");
check("fast precision is another one", difference(fast.recognize(picture(lines[0].source)), lines[0]) ? undefined : "it is exact");
await fast.setOptions({baseOptions: {precision: "exact"}});
check("precision can be changed", difference(fast.recognize(picture(lines[0].source)), lines[0]));
fast.close();
await refused("a precision that is none", 3, () => GestureRecognizer.createFromOptions(
  files, {baseOptions: {...options.baseOptions, precision: "half"}}));

for (const [path, precision] of [...clips.map(path => [path, options]), [fastClip, fastOptions]]) {
  const tracker = await GestureRecognizer.createFromOptions(files, {...precision, runningMode: "VIDEO"});
  const frames = read(path).map(line => ({line, image: picture(line.source)}));
  check(`a clip of ${frames.length} frames has the bits of the command${precision === fastOptions ? " in fast precision" : ""}`,
    clipDifference(tracker, frames));
  tracker.close();
}

// Models of strangers: an error of a kind that the command gives, or a task; the module goes on.
let random = 12345;
const next = () => (random = (Math.imul(random, 1103515245) + 12345) >>> 0) / 2 ** 32;
const kinds = new Map(), names = [];
for (let at = 0, file = Buffer.from(modelAssetBuffer); (at = file.indexOf(".tflite", at)) >= 0; at++) names.push(at);
for (let round = 0; round < 300; round++) {
  const bytes = modelAssetBuffer.slice(0, round % 5 ? undefined : Math.floor(next() * modelAssetBuffer.length));
  // Anywhere, in the first kilobytes, or around one of the names in the archives, where sizes and tables are.
  const spots = [[0, bytes.length], [0, 4096], ...names.map(place => [place - 40, 2048])];
  const [start, length] = spots[round % spots.length];
  for (let flip = 0; flip < 1 + 40 * next(); flip++) bytes[start + Math.floor(next() * length)] ^= 1 << (8 * next());
  let kind = "task";
  try {
    (await GestureRecognizer.createFromOptions(files, {baseOptions: {modelAssetBuffer: bytes}})).close();
  } catch (error) {
    kind = error instanceof MudraError ? error.code : error.stack;
  }
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
}
console.log("     damaged models:", [...kinds].map(([kind, count]) => `${count} × ${kind}`).join(", "));
check("damaged models end in a typed error or a task", [...kinds.keys()].find(kind => kind !== "task" && !(kind >= 1 && kind <= 12)));
check("a task goes on beside them", difference(task.recognize(image), lines[0]));

task.close();
await refused("a closed task", 9, () => task.recognize(image));
await refused("no model", 3, () => GestureRecognizer.createFromOptions(files, {}));
await refused("files of something else", 3, () => GestureRecognizer.createFromOptions({}, options));
const beside = new URL(".", (await FilesetResolver.forVisionTasks()).wasmBinaryPath).href;
for (const [folder, expected] of [
  ["https://cdn.example/npm/@mediapipe/tasks-vision@latest/wasm", beside], ["https://a.example/Mudra/node_modules/@mediapipe/tasks-vision/wasm", beside],
  ["https://a.example/wasm", "https://a.example/wasm/"], ["https://a.example/files/", "https://a.example/files/"]]) {
  const {wasmBinaryPath} = await FilesetResolver.forVisionTasks(folder);
  check(`the modules of ${folder}`, new URL(".", wasmBinaryPath).href === expected ? undefined : wasmBinaryPath);
}
process.exit(failures ? 1 : 0);
