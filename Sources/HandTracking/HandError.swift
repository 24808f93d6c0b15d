import VisionTasks

/// What can go wrong in the use of the hand tasks alone: the ``TaskError/particular(_:)`` errors that they throw.
public enum HandError: TaskErrorReason {
  /// A gesture recognizer was to be made of a model whose bundle is a hand landmarker's.
  case modelWithoutGestures
  /// The number of hands is not positive.
  case invalidHandCount(Int)
  /// More than two hands are wanted, and they are to be those of one person.
  case tooManyHandsOfOnePerson(Int)

  /// What was found and what was expected, in one sentence.
  public var description: String {
    switch self {
    case .modelWithoutGestures:
      "the model is a hand landmarker's bundle, expected a gesture recognizer's"
    case .invalidHandCount(let count):
      "the number of hands is \(count), expected at least 1"
    case .tooManyHandsOfOnePerson(let count):
      "the number of hands is \(count), but tracking.areOfOnePerson says that they are the two of one person"
    }
  }

  /// MediaPipe's code for the error.
  public var code: TasksErrorCode {
    switch self {
    case .modelWithoutGestures, .tooManyHandsOfOnePerson: .invalidArgumentError
    case .invalidHandCount: .internalError
    }
  }
}

extension TaskError {
  /// The error of a hand task.
  package static func hand(_ reason: HandError) -> TaskError { .particular(ParticularError(reason)) }

  /// A gesture recognizer was to be made of a model whose bundle is a hand landmarker's.
  public static var modelWithoutGestures: TaskError { .hand(.modelWithoutGestures) }
  /// The number of hands is not positive.
  public static func invalidHandCount(_ count: Int) -> TaskError { .hand(.invalidHandCount(count)) }
  /// More than two hands are wanted, and they are to be those of one person.
  public static func tooManyHandsOfOnePerson(_ count: Int) -> TaskError { .hand(.tooManyHandsOfOnePerson(count)) }
}
