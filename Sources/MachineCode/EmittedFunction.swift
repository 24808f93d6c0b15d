/// Emitted code that is called as a C function.
///
/// `Arguments` is a struct of up to six one-word fields (pointers and `Int`), the function's arguments in order.
/// Emitters find their registers by key path (``ArgumentRegisters``).
///
/// The caller must keep the code alive.
public struct EmittedFunction<Arguments: BitwiseCopyable>: Sendable {
  /// The first instruction.
  public let address: Int

  /// - Precondition: `Arguments` has one to six fields of one word each.
  package init(_ code: ExecutableMemory, offset: Int = 0) {
    self.init(code.address + offset)
  }

  /// - Precondition: `Arguments` has one to six fields of one word each.
  @inlinable
  public init(_ pointer: UnsafeRawPointer) {
    KernelCall.checkArguments(Arguments.self)
    address = Int(bitPattern: pointer)
  }

  /// A C function that emitted code stands for, such as one that copies memory.
  ///
  /// - Precondition: `Arguments` has one to six fields of one word each.
  package init(_ function: @escaping KernelCall.Function) {
    self.init(unsafeBitCast(function, to: UnsafeRawPointer.self))
  }

  /// A call to be executed later; it retains `owner`, such as a table made for it.
  @inlinable
  public func call(_ arguments: Arguments, keeping owner: (any AnyObject & Sendable)? = nil) -> KernelCall {
    KernelCall(address: address, arguments: arguments, owner: owner)
  }

  /// Calls the function.
  @inlinable
  public func callAsFunction(_ arguments: Arguments) { call(arguments).run() }
}
