/// A 64-bit general-purpose register of AArch64, or the stack pointer.
public enum ARM64GeneralRegister: UInt8, Sendable, CaseIterable {
  /// The registers 0 to 15.
  case x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15
  /// The registers 16 to 30, and the stack pointer.
  case x16, x17, x18, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29, x30, sp

  var field: UInt32 { UInt32(rawValue) }
}

/// A 128-bit vector register: `v<number>`, or `q`, `d`, `s` for all or the lowest bits.
package struct ARM64VectorRegister: Sendable, Hashable {
  package let number: Int

  /// - Precondition: `number` is 0…31.
  package init(_ number: Int) {
    precondition((0..<32).contains(number), "AArch64 has vector registers 0 to 31")
    self.number = number
  }

  var field: UInt32 { UInt32(number) }
  /// Whether the lower half is callee-saved.
  var isKept: Bool { (8..<16).contains(number) }
}

/// A memory operand: `[base, #offset]` or `[base, index, lsl #shift]`.
public struct ARM64Memory: Sendable, Hashable {
  package let base: ARM64GeneralRegister
  /// In bytes.
  package let offset: Int
  let index: ARM64GeneralRegister?
  let shift: Int

  /// Instructions differ in the offsets that they can encode.
  @usableFromInline
  package init(_ base: ARM64GeneralRegister, _ offset: Int = 0) {
    (self.base, self.offset, index, shift) = (base, offset, nil, 0)
  }

  /// - Precondition: `index` is not `sp`.
  package init(_ base: ARM64GeneralRegister, index: ARM64GeneralRegister, shift: Int = 0) {
    precondition(index != .sp, "sp cannot be an index")
    (self.base, offset, self.index, self.shift) = (base, 0, index, shift)
  }

  /// A field of a struct that a register points to.
  ///
  /// - Precondition: the field is stored.
  @inlinable @inline(__always)
  public init<Layout>(_ base: ARM64GeneralRegister, _ field: PartialKeyPath<Layout>) {
    self.init(base, field.byteOffset)
  }

  /// Memory `byteCount` bytes further.
  ///
  /// - Precondition: there is no index.
  package func advanced(by byteCount: Int) -> ARM64Memory {
    precondition(index == nil, "memory at an index has no offset")
    return ARM64Memory(base, offset + byteCount)
  }
}
