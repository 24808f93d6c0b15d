// Frames as messages: 24 bytes and pixels. PROTOCOL.md describes them.
export const Format = { picture: 1, i420: 3, nv12: 4 };
export const Flag = { bt709: 1, fullRange: 2, still: 4, example: 8 };

/** A frame's message: its header and its pixels. */
export function frameMessage({ format, flags = 0, width = 0, height = 0, number, milliseconds }, pixels) {
  const bytes = new Uint8Array(24 + pixels.byteLength);
  const view = new DataView(bytes.buffer);
  bytes.set([0x4d, 1, format, flags]);
  view.setUint16(4, width, true);
  view.setUint16(6, height, true);
  view.setUint32(8, number, true);
  view.setFloat64(16, milliseconds, true);
  bytes.set(new Uint8Array(pixels.buffer ?? pixels, pixels.byteOffset ?? 0, pixels.byteLength), 24);
  return bytes;
}
