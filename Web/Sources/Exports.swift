import HandCore
import TensorRuntime
import VisionCore

// The functions of the module: mudra.js calls them, on one thread. Texts are UTF-8, in memory that the next call may
// change.

/// Everything that lives between two calls.
private struct Page {
  var task: WebTask?
  /// The last text that was asked for.
  var text: [UInt8] = []
  /// MediaPipe's number of the last error.
  var code = 0
  /// Names that the options of the next task allow or deny.
  var canned = ClassifierSettings(), custom = ClassifierSettings()

  mutating func fail(_ error: TaskError) -> Int32 {
    code = Int(error.code.rawValue)
    text = Array(error.description.utf8)
    return -1
  }
}

nonisolated(unsafe) private var page = Page()

/// Names for a list of the next task, separated by line feeds. 0 and 1: what the canned classifier's options allow and
/// deny; 2 and 3: the custom one's.
@_cdecl("mudra_set_names")
public func setNames(_ list: Int32, _ start: UnsafePointer<UInt8>, _ count: Int32) {
  let bytes = UnsafeBufferPointer(start: start, count: Int(count))
  let names = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  switch list {
  case 0: page.canned.allowList = names
  case 1: page.canned.denyList = names
  case 2: page.custom.allowList = names
  default: page.custom.denyList = names
  }
}

/// Creates the task: 0, or -1 for an error. `options` are those of ``WebTask/Option``.
@_cdecl("mudra_create")
public func create(
  _ namesGestures: Int32, _ model: UnsafePointer<UInt8>, _ count: Int32, _ options: UnsafePointer<Float>
) -> Int32 {
  page.task = nil
  let options = UnsafeBufferPointer(start: options, count: WebTask.Option.count)
  page.canned.scoreThreshold = options[WebTask.Option.cannedThreshold.rawValue]
  page.custom.scoreThreshold = options[WebTask.Option.customThreshold.rawValue]
  do throws(TaskError) {
    page.task = try WebTask(
      model: Array(UnsafeBufferPointer(start: model, count: Int(count))), namesGestures: namesGestures != 0,
      options: options, canned: page.canned, custom: page.custom)
    return 0
  } catch {
    return page.fail(error)
  }
}

/// Where the pixels of a picture belong; null for one that is too large, and without a task.
@_cdecl("mudra_pixels")
public func pixels(_ width: Int32, _ height: Int32) -> UnsafeMutablePointer<UInt8>? {
  page.task?.place(width: Int(width), height: Int(height))
}

/// The number of hands in the picture; -1 for an error.
@_cdecl("mudra_process")
public func process(_ width: Int32, _ height: Int32, _ rotation: Int32, _ timestamp: Double) -> Int32 {
  do throws(TaskError) {
    guard let task = page.task else { throw .closed }
    let time = Int(exactly: timestamp.rounded(.down)) ?? Int.max
    try task.process(width: Int(width), height: Int(height), rotation: Int(rotation), timestamp: time)
    return Int32(task.hands.count)
  } catch {
    return page.fail(error)
  }
}

/// The numbers of the hands that were found last.
@_cdecl("mudra_numbers")
public func numbers() -> UnsafePointer<Float>? {
  page.task?.numbers.withUnsafeBufferPointer { $0.baseAddress }
}

/// Floats of a hand among them.
@_cdecl("mudra_numbers_per_hand")
public func numbersPerHand() -> Int32 { Int32(page.task?.floatsPerHand ?? 0) }

/// Makes the name of a hand's gesture the text.
@_cdecl("mudra_gesture_name")
public func gestureName(_ hand: Int32) {
  page.text =
    page.task.flatMap { Int(hand) < $0.hands.count ? $0.hands[Int(hand)].gesture?.name : nil }
    .map { Array($0.utf8) } ?? []
}

/// MediaPipe's number of the last error, whose message is the text.
@_cdecl("mudra_error_code")
public func errorCode() -> Int32 { Int32(page.code) }

/// The last text.
@_cdecl("mudra_text")
public func text() -> UnsafePointer<UInt8>? { page.text.withUnsafeBufferPointer { $0.baseAddress } }

/// Its bytes.
@_cdecl("mudra_text_count")
public func textCount() -> Int32 { Int32(page.text.count) }
