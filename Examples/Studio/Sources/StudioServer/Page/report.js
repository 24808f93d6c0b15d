// What a training has found, and what it warns of.
import { element } from "./hands.js";

export function showReport(box, report) {
  const percent = share => `${(share * 100).toFixed(0)} %`;
  const shown = share => report.comparedCount > 0 ? percent(share) : "–";
  const table = element("table");
  const head = element("tr");
  head.append(...["Gesture", "Examples", "Precision", "Recall"].map(text => element("th", "", text)));
  table.append(head, ...report.gestures.map(gesture => {
    const row = element("tr");
    row.append(...[gesture.name, String(gesture.exampleCount), shown(gesture.precision), shown(gesture.recall)].map(text => element("td", "", text)));
    return row;
  }));
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
  box.replaceChildren(element("h2", "", "Trained: try it now"), table, ...lines.map(line => element("p", "lead", line)));
  box.hidden = false;
}
