import Mudra
import PixelImaging
import TFLiteFormat

/// The result for one picture or frame, from any command.
struct PictureResult {
  /// A hand.
  struct Hand {
    let handedness: ResultCategory?
    /// The gestures, best first; nil if gestures were not requested.
    let gestures: [ResultCategory]?
    let presence: Float?
    let landmarks: [NormalizedLandmark]
    let worldLandmarks: [Landmark]
  }

  /// The path of the picture or the clip, as given.
  let source: String
  /// The frame's time; nil for a picture.
  let timestamp: Int?
  /// The picture.
  let image: PixelImage
  /// The hands, in the task's order.
  let hands: [Hand]
  /// Draws the hands on the picture.
  let drawn: () -> PixelImage

  /// The hands that a landmarker found.
  init(_ result: HandLandmarkerResult, source: String, image: PixelImage, timestamp: Int? = nil) {
    self.source = source
    self.timestamp = timestamp
    self.image = image
    hands = result.landmarks.indices.map { index in
      Hand(
        handedness: result.handedness[index].first, gestures: nil, presence: result.presences[index],
        landmarks: result.landmarks[index], worldLandmarks: result.worldLandmarks[index])
    }
    drawn = { result.drawn(on: image) }
  }

  /// The hands that a recognizer found.
  init(_ result: GestureRecognizerResult, source: String, image: PixelImage, timestamp: Int? = nil) {
    self.source = source
    self.timestamp = timestamp
    self.image = image
    // A hand without a gesture leaves no gap in the list, so a shorter list cannot be matched with the hands.
    let isMatched = result.gestures.count == result.landmarks.count
    hands = result.landmarks.indices.map { index in
      Hand(
        handedness: result.handedness[index].first, gestures: isMatched ? result.gestures[index] : [],
        presence: result.presences[index], landmarks: result.landmarks[index],
        worldLandmarks: result.worldLandmarks[index])
    }
    drawn = { result.drawn(on: image) }
  }
}

// MARK: Text

extension PictureResult {
  /// One line for the picture or frame, and one for each hand.
  var text: String {
    let count = hands.isEmpty ? "no hands" : NumberText.count(hands.count, "hand")
    let time = timestamp.map { " at \($0) ms" } ?? ""
    var lines = ["\(source.onOneLine)\(time): \(image.width)×\(image.height), \(count)"]
    var table = TextTable([])
    for hand in hands {
      var cells = [Self.text(hand.handedness)]
      if let gestures = hand.gestures { cells.append(Self.text(gestures.first)) }
      if hand.landmarks.count > HandLandmark.indexFingerTIP.rawValue {
        cells.append("wrist \(Self.text(hand.landmarks[Int(HandLandmark.wrist.rawValue)]))")
        cells.append("index tip \(Self.text(hand.landmarks[Int(HandLandmark.indexFingerTIP.rawValue)]))")
      }
      table.add(cells)
    }
    lines += table.lines(indent: 2)
    return lines.joined(separator: "\n")
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

// MARK: JSON

extension PictureResult {
  /// The result as `mudra.result/1`.
  var json: JSONValue {
    .object([
      ("schema", "mudra.result/1"), ("source", .string(source)),
      ("timestampMs", timestamp.map(JSONValue.integer) ?? .null),
      ("width", .integer(image.width)), ("height", .integer(image.height)), ("hands", .array(hands.map(\.json))),
    ])
  }
}

extension PictureResult.Hand {
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    members.append(
      (
        "handedness",
        handedness.map { category in
          .object([
            ("name", JSONValue(category.categoryName)), ("score", .float(category.score)),
            ("index", .integer(category.index)),
          ])
        } ?? .null
      ))
    if let gestures {
      let values = gestures.map { category in
        JSONValue.object([("name", JSONValue(category.categoryName)), ("score", .float(category.score))])
      }
      members.append(("gestures", .array(values)))
    }
    members.append(("presence", presence.map(JSONValue.float) ?? .null))
    members.append(("landmarks", .array(landmarks.map { JSONValue([$0.x, $0.y, $0.z]) })))
    members.append(("worldLandmarks", .array(worldLandmarks.map { JSONValue([$0.x, $0.y, $0.z]) })))
    return .object(members)
  }
}
