// Hands for a page of one's own: import { Hands, Cursor } from "http://localhost:8080/kiosk.js". README.md describes it.
import { Camera } from "./camera.js";
import { Connection } from "./protocol.js";
import { kept } from "./settings.js";

/** The part of the picture that stands for the screen where nothing else was set up. */
export const usualArea = [0.15, 0.15, 0.7, 0.6];

/** What setup.html kept for this screen. */
function setUp() {
  const { mirror, area } = kept();
  const isArea = Array.isArray(area) && area.length === 4 && area.every(Number.isFinite) && area[2] > 0 && area[3] > 0;
  return { isMirror: mirror !== false, area: isArea ? area : usualArea };
}

/** The hands before the camera, as events:
    `hands` (`hands`, `picture`) for each frame, `swipe` (`direction`), `thumb` (`isUp`), `pinch` (`isPinched`), `gesture` (`name`),
    `idle` and `active` when nobody was there for some seconds and when somebody comes, `fault` (`message`), and the server's own
    events by their names, such as `appeared` or `motionRecognized`, if the options ask for them.
    Directions and places are those that the person sees: as in a mirror, unless `isMirror` is false. */
export class Hands extends EventTarget {
  #connection = new Connection();
  #video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
  #camera = new Camera(this.#video, this.#connection, frame => this.#answered(frame), error => this.#emit("fault", { message: error.message }));
  #seen = performance.now();
  #isIdle = true;
  #gesture = null;

  /** @param settings `options` of the socket (PROTOCOL.md), `isMirror`, `idleSeconds`, and `area`: left, top, width and height of
      the part of the picture, as the person sees it, of 0…1, that stands for the whole screen. What is left out is as setup.html
      kept it. */
  constructor({ options = {}, isMirror = setUp().isMirror, idleSeconds = 30, area = setUp().area } = {}) {
    super();
    Object.assign(this, { options, isMirror, idleSeconds, area });
    this.#connection.addEventListener("error", ({ detail }) => this.#emit("fault", detail));
    this.#connection.addEventListener("state", ({ detail }) => {
      // A new session has the options of this page.
      if (detail.isOpen) this.#connection.send({ type: "options", options: { timings: false, ...this.options } });
      this.#emit("connection", { isOpen: detail.isOpen });
    });
  }

  /** Connects, again and again if it must, and waits for the first connection. */
  async connect() {
    this.#connection.open();
    if (!this.#connection.isOpen) await new Promise(resolve => this.addEventListener("connection", ({ detail }) => { if (detail.isOpen) resolve(); }));
    return this;
  }

  /** Starts the camera. Throws what the browser says against it. */
  async start({ deviceId = "", width = 640, height = 480 } = {}) {
    await this.#camera.start({ deviceId, width, height });
  }

  stop() { this.#camera.stop(); }

  /** Where a landmark's place is on the screen, in pixels of the page's window. */
  place([x, y]) {
    const [left, top, width, height] = this.area;
    const across = ((this.isMirror ? 1 - x : x) - left) / width;
    const down = (y - top) / height;
    return [Math.max(0, Math.min(1, across)) * innerWidth, Math.max(0, Math.min(1, down)) * innerHeight];
  }

  #answered({ picture, answer }) {
    const { hands } = answer.result;
    this.#wait(hands.length > 0);
    this.#emit("hands", { hands, picture });
    picture.close();
    if (answer.swipe) this.#emit("swipe", { ...answer.swipe, direction: this.#seenDirection(answer.swipe.direction) });
    if (answer.touchless === "thumbsUp" || answer.touchless === "thumbsDown") this.#emit("thumb", { isUp: answer.touchless === "thumbsUp" });
    if (answer.touchless === "pinch" || answer.touchless === "rest") this.#emit("pinch", { isPinched: answer.touchless === "pinch" });
    const gesture = hands[0]?.gestures?.[0]?.name ?? null;
    if (gesture !== this.#gesture) this.#emit("gesture", { name: gesture === "None" ? null : gesture });
    this.#gesture = gesture;
    for (const event of answer.events ?? []) this.#emit(event.event, event);
  }

  #seenDirection(direction) { return this.isMirror ? { left: "right", right: "left" }[direction] ?? direction : direction; }

  #wait(areSeen) {
    const now = performance.now();
    if (areSeen) this.#seen = now;
    const isIdle = !areSeen && (this.#isIdle || now - this.#seen >= this.idleSeconds * 1000);
    if (isIdle !== this.#isIdle) this.#emit(isIdle ? "idle" : "active", {});
    this.#isIdle = isIdle;
  }

  #emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}

/** A hand that comes nearer quickly, as if it pushed a button: it looks larger than some tenths of a second ago. */
export class Push {
  #sizes = [];
  #peak = null;

  /** @param settings how much larger, and within how many milliseconds. */
  constructor({ growth = 1.15, milliseconds = 400 } = {}) {
    Object.assign(this, { growth, milliseconds });
  }

  /** Takes a hand in a picture of a width and a height; null where there is none. Returns when the push began, as the time that was
      given, once for each push. */
  update(hand, { width, height }, now) {
    if (!hand) {
      [this.#sizes, this.#peak] = [[], null];
      return null;
    }
    // The palm, by its longer side: a hand that turns is not larger.
    const [wrist, index, middle, pinky] = [0, 5, 9, 17].map(at => hand.landmarks[at]);
    const length = (a, b) => Math.hypot((a[0] - b[0]) * width, (a[1] - b[1]) * height);
    const size = Math.max(length(wrist, middle), 1.4 * length(index, pinky));
    this.#sizes = this.#sizes.filter(({ time }) => now - time <= this.milliseconds);
    this.#sizes.push({ time: now, size });
    if (this.#peak !== null) {
      // The hand draws back before it pushes again.
      this.#peak = Math.max(this.#peak, size);
      if (size > this.#peak / Math.sqrt(this.growth)) return null;
      [this.#sizes, this.#peak] = [[{ time: now, size }], null];
      return null;
    }
    const least = this.#sizes.reduce((least, one) => one.size < least.size ? one : least);
    if (size < least.size * this.growth) return null;
    this.#peak = size;
    return least.time;
  }
}

/** A dot that follows the index finger, and clicks what it is on: by a pinch, by a push towards the camera, or by staying there for
    `dwellSeconds`. */
export class Cursor {
  #place = null;
  #target = null;
  #since = 0;
  #isPinched = false;
  #push = new Push();
  /** What the cursor was on lately, which a push moves it away from. */
  #targets = [];

  /** @param settings `click`: "dwell", "pinch" or "push"; `selector` of what can be clicked; `dot`, an element, or one that is made. */
  constructor(hands, { click = "dwell", dwellSeconds = 1.2, selector = "button:not(:disabled), a[href], [data-hand]", dot = makeDot() } = {}) {
    Object.assign(this, { click, dwellSeconds, selector, dot });
    hands.addEventListener("hands", ({ detail }) => this.#follow(detail.hands[0], hands, detail.picture));
    hands.addEventListener("pinch", ({ detail }) => this.#pinch(detail.isPinched));
  }

  #follow(hand, hands, picture) {
    this.dot.hidden = !hand;
    const now = performance.now();
    const pushed = this.click === "push" ? this.#push.update(hand, picture, now) : null;
    if (!hand) return this.#leave();
    // The tip goes towards the thumb while it pinches, so the finger's base leads then.
    const found = hands.place(hand.landmarks[this.click === "pinch" ? 5 : 8]);
    const step = this.#place ? Math.hypot(found[0] - this.#place[0], found[1] - this.#place[1]) : 0;
    // Slow movements are smoothed, fast ones hardly.
    const share = this.#place ? Math.min(1, 0.2 + step / 200) : 1;
    this.#place = found.map((value, axis) => (this.#place?.[axis] ?? value) * (1 - share) + value * share);
    this.dot.style.transform = `translate(${this.#place[0]}px, ${this.#place[1]}px)`;
    const target = document.elementFromPoint(...this.#place)?.closest(this.selector) ?? null;
    if (target !== this.#target) {
      this.#leave();
      this.#target = target;
      this.#since = performance.now();
      target?.classList.add("hand-over");
    }
    if (this.click === "dwell") this.#dwell();
    if (this.click !== "push") return;
    this.#targets = [...this.#targets.filter(({ time }) => now - time < 1000), { time: now, target }];
    if (pushed !== null) this.#targets.find(({ time }) => time >= pushed)?.target?.click();
  }

  #dwell() {
    // Once, until the cursor has left it.
    const isWaiting = this.#target && this.#since !== Infinity;
    const share = isWaiting ? Math.min(1, (performance.now() - this.#since) / (this.dwellSeconds * 1000)) : 0;
    this.dot.style.setProperty("--dwell", share);
    if (share < 1) return;
    this.#since = Infinity;
    this.#target.click();
  }

  #pinch(isPinched) {
    if (this.click === "pinch" && isPinched && !this.#isPinched) this.#target?.click();
    this.#isPinched = isPinched;
  }

  #leave() {
    this.#target?.classList.remove("hand-over");
    this.#target = null;
    this.dot.style.setProperty("--dwell", 0);
  }
}

function makeDot() {
  const dot = document.createElement("div");
  dot.className = "hand-cursor";
  dot.setAttribute("aria-hidden", "true");
  // A style of its own would need a rule in the page's policy; single properties do not.
  Object.assign(dot.style, {
    position: "fixed", left: "-24px", top: "-24px", width: "48px", height: "48px", borderRadius: "50%", border: "4px solid #ffd166", zIndex: 9999,
    pointerEvents: "none", background: "rgb(255 209 102 / calc(var(--dwell, 0) * 80%))", boxShadow: "0 0 0 2px #000a",
  });
  dot.hidden = true;
  document.body.append(dot);
  return dot;
}
