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

  /// An independent copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = TaskOptions()
    copy.takeTaskOptions(of: self)
    return copy
  }

  /// Copies the options of all tasks.
  package final func takeTaskOptions(of other: TaskOptions) {
    baseOptions = other.baseOptions
    runningMode = other.runningMode
    inputProperties = other.inputProperties
  }
}
