import Foundation
import MachineCode
import TestSupport
import Testing

@Suite struct EmittedFunctionTests {
  private struct Six {
    let a: Int, b: Int, c: Int, d: Int, e: Int
    let sum: UnsafeMutablePointer<Int>
  }

  private struct Constants {
    let lanes: SIMD8<Float>
    let pair: (Int, Int)
    let last: Int
  }

  @Test func `fields are in the registers of a C function, in their order`() {
    let arguments = X86ArgumentRegisters<Six>()
    #expect(arguments.all == [.rdi, .rsi, .rdx, .rcx, .r8, .r9])
    #expect(ARM64ArgumentRegisters<Six>().all == [.x0, .x1, .x2, .x3, .x4, .x5])
    #expect(ARM64ArgumentRegisters<Six>()[\.c] == .x2)
    #expect(arguments[\.a] == .rdi)
    #expect(arguments[\.c] == .rdx)
    #expect(arguments[\.sum] == .r9)
  }

  @Test func `fields of constants lie where Swift has them`() {
    #expect(X86Memory(.rcx, \Constants.lanes) == X86Memory(.rcx))
    #expect(X86Memory(.rcx, \Constants.pair.1) == X86Memory(.rcx, 40))
    #expect(X86Memory(.rcx, \Constants.last) == X86Memory(.rcx, 48))
    #expect(ARM64Memory(.x3, \Constants.pair.1) == ARM64Memory(.x3, 40))
  }

  /// Each argument counts ten times as much as the previous one.
  private func x86Code() -> [UInt8] {
    let arguments = X86ArgumentRegisters<Six>()
    var code = X86Assembler()
    let (sum, digit) = (X86GeneralRegister.rax, X86GeneralRegister.r10)
    code.mov(sum, 0)
    for field in [\Six.a, \.b, \.c, \.d, \.e] {
      code.lea(digit, X86Memory(sum, index: sum, scale: 8))
      code.add(sum, digit)
      code.add(sum, arguments[field])
    }
    code.mov(X86Memory(arguments[\.sum]), sum)
    code.ret()
    return code.finished()
  }

  /// The same.
  private func arm64Code() -> [UInt8] {
    let arguments = ARM64ArgumentRegisters<Six>()
    var code = ARM64Assembler()
    let (sum, ten) = (ARM64GeneralRegister.x8, ARM64GeneralRegister.x9)
    code.mov(sum, 0)
    code.mov(ten, 10)
    for field in [\Six.a, \.b, \.c, \.d, \.e] { code.madd(sum, sum, ten, arguments[field]) }
    code.str(sum, ARM64Memory(arguments[\.sum]))
    code.ret()
    return code.finished()
  }

  @Test(.enabled(if: MachineCodeSupport.obstacle == nil, "this machine does not run emitted code"))
  func `code finds each argument, called at once or later`() throws {
    let code = Architecture.current == .x86 ? x86Code() : arm64Code()
    let memory = try #require(CodeAllocator().allocate(code, name: "test"))
    let function = EmittedFunction<Six>(memory)
    var results = [0, 0]
    results.withUnsafeMutableBufferPointer { results in
      guard let base = results.baseAddress else { return }
      function(Six(a: 1, b: 2, c: 3, d: 4, e: 5, sum: base))
      function.call(Six(a: 5, b: 4, c: 3, d: 2, e: 1, sum: base + 1)).run()
    }
    #expect(withExtendedLifetime(memory) { results } == [12345, 54321])
  }

  @Test func `arguments that no register holds stop the program`() async {
    await #expect(processExitsWith: .signal(Trap.signal)) {
      struct Seven { let a: Six, b: Int }
      _ = X86ArgumentRegisters<Seven>()
    }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      struct Small { let a: Int32 }
      _ = X86ArgumentRegisters<Small>()
    }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      struct Halves { let a: Int, b: Int32, c: Int32 }
      _ = X86ArgumentRegisters<Halves>()[\.c]
    }
    await #expect(processExitsWith: .signal(Trap.signal)) { _ = X86ArgumentRegisters<Six>()[\.sum.pointee] }
  }
}
