import VisionTasks

/// What can go wrong only in hand tasks: the ``TaskError/particular(_:)`` errors that they throw.
public enum HandError: TaskErrorReason {
  /// A gesture recognizer was created from a model whose bundle is that of a hand landmarker.
  case modelWithoutGestures
  /// The number of hands is not positive.
  case invalidHandCount(Int)
  /// More than two hands were requested, all of one person.
  case tooManyHandsOfOnePerson(Int)
  /// A hand was handed in that has not 21 landmarks and 21 world landmarks.
  case invalidLandmarkCount(landmarks: Int, worldLandmarks: Int)
  /// A hand was handed in with a picture that has no size.
  case invalidPictureSize(width: Int, height: Int)

  /// What was found and what was expected, in one sentence.
  public var description: String {
    switch self {
    case .modelWithoutGestures:
      "the model is a hand landmarker's bundle, expected a gesture recognizer's"
    case .invalidHandCount(let count):
      "the number of hands is \(count), expected at least 1"
    case .tooManyHandsOfOnePerson(let count):
      "the number of hands is \(count), but tracking.areOfOnePerson says that they are the two of one person"
    case .invalidLandmarkCount(let landmarks, let worldLandmarks):
      "the hand has \(landmarks) landmarks and \(worldLandmarks) world landmarks, expected 21 of each"
    case .invalidPictureSize(let width, let height):
      "the hand's picture has \(width) × \(height) pixels, expected at least one"
    }
  }

  /// MediaPipe's code for the error.
  public var code: TasksErrorCode {
    switch self {
    case .modelWithoutGestures, .tooManyHandsOfOnePerson, .invalidLandmarkCount, .invalidPictureSize:
      .invalidArgumentError
    case .invalidHandCount: .internalError
    }
  }
}

extension TaskError {
  /// The error of a hand task.
  package static func hand(_ reason: HandError) -> TaskError { .particular(ParticularError(reason)) }

  /// A gesture recognizer was created from a model whose bundle is that of a hand landmarker.
  public static var modelWithoutGestures: TaskError { .hand(.modelWithoutGestures) }
  /// The number of hands is not positive.
  public static func invalidHandCount(_ count: Int) -> TaskError { .hand(.invalidHandCount(count)) }
  /// More than two hands were requested, all of one person.
  public static func tooManyHandsOfOnePerson(_ count: Int) -> TaskError { .hand(.tooManyHandsOfOnePerson(count)) }
}
