/// The registers of x86-64, as C functions use them (System V).
package enum X86Registers: RegisterSet {
  package static let arguments: [X86GeneralRegister] = [.rdi, .rsi, .rdx, .rcx, .r8, .r9]
  package static let scratch: [X86GeneralRegister] = [.rax, .rdi, .rsi, .rdx, .rcx, .r8, .r9, .r10, .r11]
  package static let calleeSaved: [X86GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14, .r15]
  package typealias Vector = X86VectorRegister
  static let vectors = (0..<32).map { X86VectorRegister($0) }
}

package typealias X86RegisterFile = RegisterFile<X86Registers>
package typealias X86ArgumentRegisters<Arguments> = ArgumentRegisters<X86Registers, Arguments>

extension RegisterFile where Registers == X86Registers {
  /// All registers except arguments and the stack pointer; vector registers of a width.
  package init(arguments: [X86GeneralRegister], width: VectorWidth = .bits256) {
    self.init(arguments: arguments, vectors: Array(X86Registers.vectors.prefix(width.registerCount)))
  }
}

extension X86Memory {
  /// A field of a struct that a register points to.
  ///
  /// - Precondition: the field is stored.
  @inlinable @inline(__always)
  public init<Layout>(_ base: X86GeneralRegister, _ field: PartialKeyPath<Layout>) {
    self.init(base, field.byteOffset)
  }
}
