// What a training has found, and what it warns of.
import { element } from "./hands.js";

const percent = share => `${(share * 100).toFixed(0)} %`;

/** Shows what is known of gestures and of motions, of those that were trained. */
export function showReport(box, gestures, motions) {
  box.replaceChildren(element("h2", "", "Trained: try it now"), ...(gestures ? ofGestures(gestures) : []), ...(motions ? ofMotions(motions) : []));
  box.hidden = false;
}

function tableOf(titles, rows) {
  const table = element("table");
  for (const [tag, texts] of [["th", titles], ...rows.map(texts => ["td", texts])]) {
    const row = element("tr");
    row.append(...texts.map(text => element(tag, "", String(text))));
    table.append(row);
  }
  return table;
}

function ofMotions({ motions, backgroundSeconds, confusions, notes }) {
  const table = tableOf(["Motion", "Examples", "Seconds", "Recall", "Alarms / min"], motions.map(motion => [
    motion.name, motion.exampleCount, `${motion.shortest.toFixed(1)}–${motion.longest.toFixed(1)}`, percent(motion.recall),
    backgroundSeconds > 0 ? motion.falseAlarmsPerMinute.toFixed(1) : "–"]));
  const lines = [`Each example, and each part of the ${Math.round(backgroundSeconds)} s of anything else, was run through what was learned without it.`];
  for (const { motion, appearance, count } of confusions) lines.push(`${count} of ${motion} ${appearance ? `look like ${appearance}` : "would be missed"}.`);
  return [table, ...lines.concat(notes).map(line => element("p", "lead", line))];
}

function ofGestures(report) {
  const shown = share => report.comparedCount > 0 ? percent(share) : "–";
  const table = tableOf(["Gesture", "Examples", "Precision", "Recall"], report.gestures.map(gesture => [
    gesture.name, gesture.exampleCount, shown(gesture.precision), shown(gesture.recall)]));
  const comparison = report.comparedCount === 0 ? "No example could be compared with others" : report.isByGroup ? `Each example compared with the ${report.groupCount} times that gestures were shown, without its own` : "Each example compared with the others";
  const shares = report.comparedCount === 0 ? "." : `: ${percent(report.accuracy)} nearest to their own gesture, ${percent(report.keptShare)} near enough to be named. What is too far from all is no gesture.`;
  const lines = [comparison + shares];
  if (!report.isByGroup) lines.push("All were shown once, so nothing is known of other people or other light: show each gesture again.");
  const scarce = report.gestures.filter(({ exampleCount }) => exampleCount < 5).map(({ name }) => name);
  if (scarce.length > 0) lines.push(`Fewer than 5 examples: ${scarce.join(", ")}.`);
  if (report.nearestPair) lines.push(`Most alike: ${report.nearestPair.first} and ${report.nearestPair.second}, ${report.nearestPair.relativeDistance.toFixed(1)} times as far apart as a pose may be from its gesture.`);
  for (const confusion of report.confusions.filter(({ gesture, appearance }) => appearance && gesture !== appearance)) {
    lines.push(`${confusion.count} of ${confusion.gesture} look like ${confusion.appearance}.`);
  }
  for (const takeover of report.takeovers) lines.push(`${takeover.gesture} takes the place of ${takeover.cannedGesture}.`);
  return [table, ...lines.map(line => element("p", "lead", line))];
}
