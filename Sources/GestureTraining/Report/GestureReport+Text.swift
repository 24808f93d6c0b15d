extension GestureReport {
  /// How the examples were compared, and what that says of other people and other light.
  package var comparison: String {
    guard comparedCount > 0 else {
      return
        "No example could be compared: each gesture has only \(isByGroup ? "one group" : "one"). It is unknown how "
        + "well gestures are recognized."
    }
    let figures =
      "\(Self.percent(accuracy)) are nearest to their own gesture, \(Self.percent(keptShare)) are within its limit"
    return isByGroup
      ? "Each example was compared with gestures learned without its group (\(groupCount) groups): \(figures). That is what "
        + "to expect of other people and other light, as far as these groups differ."
      : "Each example was compared with gestures learned without it: \(figures). "
        + (groupCount > 1
          ? "No two groups have the same gestures, so nothing is known of other people or other light: expect less."
          : "All examples count as one person in one light, so nothing is known of other people or other light: expect "
            + "less.")
  }

  /// Where the limit comes from.
  package var limitOrigin: String {
    switch limit.source {
    case .examples: "The limit is what the examples reach, each seen without itself."
    case .groups: "The limit is what the examples reach, each seen without its group."
    case .otherGestures:
      "The examples are too much alike to say how gestures vary; the limit is a share of the distance between gestures."
    case .drawnPoses:
      "The examples are too much alike to say how the gesture varies; the limit is a share of the distance to drawn hands."
    }
  }

  private static func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }
}
