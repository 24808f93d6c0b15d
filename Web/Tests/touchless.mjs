// What moves the cards of the studio without a server: touchless.mjs CLIP, lines of `mudra video --touchless --json`, whose events are
// those of the studio's own rules for the hands in the same lines.
import fs from "node:fs";
import {Touchless} from "../Studio/touchless.js";

let failures = 0;

function check(name, found, expected) {
  const isSame = JSON.stringify(found) === JSON.stringify(expected);
  console.log(`${isSame ? "ok  " : "FAIL"} ${name}${isSame ? "" : `: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`}`);
  if (!isSame) failures++;
}

const lines = fs.readFileSync(process.argv[2], "utf8").trim().split("\n").map(line => JSON.parse(line));
const rules = new Touchless(), found = [];
for (const line of lines.filter(({hands}) => hands)) {
  const {touchless} = rules.update(line, line.timestampMs);
  if (touchless) found.push([line.timestampMs, touchless]);
}
const expected = lines.filter(({event}) => event === "touchless").map(({timestampMs, gesture}) => [timestampMs, gesture]);
check(`the cards of a page have the command's ${expected.length} gestures`, found, expected);
check("a thumb and a pinch are among them", ["thumbsUp", "pinch"].every(name => expected.some(([, gesture]) => gesture === name)), true);

/** The swipes of a hand whose wrist is at a place at each thirtieth of a second, with a palm of a tenth of the height. */
function swipes(places) {
  const rules = new Touchless();
  return places.flatMap(([x, y], frame) => {
    const landmarks = Array.from({length: 21}, (_, point) => [x, y - 0.1 * (point === 9), 0]);
    return rules.update({hands: [{landmarks}], width: 100, height: 100}, Math.round(frame * 1000 / 30)).swipe?.direction ?? [];
  });
}
const frames = Array.from({length: 12}, (_, frame) => frame);
check("a way to the right is a swipe", swipes(frames.map(frame => [0.2 + 0.03 * frame, 0.5])), ["right"]);
check("a way down is a swipe", swipes(frames.map(frame => [0.5, 0.2 + 0.03 * frame])), ["down"]);
check("a slow way is none", swipes(frames.map(frame => [0.2 + 0.01 * frame, 0.5])), []);
check("a circle is none", swipes(frames.map(frame => [0.5 + 0.1 * Math.cos(frame / 2), 0.5 + 0.1 * Math.sin(frame / 2)])), []);
process.exit(failures ? 1 : 0);
