import MachineCode
import TestSupport
import Testing

@Suite struct ARM64AssemblerTests {
  private func words(_ code: ARM64Assembler) -> [UInt32] {
    let bytes = code.finished()
    return stride(from: 0, to: bytes.count, by: 4).map { first in
      (0..<4).reduce(0) { (word: UInt32, byte: Int) -> UInt32 in word | UInt32(bytes[first + byte]) << (8 * byte) }
    }
  }

  private func encoded(_ lines: String...) -> [UInt8] {
    lines.flatMap { ARM64InstructionText.encode($0) ?? [] }
  }

  @Test func `every instruction form gives the bytes of GNU as`() {
    let encodings = EncodingFixture.lines(of: "arm64_encodings.txt")
    #expect(encodings.count > 4500)
    for (text, bytes) in encodings {
      let found = ARM64InstructionText.encode(text)
      #expect(found == bytes, "\(text)")
    }
  }

  @Test func `branches reach labels before and after them`() {
    var code = ARM64Assembler()
    let back = code.here()
    let ahead = code.label()
    code.b(.equal, ahead)
    code.cbnz(.x3, ahead)
    code.b(back)
    code.bind(ahead)
    code.ret()
    #expect(words(code) == [0x5400_0060, 0xB500_0043, 0x17FF_FFFE, 0xD65F_03C0])
  }

  @Test func `constants of every size take as few instructions as their halves need`() {
    let values: [Int: [String]] = [
      0: ["movz x9, #0"], 65535: ["movz x9, #65535"], -1: ["movn x9, #0"], -65537: ["movn x9, #1, lsl #16"],
      65536: ["movz x9, #1, lsl #16"], 0x1_0002: ["movz x9, #2", "movk x9, #1, lsl #16"],
      -0x1_0002: ["movn x9, #1", "movk x9, #65534, lsl #16"],
      .min: ["movn x9, #65535", "movk x9, #0, lsl #16", "movk x9, #0, lsl #32", "movk x9, #32768, lsl #48"],
    ]
    for (value, lines) in values {
      var code = ARM64Assembler()
      code.mov(.x9, value)
      #expect(code.finished() == lines.flatMap { ARM64InstructionText.encode($0) ?? [] }, "\(value)")
    }
  }

  @Test func `sums with constants of any size are exact`() {
    var code = ARM64Assembler()
    code.add(.x1, .x2, 0x12_3456)
    code.sub(.x1, .x2, 0x12_3456)
    code.add(.x1, .x2, 1 << 24)
    code.add(.x1, .x2, 0)
    #expect(
      code.finished()
        == encoded(
          "add x1, x2, #1191936", "add x1, x1, #1110", "sub x1, x2, #1191936", "sub x1, x1, #1110",
          "movz x17, #256, lsl #16", "add x1, x2, x17", "add x1, x2, #0"))
  }

  @Test func `memory out of reach is reached over x16`() {
    var code = ARM64Assembler()
    #expect(code.reachable(ARM64Memory(.x1, 4096)) == ARM64Memory(.x1, 4096))
    #expect(code.reachable(ARM64Memory(.x1, -4)) == ARM64Memory(.x1, -4))
    #expect(code.byteCount == 0)
    #expect(code.reachable(ARM64Memory(.x1, 260)) == ARM64Memory(.x16))
    #expect(code.reachable(ARM64Memory(.x1, 1 << 16)) == ARM64Memory(.x16))
    #expect(code.finished() == encoded("add x16, x1, #260", "add x16, x1, #65536"))
  }

  @Test func `a function saves what belongs to its caller, in whole lines of the stack`() {
    var registers = ARM64RegisterFile(arguments: [.x0], allVectors: true)
    #expect((0..<3).map { _ in registers.calleeSaved() } == [.x19, .x20, .x21])
    #expect(registers.freeVectorCount == 32)
    var code = ARM64Assembler()
    code.enter(registers, frame: .caller(byteCount: 24))
    code.leave(registers, frame: .caller(byteCount: 24))
    let vectors = (0..<4).map { "p d\(8 + 2 * $0), d\(9 + 2 * $0), [sp, #\(80 + 16 * $0)]" }
    // x29 shares a pair with x21, and x30 has one of its own.
    let stores = ["stp x19, x20, [sp, #32]", "stp x21, x29, [sp, #48]", "stp x30, x30, [sp, #64]"]
    let loads = ["ldp x19, x20, [sp, #32]", "ldp x21, x29, [sp, #48]", "ldr x30, [sp, #64]"]
    let lines =
      ["sub sp, sp, #144"] + stores + vectors.map { "st" + $0 } + vectors.map { "ld" + $0 } + loads
      + ["add sp, sp, #144", "ret"]
    #expect(code.finished() == lines.flatMap { ARM64InstructionText.encode($0) ?? [] })
  }

  @Test func `a function without registers to save only returns`() {
    let registers = ARM64RegisterFile(arguments: [.x0, .x1])
    #expect(registers.freeVectorCount == 24)
    var code = ARM64Assembler()
    code.enter(registers)
    code.leave(registers)
    #expect(words(code) == [0xD65F_03C0])
  }

  @Test func `a label that is never bound stops the program`() async {
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = ARM64Assembler()
      code.b(code.label())
      _ = code.finished()
    }
  }

  @Test func `operands that no instruction has stop the program`() async {
    await #expect(processExitsWith: .signal(Trap.signal)) { _ = ARM64VectorRegister(32) }
    await #expect(processExitsWith: .signal(Trap.signal)) { _ = ARM64Memory(.x0, index: .sp) }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = ARM64Assembler()
      code.ldr(q: ARM64VectorRegister(0), ARM64Memory(.x0, 260))
    }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = ARM64Assembler()
      code.ldp(q: ARM64VectorRegister(0), ARM64VectorRegister(1), ARM64Memory(.x0, 1024))
    }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = ARM64Assembler()
      code.fmla(ARM64VectorRegister(0), ARM64VectorRegister(1), ARM64VectorRegister(2), lane: 4)
    }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = ARM64Assembler()
      code.add(.x0, .sp, .x1)
    }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = ARM64Assembler()
      let far = code.label()
      code.b(.equal, far)
      for _ in 0..<1 << 18 { code.ret() }
      code.bind(far)
      _ = code.finished()
    }
  }
}
