// Draws a picture and the hands that were found in exactly this picture.
export const bones = [[0, 1], [1, 2], [2, 3], [3, 4], [0, 5], [5, 6], [6, 7], [7, 8], [5, 9], [9, 10], [10, 11], [11, 12],
  [9, 13], [13, 14], [14, 15], [15, 16], [13, 17], [0, 17], [17, 18], [18, 19], [19, 20]];
export const handColors = ["#4fd8c4", "#ffd166", "#ff8fab", "#8ab6ff", "#c3f584", "#e0aaff"];

/** What a hand is called: its gesture, or that there is none. */
export function gestureName(hand) {
  const gesture = hand.gestures?.[0];
  return gesture && gesture.name !== "None" && gesture.name ? gesture.name : null;
}

export function title(hand) {
  const name = gestureName(hand);
  const side = hand.handedness?.name ?? "Hand";
  const track = hand.track ? ` #${hand.track.id}` : "";
  return name ? `${name.replaceAll("_", " ")} ${hand.gestures[0].score.toFixed(2)} · ${side}${track}` : side + track;
}

/** Draws the picture over the whole canvas and the hands on it; below them the squares that were searched, and those of earlier
    frames of the video, the latest first. Returns the landmarks in pixels of the canvas. */
export function draw(canvas, picture, result, { mirror = false, earlierTiles = [], width = picture.width, height = picture.height } = {}) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.save();
  if (mirror) context.setTransform(-1, 0, 0, 1, width, 0);
  context.drawImage(picture, 0, 0, width, height);
  context.restore();
  const place = ([x, y]) => [(mirror ? 1 - x : x) * width, y * height];
  earlierTiles.forEach((tile, age) => drawTile(context, place(tile), tile, 0.5 * 0.7 ** age));
  for (const tile of result?.searchedTiles ?? []) drawTile(context, place(tile), tile, 0.9);
  const places = (result?.hands ?? []).map(hand => hand.landmarks.map(place));
  places.forEach((points, index) => {
    // What was seen, where landmarks are smoothed, or those of a moment to come.
    const raw = result.hands[index].details?.rawLandmarks;
    if (raw && `${raw}` !== `${result.hands[index].landmarks}`) drawBones(context, raw.map(place), "#ffffffb0", 1.4 * Math.max(width / 640, 0.6), [4, 4]);
    drawHand(context, points, result.hands[index], index, width);
  });
  return places;
}

/** The outline of a square in which small hands were searched for. */
function drawTile(context, [x, y], [, , wide, high], strength) {
  const { width, height } = context.canvas;
  Object.assign(context, { strokeStyle: "#8ab6ff", lineWidth: Math.max(width / 320, 1), globalAlpha: strength });
  context.strokeRect(x - wide * width / 2, y - high * height / 2, wide * width, high * height);
  context.globalAlpha = 1;
}

function drawBones(context, points, color, line, dash = []) {
  context.strokeStyle = color;
  context.lineWidth = line;
  context.setLineDash(dash);
  context.beginPath();
  for (const [from, to] of bones) {
    context.moveTo(...points[from]);
    context.lineTo(...points[to]);
  }
  context.stroke();
  context.setLineDash([]);
}

function drawHand(context, points, hand, index, width) {
  const unit = Math.max(width / 640, 0.6);
  const color = handColors[index % handColors.length];
  context.lineCap = "round";
  for (const [style, line] of [["#000a", 5], [color, 2.6]]) drawBones(context, points, style, line * unit);
  if (hand.reliability) drawErrors(context, points, hand.reliability, color);
  for (const [x, y] of points) {
    context.beginPath();
    context.arc(x, y, 3.6 * unit, 0, 7);
    context.fillStyle = "#fff";
    context.fill();
    context.lineWidth = 1.6 * unit;
    context.strokeStyle = "#0b1a1c";
    context.stroke();
  }
  label(context, points, title(hand), color, unit);
}

/** Around each landmark, how far it may be off: its expected error is in lengths of the palm. */
function drawErrors(context, points, reliability, color) {
  // The palm's length is the longest side of wrist and outer knuckles.
  const palm = Math.max(...[[0, 5], [5, 17], [17, 0]].map(([a, b]) => Math.hypot(points[a][0] - points[b][0], points[a][1] - points[b][1])));
  context.fillStyle = `${color}55`;
  points.forEach(([x, y], index) => {
    context.beginPath();
    context.arc(x, y, reliability[index][0] * palm, 0, 7);
    context.fill();
  });
}

function label(context, points, text, color, unit) {
  const size = 15 * unit;
  context.font = `600 ${size}px system-ui, sans-serif`;
  const wide = context.measureText(text).width + size;
  const left = Math.min(...points.map(point => point[0]));
  const top = Math.min(...points.map(point => point[1]));
  const x = Math.max(4, Math.min(left, context.canvas.width - wide - 4));
  const y = Math.max(4, top - size * 2.2);
  context.fillStyle = "#071013d8";
  context.beginPath();
  context.roundRect(x, y, wide, size * 1.7, size * 0.45);
  context.fill();
  context.fillStyle = color;
  context.fillText(text, x + size / 2, y + size * 1.2);
}
