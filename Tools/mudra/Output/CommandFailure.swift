import HandVideo
import Mudra
import PixelImaging
import TFLiteFormat
import TensorRuntime

/// Why a command cannot do its work: the file, the reason, and the exit status.
struct CommandFailure: Error, Equatable {
  /// The file, and where in it: `bundle.task: hand_detector.tflite`.
  let path: String
  /// What is wrong with it.
  let reason: String
  /// The exit status for it.
  let status: ExitStatus
  /// What kind of failure it is for a picture.
  var code: FailureCode

  /// A failure from its components.
  init(
    _ path: String, _ reason: String, _ status: ExitStatus = .badData, _ code: FailureCode = .internal
  ) {
    self.path = path
    self.reason = reason
    self.status = status
    self.code = code
  }

  /// The failure as one line, not much longer than the path: names in a reason may be heaps of marks.
  var line: String { "\(path.onOneLine): \(reason.onOneLine.cut(toBytes: Self.reasonByteCount))" }

  private static let reasonByteCount = 2000

  // MARK: The library's errors

  /// A file that cannot be read as a bundle or model.
  init(_ path: String, _ error: FormatError) {
    switch error {
    case .cannotOpen(_, let reason): self.init(path, reason)
    case .tooSlow, .waitedTooLong: self.init(path, error.description, .tooSlow, .timeout)
    default: self.init(path, error.description)
    }
  }

  /// A model that cannot be prepared.
  init(_ path: String, _ error: ModelError) {
    switch error {
    case .format(let error): self.init(path, error)
    case .unknownProvider(let name):
      let names = KernelProvider.available.map(\.rawValue).joined(separator: ", ")
      self.init("MUDRA_KERNELS", "is “\(name)”, expected one of \(names)", .wrongUse)
    case .unknownMachineCode(let value, let expected):
      self.init("MUDRA_MACHINE_CODE", "is “\(value)”, expected one of \(expected.joined(separator: ", "))", .wrongUse)
    case .tooSlow, .waitedTooLong: self.init(path, "\(error); --max-time raises it", .tooSlow, .timeout)
    case .memoryTooLarge, .constantsTooLarge: self.init(path, "\(error); --max-memory raises it")
    case .tooManyMultiplyAdds: self.init(path, "\(error); --max-multiply-adds raises it")
    default: self.init(path, error.description + (error.advice.map { "; \($0)" } ?? ""))
    }
  }

  /// A picture that cannot be read or written.
  init(_ path: String, _ error: ImageError) {
    switch error {
    case .cannotRead(_, let reason): self.init(path, reason, .badData, FailureCode(error))
    case .cannotWrite(_, let reason): self.init(path, "cannot be written: \(reason)", .cannotWrite)
    case .cannotEncode: self.init(path, error.description, .cannotWrite)
    case .tooLarge(let width, let height, let limits):
      let option = max(width, height) > limits.sideLength ? "--max-side" : "--max-megapixels"
      self.init(path, "\(error.description); \(option) raises it", .badData, .tooLarge)
    case .tooManySamples, .tooMuchMemory, .fileTooLarge:
      self.init(path, "\(error.description); --max-megapixels raises it", .badData, .tooLarge)
    default: self.init(path, error.description, .badData, FailureCode(error))
    }
  }

  /// A clip that cannot be read or written.
  init(_ path: String, _ error: Y4MError) {
    switch error {
    case .cannotWrite, .otherSize: self.init(path, error.description, .cannotWrite)
    default: self.init(path, error.description)
    }
  }

  /// A video, camera or clip that cannot be read or written.
  init(_ error: VideoError) {
    switch error.reason {
    case .missing(let reason): self.init(error.path, reason, .inputMissing, .missing)
    case .unreadable(let reason): self.init(error.path, reason, .inputMissing, .unreadable)
    case .unusable(let reason): self.init(error.path, reason, .badData, .damaged)
    case .programMissing(let reason): self.init(error.path, reason, .unavailable, .unsupported)
    case .image(let reason): self.init(error.path, reason)
    case .clip(let reason): self.init(error.path, reason)
    case .cannotWrite(let reason): self.init(error.path, "cannot be written: \(reason)", .cannotWrite)
    }
  }

  /// Does a piece of work with videos, and gives its errors the form of the command's.
  static func of<T>(_ work: () throws(VideoError) -> T) throws(CommandFailure) -> T {
    do {
      return try work()
    } catch {
      throw CommandFailure(error)
    }
  }

  /// A task that cannot be created from the bundle at `path`, or cannot process the picture at `path`.
  init(_ path: String, _ error: TaskError) {
    switch error {
    case .unreadableBundle(let file, let reason): self.init(file, reason)
    case .unreadableModel(let model, let reason): self.init("\(path): \(model)", reason)
    case .unusableModel(let model, let reason): self.init("\(path): \(model)", reason)
    case .image(let error): self.init(path, error)
    default: self.init(path, error.description)
    }
  }
}
