import PixelImaging
import TFLiteFormat
import TensorRuntime

/// What went wrong when using a task.
public enum TaskError: Error, Equatable, Sendable {
  /// There is no model path and the library `Mudra`, which includes the models, is not linked.
  case noModel
  /// There is no model path, and the program was shipped without the resources of the library `Mudra`: none of these
  /// folders has the model.
  case missingBundledModel(places: [String])
  /// The model path was set to nil, such as by `Bundle.main.path(forResource:ofType:)` for a missing resource.
  case missingModelPath
  /// There are both a path and the bytes of a model.
  case severalModels
  /// Two models that do not belong together: one must be exact, the other in fast precision, for pictures of the same
  /// size.
  case unpairedModels
  /// A bundle cannot be read, or lacks an entry. `file` is the bundle's path, followed by the nested bundle's name.
  case unreadableBundle(file: String, reason: FormatError)
  /// A network of a bundle cannot be read.
  case unreadableModel(model: String, reason: FormatError)
  /// A network of a bundle cannot be prepared: an unknown operator, a shape that does not match.
  case unusableModel(model: String, reason: ModelError)
  /// The number of a network's inputs or outputs is not the one that the task needs.
  case unexpectedTensorCount(model: String, kind: TensorKind, expected: Int, found: Int)
  /// An input or output of a network does not have the type and shape that the task needs.
  case unexpectedTensor(model: String, kind: TensorKind, index: Int, expected: String, found: String)
  /// A network for pictures does not say how to normalize pixel values.
  case missingNormalization(model: String)
  /// A network for pictures normalizes in a way that does not apply to RGB: no values, a deviation of 0, values that
  /// differ between the channels or are not finite.
  case unsupportedNormalization(model: String, mean: [Float], standardDeviation: [Float])
  /// A network for pictures takes a color space other than RGB. `colorSpace` is the number in its metadata.
  case unsupportedColorSpace(model: String, colorSpace: Int)
  /// The numbers of labels and classes of a classifier differ.
  case labelCountMismatch(model: String, labels: Int, classes: Int)
  /// An allow or deny list was given for a classifier without labels.
  case listWithoutLabels(model: String)
  /// The number of threads is not positive.
  case invalidThreadCount(Int)
  /// A threshold is outside 0…1 or not a number.
  case invalidThreshold(name: String, value: Float)
  /// A number among the options is out of its range. `name` is its path from the task's options.
  case invalidNumber(name: String, value: Double, expected: NumberRequirement)
  /// The delegate is not supported.
  case delegateNotOffered(Delegate)
  /// The kernel provider is not available on this machine or in this build.
  case unavailableKernelProvider(KernelProvider)
  /// A task in live-stream mode has no delegate for its results.
  case missingLiveStreamDelegate
  /// A task has a delegate but is not in live-stream mode.
  case unexpectedLiveStreamDelegate(RunningMode)
  /// The call belongs to a running mode other than the task's.
  case wrongRunningMode(required: RunningMode, current: RunningMode)
  /// A frame's time is not after the time of the previous frame. The frame has no effect.
  case timestampNotIncreasing(timestamp: Int, previous: Int)
  /// The task was closed.
  case closed
  /// The caller was cancelled before its call began.
  case cancelled
  /// A bounded policy without space for a frame.
  case invalidFrameBound(Int)
  /// A mirrored picture for which `inputProperties.isMirrored` does not say whether left and right are swapped.
  case mirroredOrientation(ImageOrientation)
  /// A picture cannot be read, or a network computed a region that cannot be cropped (because of a NaN).
  case image(ImageError)
  /// A gesture recognizer was created from a model whose bundle is that of a hand landmarker.
  case modelWithoutGestures
  /// The number of hands is not positive.
  case invalidHandCount(Int)
  /// More than two hands were requested, all of one person.
  case tooManyHandsOfOnePerson(Int)
  /// A hand does not have 21 landmarks and 21 world landmarks.
  case invalidLandmarkCount(landmarks: Int, worldLandmarks: Int)
  /// The picture of a hand has no size.
  case invalidPictureSize(width: Int, height: Int)
  /// A setting of the touchless control or of swipes is out of its range.
  case invalidSetting(name: String, value: Double, expected: String)

  /// An input or an output of a network.
  public enum TensorKind: String, Sendable, Hashable {
    /// A tensor that the network reads.
    case input
    /// A tensor that the network computes.
    case output
  }
}

extension TaskError: CustomStringConvertible {
  /// What was found and what was expected, in one sentence.
  public var description: String {
    switch self {
    case .noModel:
      "no model: set baseOptions.modelAssetPath, or import Mudra, which includes the models"
    case .missingBundledModel(let places):
      "the models that come with Mudra were not shipped with the program: they are not in "
        + places.joined(separator: ", nor in ")
    case .missingModelPath:
      "baseOptions.modelAssetPath is nil: the model is missing from the app's resources"
    case .unpairedModels:
      "the models are not one in exact and one in fast precision, for pictures of the same size"
    case .severalModels:
      "baseOptions has both a modelAssetPath and a modelAssetBuffer, expected one of them"
    case .unreadableBundle(_, let reason) where reason.tellsPath:
      reason.description
    case .unreadableBundle(let file, let reason):
      "\(file): \(reason)"
    case .unreadableModel(let model, let reason):
      "\(model): \(reason)"
    case .unusableModel(let model, let reason):
      "\(model): \(reason)"
    case .unexpectedTensorCount(let model, let kind, let expected, let found):
      "\(model): found \(found) \(kind.rawValue)s, expected \(expected)"
    case .unexpectedTensor(let model, let kind, let index, let expected, let found):
      "\(model): \(kind.rawValue) \(index) is \(found), expected \(expected)"
    case .missingNormalization(let model):
      "\(model): the metadata has no normalization for input 0, which a float input needs"
    case .unsupportedNormalization(let model, let mean, let standardDeviation):
      "\(model): normalization with mean \(Self.text(mean)) and standard deviation \(Self.text(standardDeviation)) "
        + "is not supported; the channels must agree and the deviation must not be 0"
    case .unsupportedColorSpace(let model, let colorSpace):
      "\(model): the metadata asks for color space \(colorSpace), expected RGB (1)"
    case .labelCountMismatch(let model, let labels, let classes):
      "\(model): found \(labels) labels for \(classes) classes"
    case .listWithoutLabels(let model):
      "\(model): an allow or deny list needs labels, and the model has none"
    case .invalidThreadCount(let count):
      "the number of threads is \(count), expected at least 1"
    case .invalidThreshold(let name, let value):
      "\(name) is \(value), expected a number from 0 to 1"
    case .invalidNumber(let name, let value, let expected):
      "\(name) is \(value), expected a number that is \(expected == .positive ? "above 0" : "0 or above")"
    case .delegateNotOffered(let delegate):
      "the \(delegate) delegate is not supported; use .CPU"
    case .unavailableKernelProvider(let provider):
      "the kernel provider \(provider.rawValue) is not available here, expected one of "
        + KernelProvider.available.map { $0.rawValue }.joined(separator: ", ")
    case .missingLiveStreamDelegate:
      "a task in the mode \(RunningMode.liveStream) needs a delegate: set it in the options, and keep it alive"
    case .unexpectedLiveStreamDelegate(let mode):
      "the options have a live-stream delegate, but the task's mode is \(mode)"
    case .wrongRunningMode(let required, let current):
      "the call needs a task in the mode \(required), but the task's mode is \(current)"
    case .timestampNotIncreasing(let timestamp, let previous):
      "the frame's timestamp is \(timestamp) ms, expected more than the previous frame's \(previous) ms"
    case .closed:
      "the task is closed; create a new one"
    case .cancelled:
      "the call was cancelled before it began"
    case .invalidFrameBound(let count):
      "the policy lets \(count) frames wait, expected at least 1"
    case .mirroredOrientation(let orientation):
      "the picture's orientation is \(orientation), and inputProperties.isMirrored does not say whether it is a mirror image"
    case .image(let reason):
      reason.description
    case .modelWithoutGestures:
      "the model is a hand landmarker's bundle, expected a gesture recognizer's"
    case .invalidHandCount(let count):
      "the number of hands is \(count), expected at least 1"
    case .tooManyHandsOfOnePerson(let count):
      "the number of hands is \(count), but tracking.assumesOnePerson says that they are the two of one person"
    case .invalidLandmarkCount(let landmarks, let worldLandmarks):
      "the hand has \(landmarks) landmarks and \(worldLandmarks) world landmarks, expected 21 of each"
    case .invalidPictureSize(let width, let height):
      "the hand's picture has \(width) × \(height) pixels, expected at least one"
    case .invalidSetting(let name, let value, let expected):
      "\(name) is \(value), expected \(expected)"
    }
  }

  /// The first numbers of a list, and the number of others.
  private static func text(_ values: [Float]) -> String {
    let rest = values.count - 8
    return rest > 0 ? "\(Array(values.prefix(8))) and \(rest) others" : "\(values)"
  }
}

extension TaskError {
  /// MediaPipe's code for the error.
  public var code: TasksErrorCode {
    switch self {
    case .unusableModel(_, .outOfMemory), .image(.outOfMemory):
      .resourceExhaustedError
    case .noModel, .missingModelPath, .severalModels, .unpairedModels, .invalidFrameBound, .invalidThreshold,
      .invalidThreadCount, .invalidNumber, .unexpectedTensor, .unexpectedTensorCount,
      .listWithoutLabels, .wrongRunningMode, .missingLiveStreamDelegate,
      .unexpectedLiveStreamDelegate, .timestampNotIncreasing, .mirroredOrientation, .image,
      .modelWithoutGestures, .tooManyHandsOfOnePerson, .invalidLandmarkCount, .invalidPictureSize,
      .invalidSetting:
      .invalidArgumentError
    case .unreadableModel(_, .otherFile):
      .invalidArgumentError
    case .unreadableBundle(_, let reason), .unreadableModel(_, let reason):
      reason.tasksErrorCode
    case .unusableModel:
      .invalidArgumentError
    case .missingNormalization, .missingBundledModel:
      .notFoundError
    case .unsupportedNormalization, .unsupportedColorSpace, .delegateNotOffered, .unavailableKernelProvider:
      .unimplementedError
    case .labelCountMismatch, .invalidHandCount:
      .internalError
    case .closed:
      .failedPreconditionError
    case .cancelled:
      .cancelledError
    }
  }
}
