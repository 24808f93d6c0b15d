// A small picture of the hand in a larger one, as a text that a project file can hold.
const [width, height] = [64, 48];

export function thumbnail(picture, result = null) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const points = largest(result?.hands ?? []);
  let [left, top, right, bottom] = [0, 0, 1, 1];
  if (points) {
    const [x, y] = [points.map(point => point[0]), points.map(point => point[1])];
    [left, top, right, bottom] = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
  }
  // The hand and a little around it, in the thumbnail's proportions.
  const share = points ? 1.3 : 1;
  const scale = Math.max((right - left) * picture.width / width, (bottom - top) * picture.height / height) * share;
  const [across, down] = [width * scale, height * scale];
  const context = canvas.getContext("2d");
  context.fillStyle = "#111";
  context.fillRect(0, 0, width, height);
  const [x, y] = [(left + right) / 2 * picture.width - across / 2, (top + bottom) / 2 * picture.height - down / 2];
  context.drawImage(picture, x, y, across, down, 0, 0, width, height);
  return canvas.toDataURL("image/jpeg", 0.7);
}

/** The landmarks of the largest hand, which is the one that is learned. */
function largest(hands) {
  const size = ({ landmarks }) => {
    const [x, y] = [landmarks.map(point => point[0]), landmarks.map(point => point[1])];
    return Math.max(Math.max(...x) - Math.min(...x), Math.max(...y) - Math.min(...y));
  };
  return hands.toSorted((a, b) => size(b) - size(a))[0]?.landmarks;
}
