// Pixels of PNG files (8 bits, RGB or RGBA, not interlaced), as ImageData has them, in node.
import fs from "node:fs";
import zlib from "node:zlib";

export function picture(path) {
  const file = fs.readFileSync(path);
  const parts = [];
  let width, height, channels;
  for (let at = 8; at < file.length;) {
    const count = file.readUInt32BE(at), type = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + count);
    if (type === "IHDR") [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), {2: 3, 6: 4}[body[9]]];
    if (type === "IDAT") parts.push(body);
    at += 12 + count;
  }
  const raw = zlib.inflateSync(Buffer.concat(parts)), stride = width * channels;
  const rows = new Uint8Array(stride * height), data = new Uint8ClampedArray(4 * width * height);
  const near = (a, b, c) => {
    const [da, db, dc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return da <= db && da <= dc ? a : db <= dc ? b : c;
  };
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : rows[y * stride + x - channels], up = y ? rows[(y - 1) * stride + x] : 0;
      const corner = x < channels || !y ? 0 : rows[(y - 1) * stride + x - channels];
      const added = [0, left, up, (left + up) >> 1, near(left, up, corner)][filter];
      rows[y * stride + x] = raw[y * (stride + 1) + 1 + x] + added;
    }
  }
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 4; channel++) {
      data[4 * pixel + channel] = channel < channels ? rows[channels * pixel + channel] : 255;
    }
  }
  return {data, width, height};
}
