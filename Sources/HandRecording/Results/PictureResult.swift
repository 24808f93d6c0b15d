import HandTracking
import PixelImaging
import VisionTasks

/// The result for one picture or frame, of either task, and what is to be said about it.
package struct PictureResult: Sendable {
  /// What was processed, and what is to be said about it.
  package struct Scene: Sendable {
    /// The path of the picture or the clip, as given.
    package let source: String
    /// The frame's time; nil for a picture.
    package let timestamp: Int?
    /// The picture, with its orientation.
    package let picture: MPImage
    /// What results say besides the hands.
    package let report: ReportContents

    /// A scene from its parts.
    package init(source: String, timestamp: Int?, picture: MPImage, report: ReportContents) {
      self.source = source
      self.timestamp = timestamp
      self.picture = picture
      self.report = report
    }
  }

  /// A hand.
  package struct Hand: Sendable {
    package let handedness: ResultCategory?
    /// The gestures, best first; nil if gestures were not requested.
    package let gestures: [ResultCategory]?
    package let presence: Float?
    package let landmarks: [NormalizedLandmark]
    package let worldLandmarks: [Landmark]
    /// Its identity, if the options request identities.
    package let track: HandTrack?
    /// Its origin, if the options request details.
    package let details: HandDetails?
    /// Its shape, if the options request shapes.
    package let shape: HandShape?
    /// Its embedding, if the options request embeddings.
    package let embedding: [Float]?
  }

  /// What was processed.
  package let scene: Scene
  /// What was found, with no gestures if they were not requested.
  package let found: GestureRecognizerResult
  /// Whether gestures were requested.
  package let namesGestures: Bool
  /// What the sender of the picture calls it, for commands that are told.
  package var id: String?

  /// The hands that a landmarker found.
  package init(_ result: HandLandmarkerResult, _ scene: Scene) {
    self.scene = scene
    namesGestures = false
    found = GestureRecognizerResult(
      gestures: [], handedness: result.handedness, landmarks: result.landmarks,
      worldLandmarks: result.worldLandmarks, timestampInMilliseconds: result.timestampInMilliseconds,
      presences: result.presences, tracks: result.tracks, details: result.details, timings: result.timings)
  }

  /// The hands that a recognizer found.
  package init(_ result: GestureRecognizerResult, _ scene: Scene) {
    self.scene = scene
    namesGestures = true
    found = result
  }

  // MARK: Access

  /// The path of the picture or the clip, as given.
  package var source: String { scene.source }
  /// The frame's time; nil for a picture.
  package var timestamp: Int? { scene.timestamp }
  /// The picture.
  package var image: PixelImage { scene.picture.pixelImage }

  /// The hands, in the task's order.
  package var hands: [Hand] {
    // A hand without a gesture leaves no gap in the list, so a shorter list cannot be matched with the hands.
    let isMatched = found.gestures.count == found.landmarks.count
    return found.landmarks.indices.map { index in
      Hand(
        handedness: found.handedness[index].first,
        gestures: namesGestures ? (isMatched ? found.gestures[index] : []) : nil,
        presence: found.presences[index], landmarks: found.landmarks[index],
        worldLandmarks: found.worldLandmarks[index],
        track: index < found.tracks.count ? found.tracks[index] : nil,
        details: scene.report.contains(.details) ? found.details?.hands[index] : nil,
        shape: scene.report.contains(.shape) ? HandShape(found.worldLandmarks[index]) : nil,
        embedding: found.details?.embeddings?[index])
    }
  }

  /// The candidates that are no hands, if the options request reasons.
  package var removed: [RemovedCandidate]? { scene.report.contains(.reasons) ? found.details?.removed : nil }

  /// The result without gestures.
  package var landmarkerResult: HandLandmarkerResult {
    HandLandmarkerResult(
      landmarks: found.landmarks, worldLandmarks: found.worldLandmarks, handedness: found.handedness,
      timestampInMilliseconds: found.timestampInMilliseconds, presences: found.presences, tracks: found.tracks,
      details: found.details, timings: found.timings)
  }

  /// The picture with the hands drawn on it.
  package func drawn() -> PixelImage {
    namesGestures ? found.drawn(on: image) : landmarkerResult.drawn(on: image)
  }
}
