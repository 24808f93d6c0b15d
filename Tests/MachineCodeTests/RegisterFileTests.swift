import Foundation
import MachineCode
import TestSupport
import Testing

@Suite struct RegisterFileTests {
  @Test func `registers are handed out once, arguments and the stack pointer never`() {
    var registers = X86RegisterFile(arguments: [.rdi, .rsi])
    let all = (0..<13).map { _ in registers.general() }
    #expect(Set(all) == Set(X86GeneralRegister.allCases).subtracting([.rdi, .rsi, .rsp]))
    #expect(Set(registers.vectors(16)) == Set((0..<16).map { X86VectorRegister($0) }))
    #expect(registers.freeVectorCount == 0)
  }

  @Test func `registers that belong to the caller come last, and are saved`() {
    var registers = X86RegisterFile(arguments: [.rdi, .rsi, .rdx, .rcx, .r8, .r9])
    #expect((0..<3).map { _ in registers.general() } == [.rax, .r10, .r11])
    #expect(registers.saved.isEmpty)
    #expect(registers.general() == .rbx)
    #expect(registers.calleeSaved() == .rbp)
    #expect(registers.saved == [.rbx, .rbp])
  }

  @Test func `vectors are taken from both ends, as many as the width has`() {
    for width in [VectorWidth.bits256, .bits256Of32, .bits512] {
      var registers = X86RegisterFile(arguments: [], width: width)
      #expect(registers.vector() == X86VectorRegister(0))
      #expect(registers.vectors(2) == [X86VectorRegister(1), X86VectorRegister(2)])
      let last = width.registerCount - 1
      #expect(registers.highVectors(2) == [X86VectorRegister(last), X86VectorRegister(last - 1)])
      #expect(registers.freeVectorCount == width.registerCount - 5)
    }
  }

  @Test func `what a copy hands out is free in the original`() {
    var registers = X86RegisterFile(arguments: [])
    var scope = registers
    #expect(scope.vector() == registers.vector())
  }

  @Test func `taking more registers than there are stops the program with a sentence`() async {
    let general = await #expect(processExitsWith: .signal(Trap.signal), observing: [\.standardErrorContent]) {
      var registers = X86RegisterFile(arguments: [])
      for _ in 0..<16 { _ = registers.general() }
    }
    let vectors = await #expect(processExitsWith: .signal(Trap.signal), observing: [\.standardErrorContent]) {
      var registers = X86RegisterFile(arguments: [])
      _ = registers.vectors(17)
    }
    #if DEBUG
      #expect(text(general).contains("no general register is left"))
      #expect(text(vectors).contains("17 vector registers are needed, 16 left"))
    #endif
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `a function leaves what belongs to the caller as it was`() throws {
    for frame in [X86Assembler.Frame.none, .bytes(24)] {
      var registers = X86RegisterFile(arguments: [])
      for _ in 0..<15 { _ = registers.general() }
      var code = X86Assembler()
      code.enter(registers, frame: frame)
      code.leave(registers, frame: frame)
      var expected = X86Assembler()
      let saved: [X86GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14, .r15]
      for register in saved { expected.push(register) }
      if case .bytes(let count) = frame { expected.sub(.rsp, count) }
      expected.vzeroupper()
      if case .bytes(let count) = frame { expected.add(.rsp, count) }
      for register in saved.reversed() { expected.pop(register) }
      expected.ret()
      #expect(code.finished() == expected.finished())
    }
  }

  @Test(.enabled(if: Architecture.current == .x86, "this machine does not run code of x86-64"))
  func `an aligned frame lies on a boundary of 32 bytes and leaves the stack as it was`() throws {
    struct Arguments { let result: UnsafeMutablePointer<Int> }
    let arguments = X86ArgumentRegisters<Arguments>()
    var registers = X86RegisterFile(arguments: arguments.all)
    let kept = registers.calleeSaved()
    var code = X86Assembler()
    code.enter(registers, frame: .aligned(64))
    code.mov(kept, 7)
    code.mov(X86Memory(arguments[\.result]), .rsp)
    code.leave(registers, frame: .aligned(64))
    let memory = try #require(CodeAllocator().allocate(code.finished(), name: "test"))
    var stack = 1
    withExtendedLifetime(memory) {
      withUnsafeMutablePointer(to: &stack) { EmittedFunction<Arguments>(memory)(Arguments(result: $0)) }
    }
    #expect(stack % 32 == 0)
  }
}
