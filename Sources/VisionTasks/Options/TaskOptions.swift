#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Options of all tasks.
///
/// A task reads its options once, when it is created; changing them later has no effect on it.
open class TaskOptions: NSObject, NSCopying {
  private var storedBaseOptions = BaseOptions()

  /// The model and how it runs; copied when it is set.
  public var baseOptions: BaseOptions {
    get { storedBaseOptions }
    set { storedBaseOptions = newValue.copied() }
  }

  /// The kind of input that the task processes.
  public var runningMode = RunningMode.image
  /// What is known about the pictures. (Mudra's addition.)
  public var inputProperties = InputProperties()

  /// The default options.
  public required override init() {}

  #if !hasFeature(Embedded)
    /// An independent copy.
    open func copy(with zone: NSZone? = nil) -> Any {
      let copy = TaskOptions()
      copy.takeTaskOptions(of: self)
      return copy
    }
  #endif

  /// Copies the options of all tasks.
  package final func takeTaskOptions(of other: TaskOptions) {
    baseOptions = other.baseOptions
    runningMode = other.runningMode
    inputProperties = other.inputProperties
  }
}

/// The kind of input that a task processes.
public enum RunningMode: UInt, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
  /// Single pictures.
  case image
  /// The frames of a video, in order.
  case video
  /// The frames of a camera as they arrive.
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

/// What the caller knows about the pictures that a task cannot see.
public struct InputProperties: Sendable, Hashable, Codable {
  /// Whether the stored pixels are a mirror image of the scene, as in the preview of a front camera.
  ///
  /// If nil, as in MediaPipe, nothing is known: "Left" and "Right" assume an unmirrored picture, and pictures with a
  /// mirrored `ImageOrientation` are rejected. With either value they are accepted, their orientation only determines
  /// the rotation, and "Left" and "Right" are the person's own.
  public var isMirrored: Bool?

  /// Nothing is known.
  public init() {}
}
