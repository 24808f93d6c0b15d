/// Emitted code that is called as a C function.
///
/// `Arguments` is a struct of at most six fields of one word each, pointers and `Int`; its fields are the function's
/// arguments, in order. The emitter finds their registers by key path (``ArgumentRegisters``), so that neither side
/// numbers them.
///
/// The creator of a function keeps the code alive.
public struct EmittedFunction<Arguments: BitwiseCopyable>: Sendable {
  /// The first instruction.
  public let address: Int

  /// The function that begins `offset` bytes into emitted code.
  ///
  /// - Precondition: `Arguments` has one to six fields of one word each.
  package init(_ code: ExecutableMemory, offset: Int = 0) {
    self.init(code.address + offset)
  }

  /// The C function at an address.
  ///
  /// - Precondition: `Arguments` has one to six fields of one word each.
  @inlinable
  public init(_ pointer: UnsafeRawPointer) {
    EmittedCall.checkArguments(Arguments.self)
    address = Int(bitPattern: pointer)
  }

  /// A call with these arguments, to be executed later; it retains `owner`, such as a table made for it.
  @inlinable
  public func call(_ arguments: Arguments, keeping owner: (any AnyObject & Sendable)? = nil) -> EmittedCall {
    EmittedCall(address: address, arguments: arguments, owner: owner)
  }

  /// Calls the function.
  @inlinable
  public func callAsFunction(_ arguments: Arguments) { call(arguments).run() }
}
