import Foundation

/// Options of a task, without those of the particular task.
///
/// A task reads its options once, when it is created; changing them later has no effect on it.
public class TaskOptions: NSObject, NSCopying {
  private var storedBaseOptions = BaseOptions()

  /// The model and how it runs; copied when it is set.
  public var baseOptions: BaseOptions {
    get { storedBaseOptions }
    set { storedBaseOptions = newValue.copied() }
  }

  /// The default options.
  public override init() {}

  /// An independent copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = TaskOptions()
    copy.baseOptions = baseOptions
    return copy
  }
}
