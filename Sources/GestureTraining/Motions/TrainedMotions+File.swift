import HandPose
import TFLiteFormat

extension TrainedMotions {
  /// The first line of the card.
  package static let cardTitle = "# Trained motions"

  /// The path of the card of a model: the ending `.motions` becomes `.md`; any other one stays.
  public static func cardPath(for path: String) -> String {
    (path.hasByteSuffix(".motions") ? String(path.utf8.dropLast(8)) ?? path : path) + ".md"
  }

  /// Writes the model, and next to it its model card: the same name with the ending `.md`. Both change together or not
  /// at all.
  ///
  /// - Parameter path: the file, such as `my.motions`.
  /// - Throws: `GestureTrainingError.cannotWrite`.
  public func write(to path: String) throws(GestureTrainingError) {
    do throws(FileSet.Failure) {
      try FileSet.write(files(path: path))
    } catch {
      throw .cannotWrite(path: error.path, reason: error.reason)
    }
  }

  /// The files of a model: its card, and itself.
  package func files(path: String) -> [(path: String, bytes: [UInt8])] {
    [(Self.cardPath(for: path), Array(card.utf8)), (path, Array(model.data))]
  }

  /// What is known of the motions, as a page of Markdown. It has no date, so that the same motions have the same one.
  public var card: String {
    var lines = [
      Self.cardTitle, "",
      "Made by Mudra's `GestureTraining` \(libraryVersion) from \(report.motions.reduce(0) { $0 + $1.exampleCount }) "
        + "examples of \(report.motions.count) motions and \(Int(report.backgroundSeconds.rounded())) s of other "
        + "movements.",
      "Method: ridge regression on \(RandomLayer.count) random features of windows of \(MotionFeatures.pointCount) "
        + "points.",
      "", "| motion | hands | examples | groups | seconds | recall | false alarms a minute |",
      "|---|---|---|---|---|---|---|",
    ]
    for motion in report.motions {
      lines.append(
        "| \(ModelCard.cell(motion.name)) | \(motion.handCount) | \(motion.exampleCount) | \(motion.groupCount) | "
          + "\(MotionReport.number(motion.shortest))–\(MotionReport.number(motion.longest)) | "
          + "\(MotionReport.percent(motion.recall)) | \(MotionReport.number(motion.falseAlarmsPerMinute)) |")
    }
    lines += ["", report.comparison]
    if !report.curve.isEmpty {
      lines += ["", "| false alarms a minute | from score | recall |", "|---|---|---|"]
      lines += report.curve.map {
        "| \($0.falseAlarmsPerMinute) | \(MotionReport.number(Double($0.score))) | \(MotionReport.percent($0.recall)) |"
      }
    }
    if !report.notes.isEmpty { lines += [""] + report.notes.map { "- \(ModelCard.cell($0))" } }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension MotionReport {
  /// How the examples were compared.
  package var comparison: String {
    "Each example and each part of the background was run through what was learned without "
      + (isByGroup ? "its group" : "it") + ". Recall and false alarms of motions are those at one false alarm a minute."
  }

  static func percent(_ share: Double) -> String { number(share * 100) + " %" }

  static func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  /// The report as text for people.
  package func text(title: String) -> String {
    var lines = ["\(title): \(motions.count) motions, \(Int(backgroundSeconds.rounded())) s of background"]
    for motion in motions {
      lines.append(
        "  \(motion.name.printable): \(motion.exampleCount) \(motion.exampleCount == 1 ? "example" : "examples") of "
          + "\(motion.handCount == 2 ? "two hands" : "one hand"), "
          + "\(Self.number(motion.shortest)) to \(Self.number(motion.longest)) s, recall "
          + "\(Self.percent(motion.recall)), "
          + "\(Self.number(motion.falseAlarmsPerMinute)) false alarms a minute")
    }
    if !curve.isEmpty {
      lines.append("  recall against false alarms a minute:")
      for point in curve {
        lines.append(
          "    \(point.falseAlarmsPerMinute): \(Self.percent(point.recall)), from score "
            + Self.number(Double(point.score)))
      }
    }
    lines.append("  " + comparison)
    return (lines + notes.map { "  " + $0 }).joined(separator: "\n")
  }
}
