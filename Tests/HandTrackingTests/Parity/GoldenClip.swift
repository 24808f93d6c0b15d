import Foundation

/// MediaPipe's results for the frames of a clip, in video mode.
struct GoldenClip: Decodable, Sendable {
  /// The result for one frame.
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

  /// The run with a maximum number of hands.
  func frames(handCount: Int) throws -> [Frame] {
    guard let frames = runs["num_hands_\(handCount)"] else { throw CocoaError(.fileReadCorruptFile) }
    return frames
  }

  /// Reads a golden file.
  init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(GoldenClip.self, from: Data(contentsOf: url))
  }
}
