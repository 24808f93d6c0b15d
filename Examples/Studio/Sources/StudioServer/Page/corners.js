// Two opposite corners of a frame, shown by a finger that stays at each of them.

/** How wide and high a frame must be, in shares of the picture. */
export const least = 0.1;
/** How long a finger stays at a corner, and how far it may sway. */
const holdMilliseconds = 1200, sway = 0.03;

export class Corners {
  #held = null;
  #since = 0;
  #first = null;
  #wasNear = false;
  /** Left, top, width and height, once there are both corners. */
  area = null;

  /** Takes where the finger is, undefined where there is none. Returns "first" and "both" when a corner is there, and "near", once,
      if the second one is too near. */
  update(place, now) {
    if (!place || !this.#held || Math.hypot(place[0] - this.#held[0], place[1] - this.#held[1]) > sway) {
      [this.#held, this.#since] = [place ?? null, now];
      return null;
    }
    if (now - this.#since < holdMilliseconds) return null;
    if (!this.#first) {
      this.#first = this.#held;
      return "first";
    }
    const size = [0, 1].map(axis => Math.abs(this.#held[axis] - this.#first[axis]));
    if (size.some(length => length < least)) {
      const isNews = !this.#wasNear && Math.max(...size) > sway;
      this.#wasNear ||= isNews;
      return isNews ? "near" : null;
    }
    this.area = [...[0, 1].map(axis => Math.min(this.#held[axis], this.#first[axis])), ...size];
    return "both";
  }
}
