/// The registers in which a C function receives the fields of a struct of arguments.
///
/// ```swift
/// let arguments = X86ArgumentRegisters<Arguments>()
/// code.add(arguments[\.input], 32)
/// ```
public struct ArgumentRegisters<Registers: RegisterSet, Arguments>: Sendable {
  /// - Precondition: `Arguments` has one to six fields of a word each.
  package init() {
    KernelCall.checkArguments(Arguments.self)
  }

  /// In the order of the fields.
  @inlinable
  public var all: [Registers.General] {
    Registers.arguments(MemoryLayout<Arguments>.size / MemoryLayout<Int>.size)
  }

  /// - Precondition: the field is a stored property of one word.
  @inlinable @inline(__always)
  public subscript(field: PartialKeyPath<Arguments>) -> Registers.General {
    Registers.argument(at: field.byteOffset)
  }
}

extension PartialKeyPath {
  /// The field's byte offset in its struct: a constant where inlined with the key path, which the runtime otherwise
  /// builds in some microseconds.
  ///
  /// - Precondition: the field is stored.
  @inlinable @inline(__always)
  public var byteOffset: Int {
    guard let offset = MemoryLayout<Root>.offset(of: self) else { preconditionFailure("the field is not stored") }
    return offset
  }
}

/// The byte offset of a stored field, known when compiled: `byteOffset(\Constants.scale)`.
@inlinable @inline(__always)
public func byteOffset<Root>(_ field: PartialKeyPath<Root>) -> Int { field.byteOffset }
