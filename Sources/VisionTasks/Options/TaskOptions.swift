import Foundation

/// Options that every task has.
///
/// A task reads its options once, when it is created; changing them later has no effect on it.
open class TaskOptions: NSObject, NSCopying {
  private var storedBaseOptions = BaseOptions()

  /// The model and how it runs; copied when it is set.
  public var baseOptions: BaseOptions {
    get { storedBaseOptions }
    set { storedBaseOptions = newValue.copied() }
  }

  /// What the task is fed with.
  public var runningMode = RunningMode.image
  /// What is known of the pictures. (Mudra's addition.)
  public var inputFacts = InputFacts()

  /// The default options.
  public required override init() {}

  /// An independent copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = TaskOptions()
    copy.takeTaskOptions(of: self)
    return copy
  }

  /// Takes over what every task's options have.
  package final func takeTaskOptions(of other: TaskOptions) {
    baseOptions = other.baseOptions
    runningMode = other.runningMode
    inputFacts = other.inputFacts
  }
}

/// What a task is fed with.
public enum RunningMode: UInt, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
  /// Single pictures.
  case image
  /// The frames of a video, in order.
  case video
  /// The frames of a camera as they come.
  case liveStream

  /// The mode's name in messages.
  public var description: String {
    switch self {
    case .image: "Image"
    case .video: "Video"
    case .liveStream: "Live Stream"
    }
  }
}

/// What the caller knows of the pictures and a task cannot see.
public struct InputFacts: Sendable, Hashable, Codable {
  /// Whether the pixels, as they are stored, are a mirror image of the scene, as in the preview of a front camera.
  ///
  /// Nil, as in MediaPipe: nothing is known, "Left" and "Right" are meant as if it were not so, and pictures of a
  /// mirrored ``ImageOrientation`` are refused. With either answer they are accepted, their orientation tells the turn
  /// alone, and "Left" and "Right" are the person's own.
  public var isMirrored: Bool?

  /// Nothing is known.
  public init() {}
}
