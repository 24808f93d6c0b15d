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

  /// What a line for a landmarker's result must say.
  init(_ result: HandLandmarkerResult, source: String, image: PixelImage) {
    self.source = source
    timestampMs = result.timestampInMilliseconds
    (width, height) = (image.width, image.height)
    hands = result.landmarks.indices.map { index in
      Hand(
        handedness: Category(result.handedness[index][0]), gestures: nil, presence: result.presences[index],
        landmarks: result.landmarks[index].map { [$0.x, $0.y, $0.z] },
        worldLandmarks: result.worldLandmarks[index].map { [$0.x, $0.y, $0.z] })
    }
  }

  /// What a line for a recognizer's result must say.
  init(_ result: GestureRecognizerResult, source: String, image: PixelImage) {
    self.source = source
    timestampMs = result.timestampInMilliseconds
    (width, height) = (image.width, image.height)
    hands = result.landmarks.indices.map { index in
      Hand(
        handedness: Category(result.handedness[index][0]), gestures: result.gestures[index].map(Category.init),
        presence: result.presences[index], landmarks: result.landmarks[index].map { [$0.x, $0.y, $0.z] },
        worldLandmarks: result.worldLandmarks[index].map { [$0.x, $0.y, $0.z] },
        track: result.tracks.isEmpty ? nil : Track(result.tracks[index]))
    }
    ranPalmDetector = result.details?.ranPalmDetector
  }
}

extension ResultLine.Category {
  init(_ category: ResultCategory) {
    self.init(name: category.categoryName, score: category.score)
  }
}

extension ResultLine.Track {
  init(_ track: HandTrack) {
    self.init(id: track.id, age: track.age, isFollowed: track.isFollowed)
  }
}
