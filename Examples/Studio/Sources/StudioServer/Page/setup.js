// Sets a screen up for hands: which part of the camera's picture stands for the screen, and whether the picture is like a
// mirror. All of it can be done by a mouse, by keys, or by the cursor that it sets up.
import { element } from "./hands.js";
import { Cursor, Hands, usualArea } from "./kiosk.js";
import { Corners, least } from "./corners.js";
import { keep } from "./settings.js";

const byId = id => document.getElementById(id);
const hands = new Hands();
new Cursor(hands);
/** What is shown with two corners; null at other times. */
let corners = null;

const say = text => { byId("say").textContent = text; };
const share = value => Math.round(value * 100) / 100;

const edges = ["Left", "Top", "Width", "Height"].map((name, at) => {
  const input = element("input");
  Object.assign(input, { type: "range", min: at < 2 ? 0 : least, max: at < 2 ? 1 - least : 1, step: 0.01 });
  input.addEventListener("input", () => {
    const area = [...hands.area];
    area[at] = Number(input.value);
    // The frame stays in the picture: what is moved pushes, or cuts, its other edge.
    if (area[at % 2] + area[at % 2 + 2] > 1) area[(at + 2) % 4] = share(1 - area[at]);
    set(area);
  });
  const label = element("label", "", name);
  label.append(input);
  byId("edges").append(label);
  return input;
});

function set(area = hands.area, isMirror = hands.isMirror) {
  Object.assign(hands, { area, isMirror });
  edges.forEach((input, at) => { input.value = area[at]; });
  byId("mirror").setAttribute("aria-pressed", isMirror);
  byId("mirror").textContent = isMirror ? "Like a mirror" : "Not a mirror";
  byId("line").textContent = `new Hands({ isMirror: ${isMirror}, area: [${area.join(", ")}] })`;
}

/** Begins or ends to wait for two corners, while which nothing is clicked. */
function wait(next) {
  corners = next;
  for (const button of document.querySelectorAll("button")) button.disabled = Boolean(next);
}

byId("corners").addEventListener("click", () => {
  wait(new Corners());
  say("Point at a corner of where your hand shall reach, and stay there.");
});
addEventListener("keydown", event => {
  if (event.key !== "Escape" || !corners) return;
  wait(null);
  say("The frame is as it was.");
});
byId("mirror").addEventListener("click", () => {
  set(hands.area, !hands.isMirror);
  say("Does the dot go where your hand goes? Then keep it.");
});
byId("usual").addEventListener("click", () => set(usualArea, true));
byId("keep").addEventListener("click", () => {
  keep({ mirror: hands.isMirror, area: hands.area });
  say("Kept, for all pages of this server in this browser. A page of another server needs the line below.");
});

hands.addEventListener("hands", ({ detail: { hands: [hand], picture } }) => {
  const tip = hand?.landmarks[8];
  draw(picture, tip);
  const found = corners?.update(tip && seen(tip), performance.now());
  if (found === "first") say("And now at the opposite corner.");
  if (found === "near") say("Farther away, please: to the other side, and higher or lower.");
  if (found !== "both") return;
  set(corners.area.map(share));
  wait(null);
  say("This is the frame now. Try the dot, then keep it.");
});

/** Where the person sees a landmark, in shares of the picture. */
function seen([x, y]) { return [hands.isMirror ? 1 - x : x, y]; }

function draw(picture, tip) {
  const canvas = byId("picture");
  const [width, height] = [picture.width, picture.height];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.save();
  if (hands.isMirror) context.setTransform(-1, 0, 0, 1, width, 0);
  context.drawImage(picture, 0, 0);
  context.restore();
  const [left, top, wide, high] = hands.area;
  for (const [color, line] of [["#000a", 7], ["#ffd166", 4]]) {
    Object.assign(context, { strokeStyle: color, lineWidth: line });
    context.strokeRect(left * width, top * height, wide * width, high * height);
  }
  if (!tip) return;
  const [x, y] = seen(tip);
  context.beginPath();
  context.arc(x * width, y * height, 9, 0, 7);
  context.fillStyle = "#ffd166";
  context.fill();
}

hands.addEventListener("active", () => { if (!corners) say("The dot follows your index finger. Stay on a button to press it."); });
hands.addEventListener("fault", ({ detail }) => say(detail.message));
set();
await hands.connect();
say("Raise your hand.");
await hands.start().catch(error => say(error.message));
