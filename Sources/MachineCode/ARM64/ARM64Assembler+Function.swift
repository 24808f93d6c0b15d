extension ARM64Assembler {
  /// A function's memory on the stack, from `sp` on.
  package struct Frame: Sendable {
    let byteCount: Int
    /// Whether it calls others, which overwrites its return address.
    let isCaller: Bool

    package static let none = Frame(byteCount: 0, isCaller: false)

    package static func caller(byteCount: Int = 0) -> Frame { Frame(byteCount: byteCount, isCaller: true) }
  }

  /// Saves the callee-saved registers in use, and allocates the frame.
  package mutating func enter(_ registers: ARM64RegisterFile, frame: Frame = .none) {
    let saved = Saved(registers, frame)
    if saved.byteCount > 0 { sub(.sp, .sp, saved.byteCount) }
    for (offset, pair) in saved.general { stp(pair.0, pair.1, ARM64Memory(.sp, offset)) }
    for (offset, pair) in saved.vectors { stp(d: pair.0, pair.1, ARM64Memory(.sp, offset)) }
  }

  /// Undoes ``enter(_:frame:)`` and returns to the caller.
  package mutating func leave(_ registers: ARM64RegisterFile, frame: Frame = .none) {
    let saved = Saved(registers, frame)
    for (offset, pair) in saved.vectors { ldp(d: pair.0, pair.1, ARM64Memory(.sp, offset)) }
    for (offset, pair) in saved.general {
      if pair.0 == pair.1 {
        ldr(pair.0, ARM64Memory(.sp, offset))
      } else {
        ldp(pair.0, pair.1, ARM64Memory(.sp, offset))
      }
    }
    if saved.byteCount > 0 { add(.sp, .sp, saved.byteCount) }
    ret()
  }

  /// Pairs of saved registers, by offset. A register without a partner is paired with itself.
  private struct Saved {
    private(set) var general: [(Int, (ARM64GeneralRegister, ARM64GeneralRegister))] = []
    private(set) var vectors: [(Int, (ARM64VectorRegister, ARM64VectorRegister))] = []
    /// A multiple of 16, as the stack pointer must be.
    private(set) var byteCount: Int

    init(_ registers: ARM64RegisterFile, _ frame: Frame) {
      byteCount = (frame.byteCount + 15) / 16 * 16
      let saved = registers.saved + (frame.isCaller ? [.x29, .x30] : [])
      for first in stride(from: 0, to: saved.count, by: 2) {
        general.append((byteCount, (saved[first], saved[min(first + 1, saved.count - 1)])))
        byteCount += 16
      }
      for first in stride(from: 8, to: registers.savesVectors ? 16 : 8, by: 2) {
        vectors.append((byteCount, (ARM64VectorRegister(first), ARM64VectorRegister(first + 1))))
        byteCount += 16
      }
    }
  }
}
