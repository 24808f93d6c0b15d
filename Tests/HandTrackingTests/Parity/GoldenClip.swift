import Foundation

/// MediaPipe's answers for the frames of a clip, in video mode.
struct GoldenClip: Decodable, Sendable {
  /// One frame's answer.
  struct Frame: Decodable, Sendable {
    let file: String
    let timestamp: Int
    let hands: [GoldenPictures.Hand]

    enum CodingKeys: String, CodingKey {
      case file, hands
      case timestamp = "timestamp_ms"
    }
  }

  private let runs: [String: [Frame]]

  /// The run that looked for so many hands at most.
  func frames(handCount: Int) throws -> [Frame] {
    guard let frames = runs["num_hands_\(handCount)"] else { throw CocoaError(.fileReadCorruptFile) }
    return frames
  }

  /// Reads a golden file.
  init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(GoldenClip.self, from: Data(contentsOf: url))
  }
}
