import MachineCode
import TestSupport
import Testing

@Suite struct X86AssemblerTests {
  @Test func `every instruction form gives the bytes of GNU as`() {
    let encodings = EncodingFixture.lines(of: "x86_encodings.txt")
    #expect(encodings.count > 1200)
    for (text, bytes) in encodings {
      let found = X86InstructionText.encode(text)
      #expect(found == bytes, "\(text)")
    }
  }

  @Test(arguments: X86Assembler.Condition.allCases)
  func `jumps reach labels before and after them`(condition: X86Assembler.Condition) {
    var code = X86Assembler()
    let back = code.here()
    let ahead = code.label()
    code.jump(condition, ahead)
    code.jmp(back)
    code.bind(ahead)
    code.ret()
    // 6 bytes of conditional jump over 5 bytes of jump back to 11 bytes before its end.
    #expect(
      code.finished() == [0x0F, 0x80 | condition.rawValue, 5, 0, 0, 0, 0xE9, 0xF5, 0xFF, 0xFF, 0xFF, 0xC3])
  }

  @Test func `a label that is never bound stops the program`() async {
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = X86Assembler()
      code.jmp(code.label())
      _ = code.finished()
    }
  }

  @Test func `a label that is bound twice stops the program`() async {
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = X86Assembler()
      let label = code.here()
      code.bind(label)
    }
  }

  @Test func `operands that no instruction has stop the program`() async {
    await #expect(processExitsWith: .signal(Trap.signal)) { _ = X86VectorRegister(32) }
    await #expect(processExitsWith: .signal(Trap.signal)) { _ = X86VectorRegister(-1) }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var code = X86Assembler()
      code.vmovups(X86VectorRegister(16), X86Memory(.rax))
    }
    await #expect(processExitsWith: .signal(Trap.signal)) { _ = X86Memory(.rax, index: .rsp, scale: 1) }
    await #expect(processExitsWith: .signal(Trap.signal)) { _ = X86Memory(.rax, index: .rcx, scale: 3) }
    await #expect(processExitsWith: .signal(Trap.signal)) { _ = X86Memory(.rax, 1 << 31) }
  }
}
