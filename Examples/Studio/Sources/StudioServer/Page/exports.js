// Results as files.
export function save(name, parts, type = "application/octet-stream") {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const jsonLines = results => results.map(result => JSON.stringify(result) + "\n").join("");

/** A text as RFC 4180 has it; one that a spreadsheet would take for a formula has an apostrophe before it. */
function quoted(text) {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row for each landmark: the columns of mudra's --format csv, and then what the hand is. */
export function csv(results) {
  const rows = ["source,timestamp_ms,width,height,hand,landmark,x,y,z,world_x,world_y,world_z,handedness,gesture,gesture_score"];
  for (const { source, timestampMs, width, height, hands } of results) {
    hands.forEach((hand, index) => hand.landmarks.forEach((point, landmark) => rows.push([
      quoted(source), timestampMs ?? "", width, height, index, landmark, ...point, ...hand.worldLandmarks[landmark],
      hand.handedness?.name ?? "", quoted(hand.gestures?.[0]?.name ?? ""), hand.gestures?.[0]?.score ?? ""].join(","))));
  }
  return rows.join("\n") + "\n";
}
