/// The last operand of most vector instructions: a register, or a vector in memory.
package enum X86VectorOperand: Sendable, Hashable {
  case register(X86VectorRegister)
  case memory(X86Memory)
}

package protocol X86VectorSource {
  var operand: X86VectorOperand { get }
}

extension X86VectorOperand: X86VectorSource {
  package var operand: X86VectorOperand { self }
}

extension X86VectorRegister: X86VectorSource {
  package var operand: X86VectorOperand { .register(self) }
}

extension X86Memory: X86VectorSource {
  package var operand: X86VectorOperand { .memory(self) }
}
