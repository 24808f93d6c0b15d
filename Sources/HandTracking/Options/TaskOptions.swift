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

  /// How hands are followed beyond what MediaPipe does. (Mudra's addition.)
  public var tracking = TrackingOptions()
  /// What is known of the pictures. (Mudra's addition.)
  public var inputFacts = InputFacts()
  /// What results tell besides the hands. (Mudra's addition.)
  public var details: ResultDetails = []

  /// The default options.
  public override init() {}

  /// An independent copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = TaskOptions()
    copy.takeTaskOptions(of: self)
    return copy
  }

  /// Takes over what every task's options have.
  func takeTaskOptions(of other: TaskOptions) {
    baseOptions = other.baseOptions
    tracking = other.tracking
    inputFacts = other.inputFacts
    details = other.details
  }
}
