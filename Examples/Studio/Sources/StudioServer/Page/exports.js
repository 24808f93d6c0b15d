// Results as files.
export function save(name, parts, type = "application/octet-stream") {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const jsonLines = results => results.map(result => JSON.stringify(result) + "\n").join("");

const quoted = text => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A row for each landmark. */
export function csv(results) {
  const rows = ["source,timestampMs,hand,handedness,gesture,score,landmark,x,y,z,worldX,worldY,worldZ"];
  for (const { source, timestampMs, hands } of results) {
    hands.forEach((hand, index) => hand.landmarks.forEach((point, landmark) => rows.push([
      quoted(source), timestampMs ?? "", index, hand.handedness?.name ?? "", quoted(hand.gestures?.[0]?.name ?? ""),
      hand.gestures?.[0]?.score ?? "", landmark, ...point, ...hand.worldLandmarks[landmark]].join(","))));
  }
  return rows.join("\n") + "\n";
}
