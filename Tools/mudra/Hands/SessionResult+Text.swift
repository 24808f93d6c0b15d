import HandRecording
import Mudra
import TFLiteFormat

extension SessionResult {
  /// A line for the picture or frame, one for each hand (and its landmarks), and one for each further thing that was
  /// requested.
  var text: String {
    let count = hands.isEmpty ? "no hands" : NumberText.count(hands.count, "hand")
    let look = secondLook.map { ", \($0.text)" } ?? ""
    let saved = economy.flatMap(\.text).map { ", \($0)" } ?? ""
    var lines = ["\(place): \(image.width)×\(image.height), \(count)\(look)\(saved)"]
    var table = TextTable([])
    for hand in hands { table.add(cells(of: hand)) }
    for (line, hand) in zip(table.lines(indent: 2), hands) {
      lines.append(line)
      if listsLandmarks { lines += hand.landmarkLines }
    }
    if let removed {
      // Nothing was removed where nothing resembles a palm.
      lines += hands.isEmpty && removed.isEmpty ? ["  no palm"] : removed.map { "  \($0.text)" }
    }
    if let timings { lines.append("  \(timings.text)") }
    return lines.joined(separator: "\n")
  }

  /// The source and the time of a frame, as in `clip.y4m at 33 ms`.
  var place: String { source.onOneLine + (isVideoFrame ? " at \(timestampInMilliseconds) ms" : "") }

  /// Whether each hand has a line for each landmark: in pictures, if landmarks are all that was looked for.
  private var listsLandmarks: Bool { !namesGestures && !isVideoFrame }

  private func cells(of hand: DetectedHand) -> [String] {
    var cells = ["\(hand.side.name) \(NumberText.fixed(Double(hand.sideScore), 2))"]
    if namesGestures { cells.append(hand.gesture?.text ?? "no gesture") }
    if !listsLandmarks, hand.landmarks.count == HandLandmark.allCases.count {
      cells.append("wrist \(hand.landmarks[.wrist].text)")
      cells.append("index tip \(hand.landmarks[.indexFingerTip].text)")
    }
    if let track = hand.track { cells.append("hand \(track.id), \(NumberText.count(track.age, "frame"))") }
    if requested.contains(.hands), let details = hand.details { cells.append(details.candidate.text) }
    if let place = cameraLandmarks(of: hand) { cells.append("\(NumberText.fixed(Double(place[.wrist].z), 2)) m away") }
    if !listsLandmarks, let worst = hand.leastReliable { cells.append("least reliable: \(worst)") }
    if requested.contains(.shapes), let shape = hand.shape { cells.append(shape.text) }
    return cells
  }
}

extension DetectedHand {
  /// The landmark with the largest expected error, and that error.
  fileprivate var leastReliable: String? {
    guard let reliability,
      let worst = HandLandmark.allCases.max(by: {
        reliability[$0].expectedError < reliability[$1].expectedError
      })
    else { return nil }
    return "\(worst) \(reliability[worst].text)"
  }

  /// A line for each landmark: its name, x and y in the picture and its depth.
  fileprivate var landmarkLines: [String] {
    var table = TextTable([])
    for (landmark, point) in zip(HandLandmark.allCases, landmarks) {
      let numbers = [point.x, point.y, point.z].map { NumberText.fixed(Double($0), 3) }
      table.add(["\(landmark)"] + numbers + (reliability.map { [$0[landmark].text] } ?? []))
    }
    return table.lines(indent: 4)
  }
}

extension HandGesture {
  fileprivate var text: String {
    "\(name.isEmpty ? "unnamed" : name.printable) \(NumberText.fixed(Double(score), 2))"
  }
}

extension NormalizedLandmark {
  fileprivate var text: String {
    "(\(NumberText.fixed(Double(x), 3)), \(NumberText.fixed(Double(y), 3)))"
  }
}

extension LandmarkReliability {
  /// The expected error.
  fileprivate var text: String { "± \(NumberText.fixed(Double(expectedError), 2)) palms" }
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

extension FrameEconomy {
  /// What was saved; nil if nothing was.
  fileprivate var text: String? {
    switch step {
    case .full: nil
    case .fewerDetections: "fewer palm searches"
    case .fastPrecision: "fast precision"
    case .alternateFrames: isPredicted ? "hands predicted" : "networks in every second frame"
    }
  }
}

extension SecondLook {
  /// What was done to find a hand.
  fileprivate var text: String {
    switch self {
    case .bordered: "found with a border"
    case .brightened: "found after brightening"
    case .tinted: "found after tinting: are red and blue exchanged?"
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
      case .handLimit: "exceeds the number of --hands"
      case .overlap: "overlaps another one by more than --min-tracking"
      case .presence(let presence):
        "has presence \(NumberText.fixed(Double(presence), 2)), which does not exceed --min-presence"
      case .repeated: "is a hand that was found already"
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
      ("palms", palmDetection), ("landmarks", handLandmarks), ("gestures", gestures), ("total", total),
    ]
    return steps.map { "\($0.0) \(NumberText.fixed($0.1.milliseconds, 2)) ms" }.joined(separator: ", ")
  }
}
