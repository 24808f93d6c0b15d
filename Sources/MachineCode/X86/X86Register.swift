/// A 64-bit general-purpose register of x86-64.
public enum X86GeneralRegister: UInt8, Sendable, CaseIterable {
  /// The registers 0 to 15.
  case rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15

  /// The three bits for ModRM or SIB.
  var low: UInt8 { rawValue & 7 }
  /// The fourth bit, for a prefix.
  var isExtended: Bool { rawValue >= 8 }
}

/// A vector register: `ymm<number>` or `zmm<number>`, depending on the assembler's ``VectorWidth``.
package struct X86VectorRegister: Sendable, Hashable {
  let number: UInt8

  /// - Precondition: `number` is 0…31, or 0…15 for AVX.
  package init(_ number: Int) {
    precondition((0..<32).contains(number), "AVX-512 has registers 0 to 31")
    self.number = UInt8(number)
  }

  var low: UInt8 { number & 7 }
  /// The fourth bit, for a prefix.
  var isExtended: Bool { number & 8 != 0 }
  /// The fifth bit, which only EVEX has.
  var isHigh: Bool { number & 16 != 0 }
}

/// A memory operand: `[base + index * scale + displacement]`.
public struct X86Memory: Sendable, Hashable {
  let base: X86GeneralRegister
  let index: X86GeneralRegister?
  let scale: UInt8
  let displacement: Int32

  /// - Precondition: `displacement` fits in 32 bits.
  @usableFromInline
  package init(_ base: X86GeneralRegister, _ displacement: Int = 0) {
    (self.base, index, scale) = (base, nil, 1)
    self.displacement = Int32(displacement)
  }

  /// - Precondition: `index` is not `rsp`; `scale` is 1, 2, 4 or 8; `displacement` fits in 32 bits.
  package init(_ base: X86GeneralRegister, index: X86GeneralRegister?, scale: Int, _ displacement: Int = 0) {
    precondition(index != .rsp, "rsp cannot be an index")
    precondition(scale == 1 || scale == 2 || scale == 4 || scale == 8, "a scale is 1, 2, 4 or 8")
    self.base = base
    self.index = index
    self.scale = UInt8(scale)
    self.displacement = Int32(displacement)
  }
  /// Memory `byteCount` bytes further.
  ///
  /// - Precondition: the displacement fits in 32 bits.
  package func advanced(by byteCount: Int) -> X86Memory {
    X86Memory(base, index: index, scale: Int(scale), Int(displacement) + byteCount)
  }
}
