// The options as a whole program for camera, clip and still: in three dialects of Swift, in JavaScript, and as a command.
import { regions, words } from "./options.js";

export const dialects = { mudra: "Swift, Mudra", mediaPipe: "Swift, MediaPipeTasksVision", vision: "Swift, Vision", page: "JavaScript, in a page", shell: "Command line" };
export const sources = { camera: "Camera", clip: "Clip", still: "Still picture" };

const tracking = ["assignsIdentities", "identityMemoryInMilliseconds", "predictionInMilliseconds", "predictsRegion", "handednessFrames",
  "assumesOnePerson", "detectorInterval", "skipsLetterbox"];
const inserted = { details: "hands", reasons: "removed", reliability: "reliability", embeddings: "embeddings" };
const indented = (lines, by) => lines.map(line => line && " ".repeat(by) + line);
const strings = text => `[${words(text).map(quoted).join(", ")}]`;
/** A literal of Swift, whose escapes of Unicode are not those of JSON. */
const quoted = text => JSON.stringify(text).replace(/\\u([0-9a-f]{4})/gi, "\\u{$1}").replace(/\\[bf]/g, "");

/** The text of a program. `differences` are the options that differ from the library's defaults. */
export function program(values, differences, dialect, source) {
  if (dialect === "page") return pageProgram(values, differences, source);
  return dialect === "vision" ? visionProgram(values, differences, source) : taskProgram(values, differences, source, dialect === "mediaPipe");
}

// MARK: Mudra's and MediaPipe's tasks

function taskProgram(values, differences, source, isMediaPipe) {
  const isGestures = values.task === "gestures";
  const kind = isGestures ? "GestureRecognizer" : "HandLandmarker";
  const call = isGestures ? "recognize" : "detect";
  const [settings, others] = taskSettings(values, differences, isMediaPipe);
  const options = [`let options = ${kind}Options()`];
  if (isMediaPipe) options.push(`options.baseOptions.modelAssetPath = "${isGestures ? "gesture_recognizer" : "hand_landmarker"}.task"`);
  if (source !== "still") options.push("options.runningMode = .video");
  options.push(...settings, `let task = try ${kind}(options: options)`);
  const camera = !isMediaPipe && values.camera > 0 ? [`let camera = try CameraModel(fieldOfViewInDegrees: ${values.camera})`] : [];
  const print = isMediaPipe ? mediaPipePrint(isGestures) : mudraPrint(camera.length > 0, isGestures);
  const picture = isMediaPipe ? [] : pictureWords(values, source);
  const orientation = isMediaPipe && values.orientation !== "up" ? [`orientation: .${camel(values.orientation)}`] : [];
  const body = source === "still" ? [
    `let picture = MPImage(${["image: try PixelImage(contentsOfFile: \"hands.jpg\")", ...orientation, ...picture].join(", ")})`,
    `show(try task.${call}(image: picture)${camera.length ? ", picture.image, camera" : ""})`,
  ] : [
    `for try await frame in ${source === "camera" ? "CameraFrames()" : "VideoFrames(\"hands.mp4\")"} {`,
    ...indented([
      ...(picture.length + orientation.length
        ? [`let picture = MPImage(${["image: frame.image.pixelImage", ...orientation, ...picture].join(", ")})`]
        : ["let picture = frame.image"]),
      `let result = try task.${call}(videoFrame: picture, timestampInMilliseconds: frame.timestampInMilliseconds)`,
      `show(result${camera.length ? ", picture.pixelImage, camera" : ""})`,
    ], 2), "}",
  ];
  const parameters = [`_ result: ${kind}Result`, ...(camera.length ? ["_ image: PixelImage", "_ camera: CameraModel"] : [])];
  return [
    ...(source === "still" ? [] : ["import HandVideo"]), `import ${isMediaPipe ? "MediaPipeTasksVision" : "Mudra"}`, "",
    ...others.map(name => `// MediaPipe has no option for this: ${name}.`), ...(others.length ? [""] : []),
    "@main", "struct HandApp {", `  static func main() ${source === "still" ? "" : "async "}throws {`,
    ...indented([...options, ...camera, ...body], 4), "  }", "",
    `  private static func show(${parameters.join(", ")}) {`, ...indented(print, 4), "  }", "}", "",
  ].join("\n");
}

function mudraPrint(hasCamera, isGestures) {
  const name = isGestures ? "\\(hand.gesture?.name ?? \"no gesture\")" : "\\(hand.side) hand";
  return [
    "for hand in result.hands {",
    "  let tip = hand.landmarks[.indexFingerTip]",
    `  print("${name}, index fingertip at (\\(tip.x), \\(tip.y))")`,
    ...(hasCamera ? ["  if let places = hand.cameraLandmarks(camera, imageWidth: image.width, imageHeight: image.height) {",
      "    print(\"the wrist is \\(places[0].z) m from the camera\")", "  }"] : []), "}"];
}

function mediaPipePrint(isGestures) {
  return [
    "for (hand, landmarks) in result.landmarks.enumerated() {",
    ...(isGestures ? ["  let gesture = result.gestures[hand].first?.categoryName ?? \"None\"",
      "  print(\"\\(gesture), index fingertip at (\\(landmarks[8].x), \\(landmarks[8].y))\")"]
      : ["  print(\"hand \\(hand), index fingertip at (\\(landmarks[8].x), \\(landmarks[8].y))\")"]), "}"];
}

/** The lines that set options, and the names of those that MediaPipe does not have. */
function taskSettings(values, differences, isMediaPipe) {
  const [lines, others, made] = [[], [], new Set()];
  const other = (key, line) => isMediaPipe ? others.push(key) : lines.push(line);
  const isGestures = values.task === "gestures";
  for (const [key, value] of differences) {
    const [outer, inner] = key.split(".");
    if (outer === "canned" || outer === "custom") {
      if (!isGestures) continue;
      if (!made.has(outer)) { made.add(outer); lines.push(`let ${outer} = ClassifierOptions()`); }
      const name = { allow: "categoryAllowlist", deny: "categoryDenylist" }[inner] ?? inner;
      lines.push(`${outer}.${name} = ${typeof value === "string" ? strings(value) : value}`);
    } else if (key === "smoothing") other(key, "options.tracking.smoothing = SmoothingOptions()");
    else if (outer === "smoothing") {
      if (values.smoothing) other(key, `options.tracking.smoothing?.${inner} = ${inner === "method" ? "." : ""}${value}`);
    } else if (tracking.includes(key)) other(key, `options.tracking.${key} = ${value}`);
    else if (key === "frameBudgetMilliseconds") other(key, `options.tracking.frameBudget = .milliseconds(${value})`);
    else if (key === "isMirrored") other(key, `options.inputProperties.isMirrored = ${value === "yes"}`);
    else if (["palmsIn", "handsIn", "smallestHand", "tileMilliseconds", "camera"].includes(key)) { if (isMediaPipe) others.push(key); }
    else if (key === "looksAgain") other(key, `options.looksAgain = [${looks(value).map(name => `.${name}`).join(", ")}]`);
    else if (key === "numThreads") other(key, `options.baseOptions.numThreads = ${value}`);
    else if (key === "precision") other(key, `options.baseOptions.precision = .${value}`);
    else if (inserted[key]) { if (key !== "embeddings" || isGestures) other(key, `options.details.insert(.${inserted[key]})`); }
    else if (key === "landmarkPasses") other(key, `options.landmarkPasses = ${value}`);
    else if (key !== "task" && key !== "orientation") lines.push(`options.${key} = ${value}`);
  }
  for (const outer of made) lines.push(`options.${outer}GesturesClassifierOptions = ${outer}`);
  return [lines, others];
}

const looks = text => words(text).filter(name => ["bordered", "brightened", "tinted"].includes(name));
const camel = orientation => orientation.replace("-mirrored", "Mirrored");

/** What a picture is made with, if its orientation or the search differs from the defaults. */
function pictureWords({ orientation, palmsIn, handsIn, smallestHand, tileMilliseconds }, source) {
  const found = orientation === "up" ? [] : [`orientation: .${camel(orientation)}`];
  const [kind, places] = regions(palmsIn)?.length ? ["palms", regions(palmsIn)] : ["hands", regions(handsIn) ?? []];
  const region = ([x, y, width, height, rotation]) => `ImageRegion(centerX: ${x}, centerY: ${y}, width: ${width}, height: ${height}, rotation: ${rotation ?? 0})`;
  const time = source === "still" && tileMilliseconds ? `, within: .milliseconds(${tileMilliseconds})` : "";
  if (places.length) found.push(`search: .${kind}(in: [${places.map(region).join(", ")}])`);
  else if (smallestHand) found.push(`search: .tiles(smallestHand: ${smallestHand}${time})`);
  return found;
}

// MARK: Vision's requests

function visionProgram(values, differences, source) {
  const orientation = `.${camel(values.orientation)}`;
  const others = differences.map(([key]) => key).filter(key => !["numHands", "orientation", "task"].includes(key));
  const handler = source === "still" ? `VNImageRequestHandler(url: URL(fileURLWithPath: "hands.jpg"), orientation: ${orientation})`
    : `VNImageRequestHandler(cgImage: image, orientation: ${orientation})`;
  const perform = [`let handler = ${handler}`, "try handler.perform([request])", "try show(request.results ?? [])"];
  const frames = source === "camera" ? "CameraFrames()" : "VideoFrames(\"hands.mp4\")";
  const body = source === "still" ? perform
    : [`for try await frame in ${frames} {`, ...indented(["// On Apple's systems, the handler takes the camera's CMSampleBuffer instead.", "let image = CGImage(frame.image.pixelImage)", ...perform], 2), "}"];
  return [
    ...(source === "still" ? ["import Foundation"] : ["import HandVideo"]), "import Vision", "",
    ...others.map(name => `// Vision has no option for this: ${name}.`), ...(others.length ? [""] : []),
    "@main", "struct HandApp {", `  static func main() ${source === "still" ? "" : "async "}throws {`,
    ...indented(["let request = VNDetectHumanHandPoseRequest()", `request.maximumHandCount = ${values.numHands}`, ...body], 4), "  }", "",
    "  private static func show(_ hands: [VNHumanHandPoseObservation]) throws {",
    ...indented(["for hand in hands {", "  let tip = try hand.recognizedPoint(.indexTip)",
      "  print(\"index fingertip at (\\(tip.location.x), \\(tip.location.y)), confidence \\(tip.confidence)\")", "}"], 4), "  }", "}", "",
  ].join("\n");
}

// MARK: JavaScript

/** A literal of JavaScript: an object has a line for each member. */
function literal(value, by = "") {
  if (Array.isArray(value)) return `[${value.map(item => JSON.stringify(item)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return ["{", ...Object.entries(value).map(([name, member]) => `${by}  ${name}: ${literal(member, `${by}  `)},`), `${by}}`].join("\n");
}

/** A module beside `mudra.js`, with the names of MediaPipe's tasks-vision. */
function pageProgram(values, differences, source) {
  const isGestures = values.task === "gestures";
  const kind = isGestures ? "GestureRecognizer" : "HandLandmarker";
  const call = isGestures ? "recognize" : "detect";
  const options = {
    baseOptions: { modelAssetPath: `${isGestures ? "gesture_recognizer" : "hand_landmarker"}.task` },
    runningMode: source === "still" ? "IMAGE" : "VIDEO",
  };
  const others = [];
  for (const [key, value] of differences) {
    const [outer, inner] = key.split(".");
    if (["numHands", "minHandDetectionConfidence", "minHandPresenceConfidence", "minTrackingConfidence"].includes(key)) options[key] = value;
    else if (outer === "canned" || outer === "custom") {
      const name = { allow: "categoryAllowlist", deny: "categoryDenylist" }[inner] ?? inner;
      if (isGestures) (options[`${outer}GesturesClassifierOptions`] ??= {})[name] = typeof value === "string" ? words(value) : value;
    } else if (key !== "task") others.push(key);
  }
  const video = source === "camera" ? "video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true });" : "video.src = \"hands.mp4\";";
  const body = source === "still" ? [
    "const picture = new Image();", "picture.src = \"hands.jpg\";", "await picture.decode();", `show(task.${call}(picture));`,
  ] : [
    "const video = document.createElement(\"video\");", "video.muted = true;", video, "await video.play();", "const next = () => {",
    `  show(task.${call}ForVideo(video, performance.now()));`, "  video.requestVideoFrameCallback(next);", "};", "video.requestVideoFrameCallback(next);",
  ];
  return [
    "// Tools/build-web puts mudra.js, its modules and the models into a folder; this file goes beside them.",
    `import { FilesetResolver, ${kind} } from "./mudra.js";`, "",
    ...others.map(name => `// A page has no option for this: ${name}.`), ...(others.length ? [""] : []),
    "const files = await FilesetResolver.forVisionTasks();",
    `const task = await ${kind}.createFromOptions(files, ${literal(options)});`, "",
    `function show({ landmarks${isGestures ? ", gestures" : ""} }) {`, "  for (const [hand, points] of landmarks.entries()) {",
    ...(isGestures ? ["    const name = gestures[hand]?.[0]?.categoryName ?? \"None\";"] : ["    const name = `hand ${hand}`;"]),
    "    console.log(`${name}, index fingertip at (${points[8].x}, ${points[8].y})`);", "  }", "}", "", ...body, "",
  ].join("\n");
}
