// Texts as the files of a zip archive, stored as they are (PKWARE, .ZIP File Format Specification, section 4.3).
const table = Uint32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});
const checksum = bytes => ~bytes.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ (sum >>> 8), ~0) >>> 0;

/** A signature, and numbers of one or two 16-bit words, the lowest byte first. */
function record(signature, ...fields) {
  const bytes = new DataView(new ArrayBuffer(fields.reduce((sum, [words]) => sum + 2 * words, 4)));
  bytes.setUint32(0, signature, true);
  let place = 4;
  for (const [words, value] of fields) {
    if (words === 1) bytes.setUint16(place, value, true); else bytes.setUint32(place, value, true);
    place += 2 * words;
  }
  return new Uint8Array(bytes.buffer);
}

/** The archive of `files`, texts by their paths, in parts. */
export function zip(files) {
  const encoder = new TextEncoder();
  const [contents, directory] = [[], []];
  const size = parts => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
    // Version 2.0, a name in UTF-8, stored, the first day of 1980.
    const common = [[1, 20], [1, 0x800], [1, 0], [1, 0], [1, 0x21], [2, checksum(bytes)], [2, bytes.length], [2, bytes.length], [1, name.length], [1, 0]];
    // A file of Unix that its owner writes and all read.
    directory.push(record(0x02014b50, [1, 0x314], ...common, [1, 0], [1, 0], [1, 0], [2, 0o100644 * 0x10000], [2, size(contents)]), name);
    contents.push(record(0x04034b50, ...common), name, bytes);
  }
  const count = directory.length / 2;
  return [...contents, ...directory, record(0x06054b50, [1, 0], [1, 0], [1, count], [1, count], [2, size(directory)], [2, size(contents)], [1, 0])];
}
