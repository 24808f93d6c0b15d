/// Where a C function of x86-64 (System V) finds the fields of a struct of arguments.
///
/// ```swift
/// let arguments = ArgumentRegisters<Arguments>()
/// code.add(arguments[\.input], 32)
/// ```
package struct ArgumentRegisters<Arguments>: Sendable {
  private static var order: [GeneralRegister] { [.rdi, .rsi, .rdx, .rcx, .r8, .r9] }

  /// The arguments of a function.
  ///
  /// - Precondition: `Arguments` has one to six fields of a word each.
  package init() {
    EmittedCall.checkArguments(Arguments.self)
  }

  /// All registers, in the order of the fields.
  package var all: [GeneralRegister] {
    Array(Self.order.prefix(MemoryLayout<Arguments>.size / MemoryLayout<Int>.size))
  }

  /// The register of a field.
  ///
  /// - Precondition: the field is a stored property of one word.
  package subscript(field: PartialKeyPath<Arguments>) -> GeneralRegister {
    let (index, rest) = Memory.offset(of: field).quotientAndRemainder(dividingBy: MemoryLayout<Int>.size)
    precondition(rest == 0, "an argument is a word")
    return Self.order[index]
  }
}

extension Memory {
  /// A field of a struct that a register points to.
  ///
  /// - Precondition: the field is stored.
  package init<Layout>(_ base: GeneralRegister, _ field: PartialKeyPath<Layout>) {
    self.init(base, Self.offset(of: field))
  }

  /// Bytes from the start of a struct to a field.
  ///
  /// - Precondition: the field is stored.
  package static func offset<Layout>(of field: PartialKeyPath<Layout>) -> Int {
    guard let offset = MemoryLayout<Layout>.offset(of: field) else { preconditionFailure("the field is not stored") }
    return offset
  }
}
