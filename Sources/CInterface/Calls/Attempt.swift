import GestureTraining
import MudraPlatform
import VisionTasks

/// Where a call from C puts the text of its failure.
typealias ErrorText = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Runs the body of a call from C.
///
/// - Parameters:
///   - error: gets a new text if the body throws, for `free`.
///   - body: throws `CallFailure`, `TaskError` or `GestureTrainingError`.
/// - Returns: 0, or the failure's status.
func attempt(_ error: ErrorText?, _ body: () throws -> Void) -> Int32 {
  do {
    try body()
    return 0
  } catch let thrown {
    let failure = failure(of: thrown)
    error?.pointee = newText(failure.text)
    return Int32(failure.status.rawValue)
  }
}

private func failure(of error: any Error) -> CallFailure {
  switch error {
  case let failure as CallFailure: failure
  case let error as TaskError: CallFailure(error)
  case let error as GestureTrainingError: CallFailure(error)
  default: CallFailure(.unknownError, "\(error)")
  }
}

/// A text that C owns and frees; nil without memory for it.
func newText(_ text: String) -> UnsafeMutablePointer<CChar>? { strdup(text) }

/// Memory that C owns, for a number of elements, all bytes of which are 0; nil for none, and without memory.
func newArray<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<Element>? {
  guard count > 0 else { return nil }
  return calloc(count, MemoryLayout<Element>.stride)?.assumingMemoryBound(to: type)
}
