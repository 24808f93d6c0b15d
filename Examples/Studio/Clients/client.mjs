#!/usr/bin/env node
// Hands in a picture by Mudra's server: client.mjs PICTURE [PORT]. Node 22 has WebSocket by itself, Node 20 with
// --experimental-websocket. See PROTOCOL.md.
import { readFileSync } from "node:fs";

const [picture, port = 8080] = process.argv.slice(2);
const host = `localhost:${port}`;
// The server answers its own page and programs that say that they know where they are.
const socket = new WebSocket(`ws://${host}/socket`, { headers: { Origin: `http://${host}` } });
socket.binaryType = "arraybuffer";

/** 'M', version, format (1: JPEG or PNG), flags (4: a still), width, height, number, 0, milliseconds; then the file. */
function frame(pixels, number) {
  const message = new Uint8Array(24 + pixels.length);
  const view = new DataView(message.buffer);
  message.set([0x4d, 1, 1, 4]);
  view.setUint32(8, number, true);
  view.setFloat64(16, 0, true);
  message.set(pixels, 24);
  return message;
}

socket.onopen = () => {
  socket.send(JSON.stringify({ type: "options", options: { numHands: 2 } }));
  socket.send(frame(readFileSync(picture), 1));
};
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "hello") console.error("connected to", message.model.name);
  if (message.type === "error") {
    console.error(message.message);
    process.exitCode = 1;
    socket.close();
  }
  if (message.type === "result") {
    console.log(JSON.stringify(message.result));
    socket.close();
  }
};
socket.onerror = event => {
  console.error(event.message ?? "the server does not answer");
  process.exitCode = 1;
};
