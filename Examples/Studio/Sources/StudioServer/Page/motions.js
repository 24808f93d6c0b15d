// Taking a motion, three times, and then a minute of anything else, from the frames of a camera, whose own times count.
import { thumbnail } from "./thumbnail.js";

/** Milliseconds: to get ready, of an example, and of other movements. */
export const times = { ready: 1500, example: 2500, anything: 60_000 };
const exampleCount = 3;
/** With fewer frames of a hand there is nothing to learn. */
const leastFrames = 3;

const short = points => points?.map(point => point.map(value => Math.round(value * 1e5) / 1e5));

/** The hands of a result as the server takes them for a motion, with the digits that matter. */
function frameOf({ timestampMs, width, height, hands }) {
  return {
    timestampMs, width, height,
    hands: hands.map(({ handedness, landmarks, worldLandmarks, track }) => ({
      landmarks: short(landmarks), worldLandmarks: short(worldLandmarks) ?? [],
      ...(handedness && { handedness: handedness.name ?? handedness }), ...(track && { track: track.id ?? track }),
    })),
  };
}

export class Taking {
  #frames = [];
  #image = null;
  #start = null;
  #isReady;
  count = 0;

  /** @param motion its name; null for anything else. @param isHeld whether it lasts until it is ended. */
  constructor(motion, isHeld) {
    Object.assign(this, { motion, isHeld });
    this.#isReady = isHeld;
  }

  get wanted() { return this.motion === null ? 1 : exampleCount; }

  /** Takes a frame. Returns what to say, how far it is, and what is complete with it. */
  frame(result, picture) {
    const now = result.timestampMs;
    // A camera that was started anew has other times.
    if (this.#start === null || now < this.#start) this.#begin(now);
    if (!this.#isReady) {
      const which = this.motion === null ? "Then do anything but your motions" : `“${this.motion}”, ${this.count + 1} of ${exampleCount}`;
      if (now - this.#start < times.ready) return { text: `Get ready. ${which} …` };
      this.#isReady = true;
      this.#begin(now);
    }
    this.#frames.push(frameOf(result));
    if (result.hands.length > 0) this.#image ??= thumbnail(picture, result);
    const length = this.motion === null ? times.anything : times.example;
    const passed = now - this.#start;
    if (this.isHeld) return { text: `${(passed / 1000).toFixed(1)} s. Let go when “${this.motion}” is over.` };
    if (passed < length) {
      const left = Math.ceil((length - passed) / 1000);
      return { share: passed / length, text: this.motion === null ? `Anything but your motions, ${left} s more …` : `Now: do “${this.motion}” once.` };
    }
    const taken = this.end();
    this.#isReady = false;
    this.#begin(now);
    if (!taken) return { text: "No hand was seen. Once more …" };
    this.count += 1;
    return { text: "Good.", share: 1, taken, isDone: this.count === this.wanted };
  }

  #begin(now) {
    this.#start = now;
    this.#frames = [];
    this.#image = null;
  }

  /** What was taken since it began; null if it shows no hand. */
  end() {
    if (this.#frames.filter(({ hands }) => hands.length > 0).length < leastFrames) return null;
    return { motion: this.motion, frames: this.#frames, thumbnail: this.#image };
  }
}

/** How long frames last, in seconds. */
export const seconds = frames => frames.length < 2 ? 0 : (frames.at(-1).timestampMs - frames[0].timestampMs) / 1000;
/** What frames take of the server's limit. */
export const handCount = motions => motions.reduce((sum, { frames }) => frames.reduce((sum, { hands }) => sum + Math.max(hands.length, 1), sum), 0);

const isPoints = (points, least) => Array.isArray(points) && points.length === 21
  && points.every(point => Array.isArray(point) && point.length >= least && point.length <= 3 && point.every(Number.isFinite));

/** The frames of a file, without anything that the server does not take; null if they cannot be used. */
export function checked(frames) {
  const isGood = Array.isArray(frames) && frames.length > 0 && frames.every(frame =>
    [frame?.timestampMs, frame?.width, frame?.height].every(Number.isFinite) && Array.isArray(frame.hands) && frame.hands.every(hand =>
      isPoints(hand?.landmarks, 2) && (!hand.worldLandmarks?.length || isPoints(hand.worldLandmarks, 3))
      && ["undefined", "string"].includes(typeof hand.handedness) && (hand.track === undefined || Number.isSafeInteger(hand.track))));
  return isGood ? frames.map(frameOf) : null;
}
