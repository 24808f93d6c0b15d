import HandRecording
import Mudra
import TFLiteFormat

extension PictureResult {
  /// One line for the picture or frame, one for each hand, and one for each further thing that was asked for.
  var text: String {
    let count = hands.isEmpty ? "no hands" : NumberText.count(hands.count, "hand")
    var lines = ["\(place): \(image.width)×\(image.height), \(count)"]
    var table = TextTable([])
    for hand in hands { table.add(hand.cells) }
    lines += table.lines(indent: 2)
    if let removed {
      // Nothing was removed where nothing resembles a palm.
      lines += hands.isEmpty && removed.isEmpty ? ["  no palm"] : removed.map { "  \($0.text)" }
    }
    if let timings = found.timings { lines.append("  \(timings.text)") }
    return lines.joined(separator: "\n")
  }

  /// The source and the time of a frame, as in `clip.y4m at 33 ms`.
  var place: String { source.onOneLine + (timestamp.map { " at \($0) ms" } ?? "") }
}

extension PictureResult.Hand {
  fileprivate var cells: [String] {
    var cells = [Self.text(handedness)]
    if let gestures { cells.append(Self.text(gestures.first)) }
    if landmarks.count > HandLandmark.indexFingerTIP.rawValue {
      cells.append("wrist \(Self.text(landmarks[Int(HandLandmark.wrist.rawValue)]))")
      cells.append("index tip \(Self.text(landmarks[Int(HandLandmark.indexFingerTIP.rawValue)]))")
    }
    if let track { cells.append("hand \(track.id), \(NumberText.count(track.age, "frame"))") }
    if let details { cells.append(details.candidate.text) }
    if let shape { cells.append(shape.text) }
    return cells
  }

  private static func text(_ category: ResultCategory?) -> String {
    guard let category else { return "no gesture" }
    let name = category.categoryName ?? "class \(category.index)"
    return "\(name.printable) \(NumberText.fixed(Double(category.score), 2))"
  }

  private static func text(_ landmark: NormalizedLandmark) -> String {
    "(\(NumberText.fixed(Double(landmark.x), 3)), \(NumberText.fixed(Double(landmark.y), 3)))"
  }
}

extension HandCandidate {
  /// Where and why a hand was searched for.
  fileprivate var text: String {
    let place = "(\(NumberText.fixed(Double(region.centerX), 3)), \(NumberText.fixed(Double(region.centerY), 3)))"
    return switch origin {
    case .detected(let palm): "palm \(NumberText.fixed(Double(palm.score), 2)) at \(place)"
    case .followed: "followed to \(place)"
    case .given: "given at \(place)"
    }
  }
}

extension RemovedCandidate {
  /// The reason, with the option that decides.
  fileprivate var text: String {
    let reason =
      switch rule {
      case .palmScore: "scores below --min-detection"
      case .outsideRegion: "is outside the regions of --palms-in"
      case .handLimit: "is one more than --hands"
      case .overlap: "overlaps another one by more than --min-tracking"
      case .presence(let presence):
        "has presence \(NumberText.fixed(Double(presence), 2)), which does not exceed --min-presence"
      case .repeated: "is a hand that was found already"
      case .noGesture: "has no gesture that the lists and thresholds allow"
      }
    return "not a hand: \(candidate.text) \(reason)"
  }
}

extension HandShape {
  /// The straight and half bent fingers.
  fileprivate var text: String {
    func names(_ level: FingerCurl) -> String {
      let names = Finger.allCases.filter { curl(of: $0) == level }.map { "\($0)" }
      return names.isEmpty ? "none" : names.joined(separator: " ")
    }
    return "straight: \(names(.straight)), half: \(names(.half)), bent: \(names(.full))"
  }
}

extension StageTimings {
  /// The steps in milliseconds.
  fileprivate var text: String {
    let steps = [
      ("palms", palmDetection), ("landmarks", handLandmarks), ("gestures", gestures), ("in all", total),
    ]
    return steps.map { "\($0.0) \(NumberText.fixed($0.1.milliseconds, 2)) ms" }.joined(separator: ", ")
  }
}
