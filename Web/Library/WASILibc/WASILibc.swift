// The C library as Sources expects it of a complete SDK, and what the embedded standard library leaves out: one thread
// has no need of a lock, nor of tasks.
@_exported import CWASI

/// The error number of the last call.
public var errno: Int32 {
  get { cwasi_errno() }
  set { cwasi_set_errno(newValue) }
}

/// The bits of a file's kind.
public let S_IFMT: mode_t = 0xF000
/// A file.
public let S_IFREG: mode_t = 0x8000
/// A folder.
public let S_IFDIR: mode_t = 0x4000
/// A link.
public let S_IFLNK: mode_t = 0xA000

/// Opens a file.
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  cwasi_open(path, flags, mode)
}

/// There are no arguments: the page calls functions.
public enum CommandLine {
  /// None.
  public static var argc: Int32 { 0 }
  /// Not to be asked for.
  public static var unsafeArgv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError("no arguments") }
}

/// A value that only one thread at a time can access.
public struct Mutex<Value>: ~Copyable, @unchecked Sendable {
  private let place: UnsafeMutablePointer<Value>

  /// Takes a value.
  public init(_ value: consuming sending Value) {
    place = .allocate(capacity: 1)
    place.initialize(to: value)
  }

  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// Runs `body` with the value.
  public borrowing func withLock<Result, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try body(&place.pointee)
  }
}

/// A value while some code runs.
public final class TaskLocal<Value: Sendable>: @unchecked Sendable {
  private var value: Value

  /// A value for all code.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value.
  public func get() -> Value { value }

  /// Runs `operation` with another value.
  public func withValue<Result>(_ new: Value, operation: () -> Result) -> Result {
    let outer = value
    value = new
    defer { value = outer }
    return operation()
  }
}

/// What runs is not a task.
public enum Task {
  /// Nobody ends it.
  public static var isCancelled: Bool { false }
}

// MARK: Texts

extension DefaultStringInterpolation {
  /// A list, such as a shape: the embedded library prints none.
  public mutating func appendInterpolation(_ values: [Int]) {
    appendLiteral("[")
    for (index, value) in values.enumerated() { appendLiteral((index == 0 ? "" : ", ") + String(value)) }
    appendLiteral("]")
  }
}

extension DefaultStringInterpolation {
  /// A number, with the digits of a float, as which options arrive.
  public mutating func appendInterpolation(_ value: Double) { appendLiteral(Float(value).description) }
}

// MARK: Codable

/// Nothing is encoded in a page, but types say that they can be.
public protocol Codable {}

/// The name of a value in JSON.
public protocol CodingKey {}
