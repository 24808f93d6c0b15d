/// One call of emitted code: a function, and the values of the argument registers of a C function.
///
/// The creator of the call keeps the code and the memory that the arguments point to alive, except for its ``owner``.
public struct EmittedCall: Sendable {
  /// The registers' values; those that the function does not have are zero.
  public typealias Words = (Int, Int, Int, Int, Int, Int)
  private typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int) -> Void

  /// The maximum number of arguments of a call.
  @usableFromInline static let mostArguments = 6

  /// The function's first instruction.
  public let address: Int
  /// The arguments.
  public let words: Words
  /// An object that lives as long as the call, such as a table that an argument points to.
  public let owner: (any AnyObject & Sendable)?

  /// - Precondition: ``checkArguments(_:)`` was passed.
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

  /// Stops the program unless the fields of a struct can be passed as words.
  @inlinable
  static func checkArguments<Arguments>(_ type: Arguments.Type) {
    let layout = MemoryLayout<Arguments>.self
    let word = MemoryLayout<Int>.size
    precondition(
      layout.size > 0 && layout.size % word == 0 && layout.size <= mostArguments * word && layout.alignment == word,
      "\(type) must have one to six fields of a word each")
  }

  /// Calls the function.
  public func run() {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    let function = unsafeBitCast(pointer, to: Function.self)
    function(words.0, words.1, words.2, words.3, words.4, words.5)
  }
}
