/// A call of a C function with the values of its argument registers: of emitted code, of the C library, or of the
/// trampoline to Swift code.
///
/// The caller must keep alive the code and whatever arguments point to, except for ``owner``.
public struct KernelCall: Sendable {
  /// The argument registers' values; unused ones are zero.
  public typealias Words = (Int, Int, Int, Int, Int, Int)
  package typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int) -> Void

  @usableFromInline static let maxArguments = 6

  /// The function's first instruction.
  public let address: Int
  /// The arguments.
  public let words: Words
  /// Whether it runs Swift code, except for what emitted code could not compute.
  public let isPortable: Bool
  /// Kept alive by the call, such as a table that an argument points to.
  public let owner: (any AnyObject & Sendable)?

  /// - Precondition: ``checkArguments(_:)`` has passed.
  @inlinable
  init<Arguments: BitwiseCopyable>(
    address: Int, arguments: Arguments, owner: (any AnyObject & Sendable)?
  ) {
    var words: Words = (0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { words in
      withUnsafeBytes(of: arguments) { words.copyMemory(from: $0) }
    }
    self.address = address
    self.words = words
    self.owner = owner
    isPortable = false
  }

  /// Traps unless the struct's fields can be passed as words.
  @inlinable
  static func checkArguments<Arguments>(_ type: Arguments.Type) {
    let layout = MemoryLayout<Arguments>.self
    let word = MemoryLayout<Int>.size
    precondition(
      layout.size > 0 && layout.size % word == 0 && layout.size <= maxArguments * word && layout.alignment == word,
      "\(type) must have one to six fields of a word each")
  }

  /// Calls the function.
  public func run() { Self.run(address, words) }

  /// Calls the function at an address.
  package static func run(_ address: Int, _ words: Words) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    let function = unsafeBitCast(pointer, to: Function.self)
    function(words.0, words.1, words.2, words.3, words.4, words.5)
  }
}

extension KernelCall {
  /// A call of Swift code. Whatever `body` captures without retaining it must be kept alive.
  package init(portable body: @escaping () -> Void) { self.init(body, isPortable: true) }

  /// The same of code that finishes what emitted code could not compute, such as rows with numbers out of range.
  package init(fallback body: @escaping () -> Void) { self.init(body, isPortable: false) }

  private init(_ body: @escaping () -> Void, isPortable: Bool) {
    let code = PortableCode(body)
    address = Int(bitPattern: unsafeBitCast(Self.trampoline, to: UnsafeRawPointer.self))
    words = (Int(bitPattern: Unmanaged.passUnretained(code).toOpaque()), 0, 0, 0, 0, 0)
    (owner, self.isPortable) = (code, isPortable)
  }

  private static let trampoline: Function = { code, _, _, _, _, _ in
    guard let code = UnsafeRawPointer(bitPattern: code) else { return }
    Unmanaged<PortableCode>.fromOpaque(code)._withUnsafeGuaranteedRef { $0.body() }
  }
}

/// The Swift code of a call, run by one thread at a time.
private final class PortableCode: @unchecked Sendable {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
