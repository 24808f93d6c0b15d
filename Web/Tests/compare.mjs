// Whether a task's lists have the bits of a result of the command, or of MediaPipe.

const float = Math.fround;

function same(points, expected) {
  return points.length === expected.length
    && points.every((point, index) => [point.x, point.y, point.z].every((value, axis) => value === float(expected[index][axis])));
}

/**
 * What differs; nothing if all is equal. `expected` has `hands` in the form of mudra.result/1. Scores of gestures may differ
 * by `tolerance`: the exponential of the last layer is another one than MediaPipe's.
 */
export function difference(result, expected, tolerance = 0) {
  const found = result.landmarks.length;
  if (found !== expected.hands.length) return `${found} hands, expected ${expected.hands.length}`;
  for (const [index, hand] of expected.hands.entries()) {
    if (!same(result.landmarks[index], hand.landmarks)) {
      return `landmarks of hand ${index}: ${JSON.stringify(result.landmarks[index][0])}, expected ${hand.landmarks[0]}`;
    }
    const world = hand.worldLandmarks ?? hand.world_landmarks;
    if (world && !same(result.worldLandmarks[index], world)) return `world landmarks of hand ${index}`;
    const side = result.handedness[index][0];
    if (side.categoryName !== hand.handedness.name || side.score !== float(hand.handedness.score)) return `side of hand ${index}`;
    if (!hand.gestures?.length || !result.gestures) continue;
    const gesture = result.gestures[index][0];
    const error = Math.abs(gesture.score - float(hand.gestures[0].score));
    if (gesture.categoryName !== hand.gestures[0].name || !(error <= tolerance)) {
      return `gesture of hand ${index}: ${JSON.stringify(gesture)}, expected ${JSON.stringify(hand.gestures[0])}`;
    }
  }
  return undefined;
}

/** The same for the frames of a clip, in the order in which a task tracks hands: `{line, image}` each. */
export function clipDifference(task, frames) {
  for (const {line, image} of frames) {
    const fault = difference(task.recognizeForVideo(image, line.timestampMs), line);
    if (fault) return `${line.source}: ${fault}`;
  }
  return frames.some(({line}) => line.hands.length > 1) ? undefined : "no frame has two hands";
}
