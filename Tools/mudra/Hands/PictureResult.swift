import Mudra
import PixelImaging

/// The result for one picture or frame, from any command.
struct PictureResult: Sendable {
  /// What was processed, and what is to be said about it.
  struct Scene: Sendable {
    /// The path of the picture or the clip, as given.
    let source: String
    /// The frame's time; nil for a picture.
    let timestamp: Int?
    /// The picture, with its orientation.
    let picture: MPImage
    /// What results say besides the hands.
    let report: ReportOptions
  }

  /// A hand.
  struct Hand: Sendable {
    let handedness: ResultCategory?
    /// The gestures, best first; nil if gestures were not requested.
    let gestures: [ResultCategory]?
    let presence: Float?
    let landmarks: [NormalizedLandmark]
    let worldLandmarks: [Landmark]
    /// Its identity, if the options request identities.
    let track: HandTrack?
    /// Its origin, if the options request details.
    let details: HandDetails?
    /// Its shape, if the options request shapes.
    let shape: HandShape?
    /// Its embedding, if the options request embeddings.
    let embedding: [Float]?
  }

  /// What was processed.
  let scene: Scene
  /// What was found, with no gestures if they were not requested.
  let found: GestureRecognizerResult
  /// Whether gestures were requested.
  let namesGestures: Bool
  /// What the sender of the picture calls it, for commands that are told.
  var id: String?

  /// The hands that a landmarker found.
  init(_ result: HandLandmarkerResult, _ scene: Scene) {
    self.scene = scene
    namesGestures = false
    found = GestureRecognizerResult(
      gestures: [], handedness: result.handedness, landmarks: result.landmarks,
      worldLandmarks: result.worldLandmarks, timestampInMilliseconds: result.timestampInMilliseconds,
      presences: result.presences, tracks: result.tracks, details: result.details, timings: result.timings)
  }

  /// The hands that a recognizer found.
  init(_ result: GestureRecognizerResult, _ scene: Scene) {
    self.scene = scene
    namesGestures = true
    found = result
  }

  // MARK: Access

  /// The path of the picture or the clip, as given.
  var source: String { scene.source }
  /// The frame's time; nil for a picture.
  var timestamp: Int? { scene.timestamp }
  /// The picture.
  var image: PixelImage { scene.picture.pixelImage }

  /// The hands, in the task's order.
  var hands: [Hand] {
    // A hand without a gesture leaves no gap in the list, so a shorter list cannot be matched with the hands.
    let isMatched = found.gestures.count == found.landmarks.count
    return found.landmarks.indices.map { index in
      Hand(
        handedness: found.handedness[index].first,
        gestures: namesGestures ? (isMatched ? found.gestures[index] : []) : nil,
        presence: found.presences[index], landmarks: found.landmarks[index],
        worldLandmarks: found.worldLandmarks[index],
        track: index < found.tracks.count ? found.tracks[index] : nil,
        details: scene.report.details ? found.details?.hands[index] : nil,
        shape: scene.report.shape ? HandShape(found.worldLandmarks[index]) : nil,
        embedding: found.details?.embeddings?[index])
    }
  }

  /// The candidates that are no hands, if the options request reasons.
  var removed: [RemovedCandidate]? { scene.report.reasons ? found.details?.removed : nil }

  /// The result without gestures.
  var landmarkerResult: HandLandmarkerResult {
    HandLandmarkerResult(
      landmarks: found.landmarks, worldLandmarks: found.worldLandmarks, handedness: found.handedness,
      timestampInMilliseconds: found.timestampInMilliseconds, presences: found.presences, tracks: found.tracks,
      details: found.details, timings: found.timings)
  }

  /// The picture with the hands drawn on it.
  func drawn() -> PixelImage {
    namesGestures ? found.drawn(on: image) : landmarkerResult.drawn(on: image)
  }
}
