// What moves the cards: thumbs, pinch and swipes of the first hand, by the rules and the settings that HandPose has by default
// (TouchlessPose, TouchlessRecognizer and SwipeRecognizer say why). Lengths are in palms.
const frameCount = 3, thumb = { begin: 0.35, end: 0.15 }, pinch = { begin: 0.25, end: 0.4 };
const swipes = { distance: 1.5, speed: 4, fastest: 60, straightness: 0.8, turn: 0.55, growth: 2, pause: 600, gap: 250, frames: 256 };
const [WRIST, THUMB_TIP, MIDDLE] = [0, 4, 9];

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** A hand's landmarks in heights of the picture, y upward. */
const placed = (landmarks, ratio) => landmarks.map(([x, y]) => ({ x: x * ratio, y: 1 - y }));

/** The gesture that a hand shows after another one. */
function shown(points, current) {
  const [wrist, tip] = [points[WRIST], points[THUMB_TIP]];
  const palm = distance(wrist, points[MIDDLE]);
  if (!(palm > 0)) return "rest";
  const fingers = [5, 9, 13, 17].map(first => points.slice(first, first + 4));
  const heights = [wrist, ...fingers.flat()].map(point => point.y);
  const isAbove = tip.y > wrist.y;
  const clearance = (isAbove ? tip.y - Math.max(...heights) : Math.min(...heights) - tip.y) / palm;
  const folded = fingers.map(finger => distance(finger[3], wrist) < distance(finger[1], wrist));
  const isFist = folded[3] && folded.filter(Boolean).length >= 3;
  const name = isAbove ? "thumbsUp" : "thumbsDown";
  if (isFist && clearance > (current === name ? thumb.end : thumb.begin)) return name;
  const [index] = fingers;
  const isOut = distance(index[3], wrist) > 1.1 * distance(index[0], wrist);
  return isOut && distance(tip, index[3]) / palm < (current === "pinch" ? pinch.end : pinch.begin) ? "pinch" : "rest";
}

/** Follows the frames of a video. */
export class Touchless {
  #gesture = "rest";
  #next = "rest";
  #evidence = 0;
  #way = [];
  #pauseEnd = -Infinity;

  /** What begins or ends with a frame: `touchless`, `swipe`, or neither. */
  update({ hands: [hand], width, height }, milliseconds) {
    const points = hand && placed(hand.landmarks, width / height);
    const touchless = this.#change(points ? shown(points, this.#gesture) : "rest");
    const swipe = this.#swipe(points, milliseconds);
    return { ...(touchless && { touchless }), ...(swipe && { swipe }) };
  }

  /** There is a rest between two gestures, and several frames in a row show a change. */
  #change(seen) {
    const target = this.#gesture === "rest" ? seen : "rest";
    if (seen === this.#gesture) {
      this.#evidence = 0;
      return null;
    }
    this.#evidence = target === this.#next ? this.#evidence + 1 : 1;
    this.#next = target;
    if (this.#evidence < frameCount) return null;
    this.#evidence = 0;
    return this.#gesture = target;
  }

  #swipe(points, milliseconds) {
    const length = points ? distance(points[WRIST], points[MIDDLE]) : 0;
    const last = this.#way.at(-1);
    if (!(length > 0) || (last && (milliseconds <= last.milliseconds || milliseconds - last.milliseconds > swipes.gap))) this.#way = [];
    if (!(length > 0) || milliseconds < this.#pauseEnd) return null;
    const [wrist, knuckle] = [points[WRIST], points[MIDDLE]];
    this.#way.push({ x: (wrist.x + knuckle.x) / 2, y: (wrist.y + knuckle.y) / 2, length, milliseconds });
    if (this.#way.length > swipes.frames) this.#way.shift();
    const swipe = this.#newest();
    if (!swipe) return null;
    this.#way = [];
    this.#pauseEnd = milliseconds + swipes.pause;
    return swipe;
  }

  /** The swipe that ends now, from the latest start that suffices. */
  #newest() {
    const way = this.#way, end = way.at(-1);
    for (let index = way.length - 2, length = 0; index >= 0; index--) {
      const start = way[index];
      length += distance(start, way[index + 1]);
      const unit = Math.max(start.length, end.length);
      const far = distance(start, end) / unit;
      if (far < swipes.distance || way.length - index <= 2) continue;
      const speed = far / ((end.milliseconds - start.milliseconds) / 1000);
      const isSwipe = speed >= swipes.speed && speed <= swipes.fastest && far * unit >= swipes.straightness * length
        && Math.max(start.length / end.length, end.length / start.length) <= swipes.growth && this.#turn(index, length) <= swipes.turn;
      if (!isSwipe) return null;
      const [x, y] = [end.x - start.x, end.y - start.y];
      return { direction: Math.abs(x) >= Math.abs(y) ? (x > 0 ? "right" : "left") : (y > 0 ? "up" : "down"), distance: far, speed };
    }
    return null;
  }

  /** How far the way turns, in radians; infinitely if nothing can be said of it. */
  #turn(index, length) {
    const way = this.#way, last = way.length - 1;
    if (last - index < 2) return Infinity;
    let [first, second] = [index + 1, last - 1];
    while (first < last - 1 && distance(way[index], way[first]) < length / 3) first++;
    while (second > index + 1 && distance(way[second], way[last]) < length / 3) second--;
    for (let step = index; step < last; step++) if (distance(way[step], way[step + 1]) > 0.85 * length) return Infinity;
    const [x, y, u, v] = [way[first].x - way[index].x, way[first].y - way[index].y, way[last].x - way[second].x, way[last].y - way[second].y];
    const between = length - (Math.hypot(x, y) + Math.hypot(u, v)) / 2;
    return between > 0 ? Math.abs(Math.atan2(x * v - y * u, x * u + y * v)) * length / between : Infinity;
  }
}
