import HandTracking
import VisionTasks

/// A line of JSON of a command that finds hands.
package struct LandmarkLine: Decodable {
  /// What is wrong with it.
  package struct Fault: Error {
    /// The reason.
    package let reason: String
  }

  struct Failure: Decodable {
    let message: String
  }

  struct Side: Decodable {
    let name: String
    let score: Float
  }

  struct Hand: Decodable {
    let handedness: Side
    let landmarks: [[Float]]
    let worldLandmarks: [[Float]]

    func embedding(in line: LandmarkLine, by embedder: HandEmbedder) throws -> HandEmbedding {
      guard let index = ["Right", "Left"].firstIndex(of: handedness.name), (0...1).contains(handedness.score) else {
        throw Fault(reason: "the handedness is neither Right nor Left with a score from 0 to 1")
      }
      guard let width = line.width, let height = line.height, (1...1 << 24).contains(width),
        (1...1 << 24).contains(height)
      else { throw Fault(reason: "the picture has no width and height") }
      let points = landmarks + worldLandmarks
      guard landmarks.count == 21, worldLandmarks.count == 21, points.allSatisfy({ $0.count == 3 }) else {
        throw Fault(reason: "a hand has 21 landmarks and 21 world landmarks of 3 numbers")
      }
      return try embedder.embedding(
        landmarks: landmarks.map { NormalizedLandmark(x: $0[0], y: $0[1], z: $0[2]) },
        worldLandmarks: worldLandmarks.map { Landmark(x: $0[0], y: $0[1], z: $0[2]) },
        handedness: ResultCategory(
          index: index, score: handedness.score, categoryName: handedness.name, displayName: handedness.name),
        imageWidth: width, imageHeight: height)
    }
  }

  let label: String?
  let group: String?
  let source: String
  let width: Int?
  let height: Int?
  let hands: [Hand]?
  let error: Failure?

  /// What the hand shows.
  func gesture() throws(Fault) -> String {
    if let label { return label }
    let parts = source.split(separator: "/")
    guard parts.count >= 2 else { throw Fault(reason: "it has no label, and its source is in no folder") }
    return String(parts[parts.count - 2])
  }
}

extension GestureDataset {
  /// Adds the first hand of a line.
  ///
  /// - Returns: false if the line has no hand, which is noted in ``skipped``.
  /// - Throws: `LandmarkLine.Fault`, `TaskError`, or `GestureTrainingError`, as `add(_:gesture:source:group:)`.
  package mutating func add(
    _ line: LandmarkLine, gesture: String?, group: String?, embedder: HandEmbedder
  ) throws -> Bool {
    guard line.error == nil, let hand = line.hands?.first else {
      try skip(line.source, gesture: gesture, fault: line.error?.message)
      return false
    }
    try add(hand.embedding(in: line, by: embedder), gesture: gesture, source: line.source, group: group)
    return true
  }
}
