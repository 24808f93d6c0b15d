// The world landmarks, turned by the mouse, a finger or the arrow keys.
import { bones, handColors } from "./overlay.js";

/** On white, the colors of the picture would have too little contrast. */
export const lightColors = ["#0b7768", "#8a5a00", "#b0305c", "#2457b0", "#3f6d0c", "#7a3fa0"];
const isLight = matchMedia("(prefers-color-scheme: light)");

export class SpaceView {
  #hands = [];
  #isMirrored = false;
  #yaw = 0.5;
  #pitch = 0.25;

  constructor(canvas) {
    this.canvas = canvas;
    canvas.addEventListener("pointerdown", event => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("pointermove", event => {
      if (event.buttons === 0) return;
      this.#turn(event.movementX * 0.01, event.movementY * 0.01);
    });
    const keys = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] };
    canvas.addEventListener("keydown", event => {
      if (!keys[event.key]) return;
      event.preventDefault();
      this.#turn(...keys[event.key]);
    });
  }

  /** Shows hands beside each other as they are in the picture, which may be shown as its mirror image. */
  show(hands, isMirrored = false) {
    const side = isMirrored ? -1 : 1;
    this.#hands = hands.map((hand, index) => ({ hand, index })).slice(0, 3)
      .toSorted((a, b) => side * (a.hand.landmarks[0][0] - b.hand.landmarks[0][0]));
    this.#isMirrored = isMirrored;
    this.#draw();
  }

  #turn(yaw, pitch) {
    this.#yaw += yaw;
    this.#pitch = Math.max(-1.5, Math.min(1.5, this.#pitch + pitch));
    this.#draw();
  }

  /** From meters to the canvas: turned around the vertical axis, then around the horizontal one. */
  #project([x, y, z], offset) {
    const [sinYaw, cosYaw] = [Math.sin(this.#yaw), Math.cos(this.#yaw)];
    const [sinPitch, cosPitch] = [Math.sin(this.#pitch), Math.cos(this.#pitch)];
    const across = x * cosYaw + z * sinYaw;
    const into = z * cosYaw - x * sinYaw;
    const down = y * cosPitch - into * sinPitch;
    const depth = y * sinPitch + into * cosPitch;
    const scale = this.canvas.height * 4.2 / (1 + depth);
    return [this.canvas.width / 2 + across * scale + offset, this.canvas.height / 2 + down * scale, depth];
  }

  #draw() {
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.#floor(context);
    const shown = this.#hands;
    const colors = isLight.matches ? lightColors : handColors;
    shown.forEach(({ hand, index: place }, index) => {
      const color = colors[place % colors.length];
      const offset = (index - (shown.length - 1) / 2) * this.canvas.width / Math.max(shown.length, 1) * 0.9;
      const points = hand.worldLandmarks.map(([x, y, z]) => this.#project([this.#isMirrored ? -x : x, y, z], offset));
      const sorted = bones.toSorted((a, b) => points[b[0]][2] + points[b[1]][2] - points[a[0]][2] - points[a[1]][2]);
      context.lineCap = "round";
      for (const [from, to] of sorted) {
        const near = Math.max(0.35, Math.min(1, 0.75 - (points[from][2] + points[to][2]) * 4));
        context.strokeStyle = color;
        context.globalAlpha = isLight.matches ? Math.max(0.85, near) : near;
        context.lineWidth = 2 + near * 2.5;
        context.beginPath();
        context.moveTo(points[from][0], points[from][1]);
        context.lineTo(points[to][0], points[to][1]);
        context.stroke();
      }
      context.globalAlpha = 1;
      context.fillStyle = getComputedStyle(this.canvas).color;
      for (const [x, y, depth] of points.toSorted((a, b) => b[2] - a[2])) {
        context.beginPath();
        context.arc(x, y, Math.max(1.5, 3 - depth * 12), 0, 7);
        context.fill();
      }
    });
  }

  #floor(context) {
    context.strokeStyle = getComputedStyle(this.canvas).getPropertyValue("--line");
    context.lineWidth = 1;
    for (let step = -4; step <= 4; step += 1) {
      for (const [from, to] of [[[step * 0.03, 0.1, -0.12], [step * 0.03, 0.1, 0.12]], [[-0.12, 0.1, step * 0.03], [0.12, 0.1, step * 0.03]]]) {
        context.beginPath();
        context.moveTo(...this.#project(from, 0).slice(0, 2));
        context.lineTo(...this.#project(to, 0).slice(0, 2));
        context.stroke();
      }
    }
  }
}
