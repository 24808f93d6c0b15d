import Foundation
import Mudra

/// A line of JSON of a command that finds hands, with the numbers as the Floats that they were.
struct ResultLine: Decodable, Equatable {
  struct Category: Decodable, Equatable {
    let name: String?
    let score: Float
  }

  struct Hand: Decodable, Equatable {
    let handedness: Category
    let gestures: [Category]?
    let presence: Float
    let landmarks: [[Float]]
    let worldLandmarks: [[Float]]
    var track: Track?
  }

  /// The identity of a hand.
  struct Track: Decodable, Equatable {
    let id: Int
    let age: Int
    let isFollowed: Bool
  }

  let source: String
  let timestampMs: Int?
  let width: Int
  let height: Int
  let hands: [Hand]
  /// Only of a line with details.
  var ranPalmDetector: Bool?

  /// The lines of an output.
  static func lines(_ output: String) throws -> [ResultLine] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(ResultLine.self, from: Data($0.utf8)) }
  }

  /// What a line for a result must say.
  init(_ result: some HandResult, source: String, image: PixelImage, namesGestures: Bool = true) {
    self.source = source
    timestampMs = result.timestampInMilliseconds
    (width, height) = (image.width, image.height)
    hands = result.hands.map { hand in
      let gestures = hand.gesture.map { [Category(name: $0.name, score: $0.score)] } ?? []
      return Hand(
        handedness: Category(name: hand.side == .left ? "Left" : "Right", score: hand.sideScore),
        gestures: namesGestures ? gestures : nil, presence: hand.presence,
        landmarks: hand.landmarks.map { [$0.x, $0.y, $0.z] },
        worldLandmarks: hand.worldLandmarks.map { [$0.x, $0.y, $0.z] }, track: hand.track.map(Track.init))
    }
    ranPalmDetector = result.details?.ranPalmDetector
  }
}

extension ResultLine.Track {
  init(_ track: HandTrack) {
    self.init(id: track.id, age: track.age, isFollowed: track.isFollowed)
  }
}
