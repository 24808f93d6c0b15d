// Teaching without a browser: teaching.mjs SITE BASE BUNDLE…, where SITE is a folder of Tools/web, and BUNDLE one that `mudra train`
// made of BASE, with its examples beside it.
import fs from "node:fs";
import path from "node:path";

const [site, base, ...bundles] = process.argv.slice(2);
const {Teaching} = await import(path.resolve(site, "teaching.js"));
const module = new WebAssembly.Module(fs.readFileSync(path.join(site, "mudra-teaching.wasm")));
const poses = fs.readFileSync(path.join(site, "other_poses.embeddings")), baseBytes = fs.readFileSync(base);
let failures = 0;

function check(name, fault) {
  console.log(`${fault ? "FAIL" : "ok  "} ${name}${fault ? `: ${fault}` : ""}`);
  if (fault) failures++;
}

function refused(name, expected, body) {
  try {
    body();
    check(name, "no error");
  } catch ({message}) {
    check(name, message.includes(expected) ? null : message);
  }
}

let examples;
for (const file of bundles) {
  ({examples} = JSON.parse(fs.readFileSync(file.replace(/\.task$/, ".examples.json"))));
  const teaching = new Teaching({module, poses});
  // In another order, on which nothing depends.
  for (const example of examples.toReversed()) teaching.restore(example);
  const {report, bundle} = teaching.train(baseBytes), expected = fs.readFileSync(file);
  const different = expected.length === bundle.length ? expected.findIndex((byte, index) => byte !== bundle[index]) : "lengths";
  check(`${path.basename(file)}: ${examples.length} examples of ${report.gestures.length} gestures become the bytes of mudra train`,
    different === -1 ? null : `${different} of ${expected.length}`);
  const [best] = teaching.scores(examples[0].embedding.values).toSorted((a, b) => b.score - a.score);
  check("an example is most like its own gesture", best.name === examples[0].gesture && best.score > 0.5 ? null : JSON.stringify(best));
}

const teaching = new Teaching({module, poses});
const [{embedding: {values}}] = examples;
const landmarks = Array.from({length: 21}, (_, index) => [0.4 + index / 100, 0.5 - index / 100, 0]);
const hand = {values, landmarks, isRight: true};
teaching.begin({name: "\"wave\" \\ ñ"});
const states = [teaching.add(hand), teaching.add(hand), teaching.add(hand)];
check("a pose that is held is taken once", states.map(({state}) => state).join() === "moving,taken,alike" ? null : JSON.stringify(states));
const {example, missing, wanted} = states[1];
check("what it becomes says how the hand is seen", example.group === "time 1" && example.view.isRight && Math.abs(example.view.size - 0.2) < 1e-6
  && missing.join() === "distance,turn,otherHand,otherLight" && wanted === 24 ? null : JSON.stringify(states[1]));
teaching.finish();
const {report} = teaching.train(baseBytes);
check("names have any letters", report.gestures[0].name === "\"wave\" \\ ñ" ? null : JSON.stringify(report));
refused("a reserved name", "reserved", () => teaching.begin({name: "None"}));
refused("a name on two lines", "control character", () => teaching.begin({name: "a\nb"}));
refused("an embedding of another size", "expected 128", () => teaching.restore({embedding: {values: [1, 2]}, gesture: "a", source: ""}));
refused("a value that is no number", "not finite", () => teaching.restore({embedding: {values: values.with(0, NaN)}, gesture: "a", source: ""}));
refused("a bundle that is none", "", () => teaching.train(new Uint8Array(100)));
check("it goes on after errors", teaching.scores(values)[0].score > 0.5 ? null : "no score");
refused("nothing was taught", "no examples", () => new Teaching({module, poses}).train(baseBytes));
refused("damaged other poses", "checksum", () => new Teaching({module, poses: poses.with(1000, 1 + poses[1000])}));
process.exit(failures ? 1 : 0);
