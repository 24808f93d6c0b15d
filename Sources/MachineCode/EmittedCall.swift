/// A call of emitted code: a C function and the values of its argument registers.
///
/// The caller must keep alive the code and whatever arguments point to, except for ``owner``.
public struct EmittedCall: Sendable {
  /// The argument registers' values; unused ones are zero.
  public typealias Words = (Int, Int, Int, Int, Int, Int)
  private typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int) -> Void

  @usableFromInline static let maxArguments = 6

  /// The function's first instruction.
  public let address: Int
  /// The arguments.
  public let words: Words
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
  public func run() {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    let function = unsafeBitCast(pointer, to: Function.self)
    function(words.0, words.1, words.2, words.3, words.4, words.5)
  }
}
