import Foundation
import HandTracking
import MudraPlatform
import TFLiteFormat
import VisionTasks

extension GestureDataset {
  /// Adds the hands of a file of JSON Lines as `mudra landmarks --json` and `mudra gestures --json` print them
  /// (`mudra.result/1`), so that no picture has to be kept.
  ///
  /// A line's gesture is its `label`; without one, it is the name of the folder of its `source`. Its person or session
  /// is its `group`. Of several hands, the first one counts.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - embedder: turns landmarks into embeddings.
  ///   - limits: the limit on the size of the file.
  ///   - group: the person or session of a source, for lines without a `group`.
  /// - Throws: `GestureTrainingError` for a file that cannot be read, or a line that is no such result.
  public mutating func add(
    linesOfFile path: String, embedder: HandEmbedder, limits: BundleLimits = BundleLimits(),
    group: (String) -> String? = { _ in nil }
  ) throws(GestureTrainingError) {
    try JSONLines.forEach(ofFile: path, limits: limits) { (line, number) throws(GestureTrainingError) in
      do {
        try add(try JSONDecoder().decode(LandmarkLine.self, from: Data(line)), embedder: embedder, group: group)
      } catch let error as GestureTrainingError {
        throw error
      } catch let error as LandmarkLine.Fault {
        throw .invalidLine(file: path, number: number, reason: error.reason)
      } catch let error as TaskError {
        throw .task(error)
      } catch {
        throw .invalidLine(file: path, number: number, reason: "not a JSON object of the form mudra.result/1")
      }
    }
  }

  private mutating func add(
    _ line: LandmarkLine, embedder: HandEmbedder, group: (String) -> String?
  ) throws {
    let gesture = try line.gesture()
    if let error = line.error { return try skip(line.source, gesture: gesture, fault: error.message) }
    guard let hand = line.hands?.first else { return try skip(line.source, gesture: gesture, fault: nil) }
    try add(
      hand.embedding(in: line, by: embedder), gesture: gesture, source: line.source,
      group: line.group ?? group(line.source))
  }
}

/// A line of JSON of a command that finds hands.
private struct LandmarkLine: Decodable {
  /// What is wrong with it.
  struct Fault: Error {
    let reason: String
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
