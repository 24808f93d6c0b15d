// Clips as frames in order: .y4m by the page itself, with its exact pixels, and what the browser can play by seeking.
import { Flag, Format } from "./frames.js";

export async function openClip(file) {
  if (file.name.endsWith(".y4m")) return new Y4MClip(file.name, new Uint8Array(await file.arrayBuffer()));
  return VideoClip.open(file);
}

/** A clip of uncompressed frames, 4:2:0 with 8 bits. */
class Y4MClip {
  constructor(name, bytes) {
    this.name = name;
    this.bytes = bytes;
    const end = bytes.indexOf(10);
    const words = new TextDecoder().decode(bytes.subarray(0, end)).split(" ");
    if (words[0] !== "YUV4MPEG2") throw new Error(`${name} is not a Y4M clip`);
    const field = letter => words.find(word => word.startsWith(letter))?.slice(1);
    this.width = Number(field("W"));
    this.height = Number(field("H"));
    const [rate, scale] = (field("F") ?? "30:1").split(":").map(Number);
    this.interval = 1000 * scale / rate;
    if (!(field("C") ?? "420").startsWith("420") || /p1[0-6]/.test(field("C") ?? "")) throw new Error(`${name}: only 4:2:0 with 8 bits is shown here`);
    this.flags = words.includes("XCOLORRANGE=FULL") ? Flag.fullRange : 0;
    this.size = this.width * this.height + 2 * ((this.width + 1) >> 1) * ((this.height + 1) >> 1);
    this.starts = [];
    for (let place = end + 1; place < bytes.length;) {
      const line = bytes.indexOf(10, place);
      if (line < 0 || line + 1 + this.size > bytes.length) break;
      this.starts.push(line + 1);
      place = line + 1 + this.size;
    }
    this.count = this.starts.length;
  }

  milliseconds(index) { return Math.round(index * this.interval); }

  async frame(index) {
    const pixels = this.bytes.subarray(this.starts[index], this.starts[index] + this.size);
    const { width, height, flags } = this;
    const header = { format: Format.i420, flags, width, height };
    return { header, pixels, picture: await pictureOfPlanes(header, pixels) };
  }
}

/** A picture of planes, for the screen only: BT.601 by its usual formula. */
export function pictureOfPlanes({ format, flags, width, height }, pixels) {
  const image = new ImageData(width, height);
  const half = (width + 1) >> 1;
  const chroma = width * height;
  // I420 has a plane of each chroma, NV12 one of pairs.
  const [step, other] = format === Format.nv12 ? [2, chroma + 1] : [1, chroma + half * ((height + 1) >> 1)];
  const isFull = flags & Flag.fullRange;
  for (let y = 0, out = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, out += 4) {
      const luma = isFull ? pixels[y * width + x] : (pixels[y * width + x] - 16) * 1.164;
      const at = ((y >> 1) * half + (x >> 1)) * step;
      const scale = isFull ? 0.879 : 1;
      const u = (pixels[chroma + at] - 128) * scale;
      const v = (pixels[other + at] - 128) * scale;
      image.data[out] = luma + 1.596 * v;
      image.data[out + 1] = luma - 0.392 * u - 0.813 * v;
      image.data[out + 2] = luma + 2.017 * u;
      image.data[out + 3] = 255;
    }
  }
  return createImageBitmap(image);
}

/** A video that the browser plays, a frame each 1/30 of a second. */
class VideoClip {
  static async open(file) {
    const clip = new VideoClip();
    clip.name = file.name;
    clip.video = document.createElement("video");
    clip.video.muted = true;
    clip.video.src = URL.createObjectURL(file);
    await new Promise((resolve, reject) => {
      clip.video.onloadeddata = resolve;
      clip.video.onerror = () => reject(new Error(`${file.name}: this browser cannot play it`));
    });
    const scale = Math.min(1, 1920 / Math.max(clip.video.videoWidth, clip.video.videoHeight));
    clip.width = Math.round(clip.video.videoWidth * scale);
    clip.height = Math.round(clip.video.videoHeight * scale);
    clip.interval = 1000 / 30;
    clip.count = Math.max(1, Math.min(9000, Math.floor(clip.video.duration * 30)));
    return clip;
  }

  milliseconds(index) { return Math.round(index * this.interval); }

  async frame(index) {
    this.video.currentTime = (index + 0.5) * this.interval / 1000;
    await new Promise(resolve => { this.video.onseeked = resolve; });
    const canvas = new OffscreenCanvas(this.width, this.height);
    canvas.getContext("2d").drawImage(this.video, 0, 0, this.width, this.height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    const { width, height } = this;
    return { header: { format: Format.picture, width, height }, pixels: await blob.arrayBuffer(), picture: await createImageBitmap(canvas) };
  }
}

const colors = ["#4fd8c4", "#ffd166", "#ff8fab", "#8ab6ff", "#c3f584", "#e0aaff", "#ffa96b", "#7fe3ff"];

/** Draws which gestures the hands of a clip have over its frames: a row for each hand. */
export function drawTimeline(canvas, legend, answers, count, current, gestureName) {
  Object.assign(canvas, { width: canvas.clientWidth || 320 });
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, canvas.width, canvas.height);
  const names = [...new Set(answers.flatMap(answer => answer?.hands.map(gestureName) ?? []).filter(Boolean))].sort();
  const step = canvas.width / count;
  answers.forEach((answer, index) => answer?.hands.slice(0, 2).forEach((hand, row) => {
    const name = gestureName(hand);
    context.fillStyle = name ? colors[names.indexOf(name) % colors.length] : "#8895a055";
    context.fillRect(index * step, 6 + row * 27, Math.max(step - 0.5, 1), 24);
  }));
  context.fillStyle = getComputedStyle(canvas).color;
  context.fillRect(current * step, 0, Math.max(2, step / 4), canvas.height);
  legend.replaceChildren(...names.map((name, index) => {
    const item = document.createElement("span");
    const dot = document.createElement("i");
    dot.style.background = colors[index % colors.length];
    item.append(dot, name.replaceAll("_", " "));
    return item;
  }));
}
