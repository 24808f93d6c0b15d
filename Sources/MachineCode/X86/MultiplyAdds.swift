import MudraPlatform

/// Independent multiply-adds in x86-64 registers, to measure throughput.
package struct MultiplyAdds: Sendable {
  private struct Arguments {
    let iterations: Int
  }

  private let code: ExecutableMemory
  private let function: EmittedFunction<Arguments>
  private let width: VectorWidth

  /// Independent sums: two units with a latency of four or five need ten.
  private static let sumCount = 12
  private static let unrolling = 8

  /// Nil if the processor is no x86-64 or lacks the instructions, or executable memory is refused.
  ///
  /// - Parameter convertsHalves: whether each 12 multiply-adds are beside a vector of halves that is converted, as in a
  ///   tile of matrix products.
  package init?(_ width: VectorWidth, convertsHalves: Bool = false, _ allocator: CodeAllocator) {
    let isThere =
      Architecture.current == .x86 && (width == .bits256 || MachineCodeSupport.vectorWidth == .bits512)
    guard isThere,
      let code = allocator.allocate(
        Self.program(width, convertsHalves: convertsHalves), name: "multiply-adds")
    else { return nil }
    (self.code, self.width) = (code, width)
    function = EmittedFunction(code)
  }

  /// Floating-point operations per iteration; a multiply-add counts two.
  package var operationsPerIteration: Int { Self.unrolling * Self.sumCount * width.laneCount * 2 }

  package func run(iterations: Int) { function(Arguments(iterations: iterations)) }

  func nanoseconds(iterations: Int) -> UInt64 {
    let start = MonotonicClock.nanoseconds()
    run(iterations: iterations)
    return MonotonicClock.nanoseconds() - start
  }

  /// A loop of `sums += zero × zero`. Halves are what lies on the stack.
  private static func program(_ width: VectorWidth, convertsHalves: Bool) -> [UInt8] {
    var code = X86Assembler()
    code.vectorWidth = width
    let (left, right) = (X86VectorRegister(sumCount), X86VectorRegister(sumCount + 1))
    for register in 0...sumCount + 1 {
      let register = X86VectorRegister(register)
      code.vxorps(register, register, register)
    }
    let loop = code.here()
    for _ in 0..<unrolling {
      if convertsHalves { code.vcvtph2ps(X86VectorRegister(sumCount + 2), X86Memory(.rsp)) }
      for sum in 0..<sumCount { code.vfmadd231ps(X86VectorRegister(sum), left, right) }
    }
    // The argument. Embedded Swift, which only compiles this, has no key paths.
    code.sub(.rdi, 1)
    code.jump(.notEqual, loop)
    code.vzeroupper()
    code.ret()
    return code.finished()
  }
}
