import VisionTasks

/// The faces in a picture or a frame, highest score first.
public struct FaceDetectorResult: TaskResult, Hashable {
  /// The time of the frame. In image mode, it is 0 for the first picture of a task and increases by 1000 for each
  /// further one.
  public internal(set) var timestampInMilliseconds: Int
  /// The faces.
  public internal(set) var faces: [DetectedFace] = []
  /// How long the frame took, if requested by `BaseOptions.reportsTimings`.
  public internal(set) var duration: Duration?

  /// An initial result without faces.
  public init(timestampInMilliseconds: Int) {
    self.timestampInMilliseconds = timestampInMilliseconds
  }
}

/// A face. Its coordinates are fractions of the picture's width and height.
public struct DetectedFace: Sendable, Hashable {
  /// The points of a face; the sides are the person's own.
  public enum Keypoint: Int, Sendable, Hashable, CaseIterable {
    case rightEye, leftEye, noseTip, mouthCenter, rightEarTragion, leftEarTragion
  }

  private let box: KeypointBox

  init(_ box: KeypointBox) {
    self.box = box
  }

  /// The probability of a face.
  public var score: Float { box.score }
  /// The left edge.
  public var xMin: Float { box.xMin }
  /// The upper edge.
  public var yMin: Float { box.yMin }
  /// The right edge.
  public var xMax: Float { box.xMax }
  /// The lower edge.
  public var yMax: Float { box.yMax }

  /// Where a keypoint is: x and y.
  public subscript(keypoint: Keypoint) -> SIMD2<Float> { box[keypoint: keypoint.rawValue] }
}
