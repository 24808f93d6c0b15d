/// The beginning and the end of a function.
extension Assembler {
  /// Memory of a function on the stack.
  package enum Frame: Sendable {
    case none
    /// So many bytes. Where the function calls others, they and the saved registers are an odd number of words.
    case bytes(Int)
    /// So many bytes on a boundary of 32, addressed from `rsp`; `rbp` keeps the caller's stack.
    case aligned(Int)
  }

  /// Saves the registers that belong to the caller and takes memory on the stack.
  package mutating func enter(_ registers: RegisterFile, frame: Frame = .none) {
    for register in registers.saved { push(register) }
    switch frame {
    case .none: break
    case .bytes(let byteCount): sub(.rsp, byteCount)
    case .aligned(let byteCount):
      precondition(!registers.saved.contains(.rbp), "rbp keeps the caller's stack")
      push(.rbp)
      mov(.rbp, .rsp)
      sub(.rsp, byteCount)
      and(.rsp, -32)
    }
  }

  /// Undoes ``enter(_:frame:)`` and returns to the caller, whose code expects the upper halves of vectors cleared.
  package mutating func leave(_ registers: RegisterFile, frame: Frame = .none, usesVectors: Bool = true) {
    if usesVectors { vzeroupper() }
    switch frame {
    case .none: break
    case .bytes(let byteCount): add(.rsp, byteCount)
    case .aligned:
      mov(.rsp, .rbp)
      pop(.rbp)
    }
    for register in registers.saved.reversed() { pop(register) }
    ret()
  }
}
