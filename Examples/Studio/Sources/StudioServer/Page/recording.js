// Session files, as mudra replay reads them: options, frames and answers.
const encoder = new TextEncoder();

function record(kind, bytes) {
  const head = new Uint8Array(8);
  head.set(encoder.encode(kind));
  new DataView(head.buffer).setUint32(4, bytes.byteLength, true);
  return [head, bytes];
}

export class Recorder {
  #parts = [];
  count = 0;
  byteCount = 0;

  constructor(options, model) {
    const header = encoder.encode(JSON.stringify({ schema: "mudra.session/1", options, model }));
    const start = new Uint8Array(16);
    start.set(encoder.encode("MUDRASES"));
    const view = new DataView(start.buffer);
    view.setUint32(8, 1, true);
    view.setUint32(12, header.byteLength, true);
    this.#parts.push(start, header);
  }

  add(message, result) {
    this.#parts.push(...record("FRAM", message), ...record("ANSW", encoder.encode(JSON.stringify(result))));
    this.count += 1;
    this.byteCount += message.byteLength;
  }

  options(options) { this.#parts.push(...record("OPTS", encoder.encode(JSON.stringify(options)))); }

  /** The bytes that came since the last time. */
  take() { return this.#parts.splice(0); }
}

/** The header and the records of a session file. */
export function parse(buffer) {
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  const decoder = new TextDecoder();
  if (bytes.length < 16 || decoder.decode(bytes.subarray(0, 8)) !== "MUDRASES") throw new Error("this is not a recording");
  if (view.getUint32(8, true) !== 1) throw new Error("the recording is of an unknown version");
  const end = 16 + view.getUint32(12, true);
  const header = JSON.parse(decoder.decode(bytes.subarray(16, end)));
  const records = [];
  for (let place = end; place < bytes.length;) {
    if (place + 8 > bytes.length) throw new Error("the recording is cut short");
    const kind = decoder.decode(bytes.subarray(place, place + 4));
    const next = place + 8 + view.getUint32(place + 4, true);
    if (next > bytes.length) throw new Error("the recording is cut short");
    const content = bytes.subarray(place + 8, next);
    records.push({ kind, content: kind === "FRAM" ? content : JSON.parse(decoder.decode(content)) });
    place = next;
  }
  return { header, records };
}

/** Whether two results say the same, apart from the picture's name and the time that it took. */
export function areEqual(first, second) {
  // Those, and how many squares were searched, depend on the time that there was.
  const content = ({ source, id, timingsMs, searchedTiles, ...rest }) => JSON.stringify(sorted(rest));
  return content(first) === content(second);
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key])]));
}
