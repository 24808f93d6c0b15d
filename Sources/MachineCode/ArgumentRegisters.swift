/// Where a C function finds the fields of a struct of arguments.
///
/// ```swift
/// let arguments = X86ArgumentRegisters<Arguments>()
/// code.add(arguments[\.input], 32)
/// ```
public struct ArgumentRegisters<Registers: RegisterSet, Arguments>: Sendable {
  /// The arguments of a function.
  ///
  /// - Precondition: `Arguments` has one to six fields of a word each.
  package init() {
    EmittedCall.checkArguments(Arguments.self)
  }

  /// All registers, in the order of the fields.
  @inlinable
  public var all: [Registers.General] {
    Registers.arguments(MemoryLayout<Arguments>.size / MemoryLayout<Int>.size)
  }

  /// The register of a field.
  ///
  /// - Precondition: the field is a stored property of one word.
  @inlinable @inline(__always)
  public subscript(field: PartialKeyPath<Arguments>) -> Registers.General {
    Registers.argument(at: field.byteOffset)
  }
}

extension PartialKeyPath {
  /// Bytes from the start of a struct to the field: a constant where it is inlined with the key path, which the runtime
  /// builds otherwise, some microseconds for each.
  ///
  /// - Precondition: the field is stored.
  @inlinable @inline(__always)
  public var byteOffset: Int {
    guard let offset = MemoryLayout<Root>.offset(of: self) else { preconditionFailure("the field is not stored") }
    return offset
  }
}
