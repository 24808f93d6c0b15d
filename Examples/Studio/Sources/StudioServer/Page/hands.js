// The hands as text and bars: gesture, handedness, how far fingers are bent, how close thumb and index finger are.
import { gestureName, handColors } from "./overlay.js";

const fingers = ["thumb", "index", "middle", "ring", "pinky"];

const looks = { bordered: "Found with a border.", brightened: "Found with more light.", tinted: "Found with a tint." };

/** Shows what a result says of its hands, and how they were searched for. Frames of a camera take turns, too fast to be read. */
export function showHands(section, { hands = [], removed = [], searchedTiles = [], secondLook }, isCamera = false) {
  const lines = [];
  if (secondLook) lines.push(looks[secondLook]);
  if (hands.length === 0 && removed.length > 0) lines.push(`What came closest: ${removed.map(reason).join("; ")}.`);
  if (searchedTiles.length > 0 && !isCamera) lines.push(`Searched in ${searchedTiles.length === 1 ? "a square" : `${searchedTiles.length} squares`}, too.`);
  const cards = hands.length > 0 ? hands.map(card) : [element("p", "empty", "No hands.")];
  section.replaceChildren(...cards, ...lines.map(line => element("p", "lead", line)));
}

function reason({ rule, presence }) {
  const texts = {
    palmScore: "something scores too low for a palm", handLimit: "one more than the number of hands",
    overlap: "overlaps a tracked hand", repeated: "found already",
  };
  return rule === "presence" ? `presence ${presence?.toFixed(2)} is too low` : texts[rule] ?? rule;
}

function card(hand, index) {
  const box = element("div", "hand");
  const name = element("div", "name");
  const dot = element("span", "dot");
  dot.style.background = handColors[index % handColors.length];
  const gesture = element("span", "gesture", gestureName(hand)?.replaceAll("_", " ") ?? "No gesture");
  name.append(dot, gesture, element("small", "", `${hand.handedness?.name ?? "?"}${hand.track ? ` · #${hand.track.id}` : ""}`));
  box.append(name);
  if (gestureName(hand)) {
    box.append(meter("score", hand.gestures[0].score, hand.gestures[0].score.toFixed(2), "How sure the gesture is, from 0 to 1"));
  }
  if (hand.presence !== undefined) box.append(meter("presence", hand.presence, hand.presence.toFixed(2), "How sure it is that there is a hand, from 0 to 1"));
  if (hand.reliability) {
    const errors = hand.reliability.map(([error]) => error);
    const worst = errors.indexOf(Math.max(...errors));
    box.append(meter("confidence", hand.reliability[worst][1], `± ${errors[worst].toFixed(2)} palms`,
      `Of the least reliable landmark, ${worst}: how likely it is near its place`));
  }
  if (hand.cameraLandmarks) {
    const away = hand.cameraLandmarks[0][2];
    box.append(meter("away", away / 2, `${away.toFixed(2)} m`, "From the camera to the wrist, by its field of view"));
  }
  if (!hand.shape) return box;
  for (const finger of fingers) {
    const { bend, curl, direction } = hand.shape.fingers[finger];
    const words = { straight: "straight", half: "half bent", full: "bent" };
    box.append(meter(finger, bend / 2.2, `${Math.round(bend * 57.3)}° ${words[curl] ?? curl}`,
      `How far it is bent. It points ${direction}; its joints: ${joints(hand.worldLandmarks, finger)}`));
  }
  const pinch = hand.shape.pinchDistance;
  box.append(meter("pinch gap", pinch / (1.5 * hand.shape.palmLength), `${(pinch * 100).toFixed(1)} cm`,
    "Between the tips of thumb and index finger"));
  return box;
}

/** The angles of a finger's joints in degrees, from the palm to the tip. */
function joints(points, finger) {
  const first = 1 + 4 * fingers.indexOf(finger);
  const line = [0, first, first + 1, first + 2, first + 3].map(index => points[index]);
  return [1, 2, 3].map(at => {
    const a = line[at].map((value, axis) => value - line[at - 1][axis]);
    const b = line[at + 1].map((value, axis) => value - line[at][axis]);
    const dot = a.reduce((sum, value, axis) => sum + value * b[axis], 0);
    return `${Math.round(Math.acos(Math.max(-1, Math.min(1, dot / (Math.hypot(...a) * Math.hypot(...b) || 1)))) * 57.3)}°`;
  }).join(" ");
}

export function meter(name, share, text, help) {
  const row = element("div", "meter");
  row.title = help;
  const track = element("span", "track");
  const fill = element("span", "fill");
  fill.style.display = "block";
  fill.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  track.append(fill);
  row.append(element("span", "", name), track, element("b", "", text));
  return row;
}

export function element(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}
