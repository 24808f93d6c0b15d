import Foundation

/// MediaPipe's results for a folder of pictures.
struct GoldenPictures: Decodable, Sendable {
  /// A name and a score.
  struct Category: Decodable, Sendable {
    let name: String
    let score: Float
  }

  /// The result for one hand.
  struct Hand: Decodable, Sendable {
    let handedness: Category
    let gestures: [Category]
    let landmarks: [[Float]]
    let worldLandmarks: [[Float]]

    enum CodingKeys: String, CodingKey {
      case handedness, gestures, landmarks
      case worldLandmarks = "world_landmarks"
    }
  }

  /// The result for one picture.
  struct Picture: Decodable, Sendable {
    let width: Int
    let height: Int
    let hands: [Hand]
    /// Numbers of hands at other thresholds; if they differ, the picture is a close call.
    let handsAt: [String: Int]

    enum CodingKeys: String, CodingKey {
      case width, height, hands
      case handsAt = "hands_at"
    }
  }

  /// How the results were computed.
  struct Settings: Decodable, Sendable {
    let handCount: Int

    enum CodingKeys: String, CodingKey {
      case handCount = "num_hands"
    }
  }

  let meta: Settings
  /// By the picture's path in the folder.
  let images: [String: Picture]

  /// Reads a golden file.
  init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(GoldenPictures.self, from: Data(contentsOf: url))
  }
}
