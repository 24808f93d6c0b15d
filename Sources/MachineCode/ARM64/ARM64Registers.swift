/// The registers of AArch64, as C functions use them.
///
/// x16 and x17 are the assembler's scratch, for large constants; x18 is reserved by some systems; x29 and x30 are saved
/// by functions that call others.
///
/// Source: Procedure Call Standard for the Arm 64-bit Architecture, section 6.1.
package enum ARM64Registers: RegisterSet {
  package static let arguments: [ARM64GeneralRegister] = [.x0, .x1, .x2, .x3, .x4, .x5]
  package static let scratch: [ARM64GeneralRegister] = [
    .x8, .x9, .x10, .x11, .x12, .x13, .x14, .x15, .x7, .x6, .x5, .x4, .x3, .x2, .x1, .x0,
  ]
  package static let calleeSaved: [ARM64GeneralRegister] = [
    .x19, .x20, .x21, .x22, .x23, .x24, .x25, .x26, .x27, .x28,
  ]
  package typealias Vector = ARM64VectorRegister

  /// Caller-saved registers, then those whose lower halves are callee-saved.
  static let vectors = [0..<8, 16..<32, 8..<16].joined().map { ARM64VectorRegister($0) }
}

package typealias ARM64RegisterFile = RegisterFile<ARM64Registers>
package typealias ARM64ArgumentRegisters<Arguments> = ArgumentRegisters<ARM64Registers, Arguments>

extension RegisterFile where Registers == ARM64Registers {
  /// All general registers except arguments, and 24 vector registers, or all 32, eight of which must be saved.
  package init(arguments: [ARM64GeneralRegister], allVectors: Bool = false) {
    self.init(arguments: arguments, vectors: ARM64Registers.vectors.filter { allVectors || !$0.isKept })
  }

  /// Whether callee-saved vector registers are in use.
  var savesVectors: Bool { allVectors.contains { $0.isKept } }
}
