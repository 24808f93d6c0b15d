extension MachineCodeSupport {
  /// Why AArch64 code cannot run, found by running a few vector instructions, which all of these processors have.
  static func detectARM64() -> Obstacle? {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // Apps cannot generate code on these systems.
      return .executableMemory
    #else
      // 2 + 2 · 2 in four lanes; the bits of 2 and of the sum are each one byte, shifted.
      let (sum, two) = (ARM64VectorRegister(0), ARM64VectorRegister(1))
      var code = ARM64Assembler()
      code.movi(sum, 0x40, shift: 24)
      code.movi(two, 0x40, shift: 24)
      code.fmla(sum, two, two)
      code.str(q: sum, ARM64Memory(.x0))
      code.ret()
      guard let words = results(of: code.finished()) else { return .executableMemory }
      let six = UInt64(Float(6).bitPattern)
      return words.prefix(2) == [six << 32 | six, six << 32 | six] ? nil : .instructionSet
    #endif
  }
}
