import CMediaPipe
import HandTracking
import MudraPlatform
import PixelImaging
import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// The options that a program gives: those that both tasks have, and where the task's own are.
///
/// The base options come first, by value, and grew from release to release without a version, so where the others begin
/// is found out: at the first of four places where they can be. From small to large, nothing behind the caller's
/// structure is read. A shorter place cannot be mistaken for the right one: programs of later releases have pointers,
/// or integers that as thresholds are next to nothing, there.
struct GivenOptions {
  /// Bytes of the base options in 0.10.30, in 0.10.35, from 1.0.0 to 1.2.2, and in 1.2.3.
  static let baseByteCounts = [24, 56, 72, 80]

  private let start: UnsafeRawPointer
  private let baseByteCount: Int
  /// The kind of input.
  let runningMode: RunningMode

  /// Finds out the form of options.
  ///
  /// - Throws: `CallFailure` for NULL, and if there is no running mode at any place.
  init(_ options: UnsafeRawPointer?) throws(CallFailure) {
    guard let options else { throw .invalid("The options are null") }
    func number(_ offset: Int) -> Int32 { options.loadUnaligned(fromByteOffset: offset, as: Int32.self) }
    func isThreshold(_ offset: Int) -> Bool {
      let value = options.loadUnaligned(fromByteOffset: offset, as: Float.self)
      return value == 0 || value.isNaN || (1e-6...1e6).contains(value.magnitude)
    }
    let count = Self.baseByteCounts.first { count in
      (1...3).contains(number(count)) && (-1...1 << 20).contains(number(count + 4))
        && isThreshold(count + 8) && isThreshold(count + 12) && isThreshold(count + 16)
    }
    guard let count else { throw .invalid("Unsupported running mode: 0") }
    start = options
    baseByteCount = count
    runningMode =
      switch number(count) {
      case 1: .image
      case 2: .video
      default: .liveStream
      }
  }

  /// A value behind the thresholds, `offset` bytes from the running mode on.
  func own<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
    start.loadUnaligned(fromByteOffset: baseByteCount + offset, as: type)
  }

  /// Bytes from the running mode to what a task has of its own.
  static let ownOffset = 24

  /// Any number is taken, as MediaPipe does; NaN counts as 0.
  private func threshold(_ offset: Int) -> Float {
    let value = own(offset, as: Float.self)
    return value.isNaN ? 0 : min(max(value, 0), 1)
  }

  /// Sets the options of a task. Live streams are run as videos: their frames wait in a `HeldTask`.
  ///
  /// - Throws: `CallFailure` without a model, and for another delegate than the processor.
  func set(_ options: HandTaskOptions) throws(CallFailure) {
    let buffer = start.load(as: UnsafeRawPointer?.self)
    let count = start.load(fromByteOffset: 8, as: UInt32.self)
    let path = start.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self)
    if let buffer, count > 0 {
      options.baseOptions.modelAssetBuffer = Data(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
    } else if let path, path.pointee != 0 {
      options.baseOptions.modelAssetPath = String(cString: path)
    } else {
      throw .invalid(
        "ExternalFile must specify at least one of 'file_content', 'file_name', 'file_pointer_meta' or "
          + "'file_descriptor_meta'.")
    }
    // 1 was the graphics processor until 1.0.0, and is the processor since.
    let delegate: Int32 =
      switch baseByteCount {
      case 24: 0
      case 56: start.load(fromByteOffset: 24, as: Int32.self)
      default: start.load(fromByteOffset: 28, as: Int32.self)
      }
    guard (0...1).contains(delegate) else {
      throw CallFailure(.internalError, "The delegate \(delegate) is not supported; use the CPU")
    }
    options.baseOptions.numThreads = EnvironmentVariables["MUDRA_THREADS"].flatMap { Int($0) }
    if let name = EnvironmentVariables["MUDRA_PRECISION"] {
      guard let precision = Precision(rawValue: name) else {
        throw .invalid("MUDRA_PRECISION is \(name), expected exact or fast")
      }
      options.baseOptions.precision = precision
    }
    options.runningMode = runningMode == .image ? .image : .video
    options.numHands = Int(own(4, as: Int32.self))
    options.minHandDetectionConfidence = threshold(8)
    options.minHandPresenceConfidence = threshold(12)
    options.minTrackingConfidence = threshold(16)
  }
}

extension ClassifierOptions {
  /// The options that a program gives.
  convenience init(_ given: MpClassifierOptions) {
    self.init()
    func list(_ names: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ count: UInt32) -> [String]? {
      guard let names else { return nil }
      return (0..<Int(count)).compactMap { index in names[index].map { String(cString: $0) } }
    }
    scoreThreshold = given.score_threshold.isNaN ? 0 : given.score_threshold
    categoryAllowlist = list(given.category_allowlist, given.category_allowlist_count)
    categoryDenylist = list(given.category_denylist, given.category_denylist_count)
  }
}

extension MPImage {
  /// A picture and how it is turned.
  ///
  /// - Throws: `CallFailure` for a handle or an option that cannot be used.
  convenience init(_ image: HeldImage, _ options: UnsafePointer<MpImageProcessingOptions>?) throws {
    var orientation = ImageOrientation.up
    if let options {
      // Python's structures have one byte here, C's an integer.
      guard UnsafeRawPointer(options).load(as: UInt8.self) == 0 else {
        throw CallFailure.invalid("This task doesn't support region-of-interest.")
      }
      guard let rotated = ImageOrientation(rotationDegrees: Int(options.pointee.rotation_degrees)) else {
        throw CallFailure.invalid("Expected rotation to be a multiple of 90°.")
      }
      orientation = rotated
    }
    self.init(image: try image.pixelImage(), orientation: orientation)
  }
}
