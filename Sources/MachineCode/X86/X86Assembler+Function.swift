extension X86Assembler {
  /// A function's memory on the stack.
  package enum Frame: Sendable {
    case none
    /// A function that calls others needs an odd number of words here and in saved registers.
    case bytes(Int)
    /// Aligned to 32 bytes and addressed from `rsp`; `rbp` keeps the caller's stack.
    case aligned(Int)
  }

  /// Saves the callee-saved registers in use, and allocates the frame.
  package mutating func enter(_ registers: X86RegisterFile, frame: Frame = .none) {
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

  /// Undoes ``enter(_:frame:)`` and returns to the caller, which expects the upper halves of vectors to be cleared.
  package mutating func leave(_ registers: X86RegisterFile, frame: Frame = .none, usesVectors: Bool = true) {
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
