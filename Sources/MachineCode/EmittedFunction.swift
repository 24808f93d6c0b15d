/// Emitted code that is called as a C function.
///
/// `Arguments` is a struct of at most six fields of a word each, pointers and `Int`; its fields are the function's
/// arguments in their order. The emitter finds them in registers by key path (``ArgumentRegisters``), so that neither
/// side counts.
///
/// Whoever makes a function keeps the code.
package struct EmittedFunction<Arguments: BitwiseCopyable>: Sendable {
  /// The first instruction.
  package let address: Int

  /// The function that begins `offset` bytes into emitted code.
  ///
  /// - Precondition: `Arguments` has one to six fields of a word each.
  @inlinable
  package init(_ code: ExecutableMemory, offset: Int = 0) {
    self.init(code.address + offset)
  }

  /// The C function at an address.
  ///
  /// - Precondition: `Arguments` has one to six fields of a word each.
  @inlinable
  package init(_ pointer: UnsafeRawPointer) {
    EmittedCall.checkArguments(Arguments.self)
    address = Int(bitPattern: pointer)
  }

  /// A call with these arguments, to be made later; it holds on to `owner`, such as a table made for it.
  @inlinable
  package func call(_ arguments: Arguments, keeping owner: (any AnyObject & Sendable)? = nil) -> EmittedCall {
    EmittedCall(address: address, arguments: arguments, owner: owner)
  }

  /// Calls the function.
  @inlinable
  package func callAsFunction(_ arguments: Arguments) { call(arguments).run() }
}
