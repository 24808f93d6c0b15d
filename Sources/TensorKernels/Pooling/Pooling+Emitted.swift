import MachineCode

/// Maximum pooling emitted for its sizes: a call computes one output row, eight pixels × eight channels at a time.
///
/// Columns outside the input are left out when the code is emitted. A row outside is replaced by a row inside when it
/// runs: a value that counts twice changes no maximum.
struct MachineMaxPooling: Sendable {
  private let problem: Pooling.Problem
  private let code: ExecutableMemory
  /// −∞, and the limits of the fused activation, eight times each.
  private let constants: AlignedBuffer

  /// Nil where the problem has no emitted form, or the system refuses the pages.
  init?(_ problem: Pooling.Problem, _ allocator: CodeAllocator) {
    let window = problem.window
    guard MachineCodeSupport.obstacle == nil, problem.operation == .maximum, problem.channels > 0,
      problem.channels.isMultiple(of: 8), window.filterHeight * window.filterWidth <= 81, window.strideX <= 16,
      window.paddingLeft < 1 << 12, window.inputWidth * problem.channels < 1 << 24,
      window.outputWidth * problem.channels < 1 << 24, window.outputWidth <= 1 << 10,
      (0..<window.outputHeight).allSatisfy({ !window.rowTaps($0).isEmpty }),
      let code = allocator.allocate(Self.emit(problem).finished(), name: "max-pooling")
    else { return nil }
    self.problem = problem
    self.code = code
    constants = AlignedBuffer(zeros: 24)
    for (index, value) in [-Float.infinity, problem.lower, problem.upper].enumerated() {
      (constants.pointer + index * 8).update(repeating: value, count: 8)
    }
  }

  /// The calls that compute some output rows, counted over all pictures.
  func calls(
    rows: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall] {
    let window = problem.window
    let rowStride = window.inputWidth * problem.channels
    let table = AlignedBuffer(pointers: rows.count * window.filterHeight)
    return rows.enumerated().map { index, line in
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * rowStride
      let inside = window.rowTaps(y)
      for ky in 0..<window.filterHeight {
        let tap = min(max(ky, inside.lowerBound), inside.upperBound - 1)
        table.setPointer(
          index * window.filterHeight + ky, to: pixels + (window.firstRow(y) + tap) * rowStride)
      }
      return EmittedCall(
        EmittedFunction(code.address),
        (
          Int(bitPattern: table.pointer) + index * window.filterHeight * AlignedBuffer.pointerByteCount,
          Int(bitPattern: constants.pointer),
          Int(bitPattern: output + line * window.outputWidth * problem.channels), 0, 0, 0
        ), table: table)
    }
  }

  /// Arguments: `rdi` table of input rows, `rsi` constants, `rdx` output row. `r8` groups of channels left, `r9` bytes
  /// from pixel to group.
  private static func emit(_ problem: Pooling.Problem) -> Assembler {
    let window = problem.window
    let pixel = problem.channels * 4
    var code = Assembler()
    for first in stride(from: 0, to: window.outputWidth, by: 8) {
      let count = min(8, window.outputWidth - first)
      code.mov(.r8, problem.channels / 8)
      code.mov(.r9, 0)
      let nextGroup = code.here()
      for o in 0..<count { code.vmovups(VectorRegister(o), Memory(.rsi)) }
      for ky in 0..<window.filterHeight {
        code.mov(.rax, Memory(.rdi, ky * 8))
        for o in 0..<count {
          for kx in window.columnTaps(first + o) {
            let input = VectorRegister(8 + (o + kx) % 8)
            code.vmovups(
              input, Memory(.rax, index: .r9, scale: 1, (window.firstColumn(first + o) + kx) * pixel))
            // The second operand wins over a NaN, so a NaN in the window does not count.
            code.vmaxps(VectorRegister(o), input, VectorRegister(o))
          }
        }
      }
      if problem.lower > -.infinity || problem.upper < .infinity {
        code.vmovups(VectorRegister(8), Memory(.rsi, 32))
        code.vmovups(VectorRegister(9), Memory(.rsi, 64))
        for o in 0..<count {
          code.vmaxps(VectorRegister(o), VectorRegister(8), VectorRegister(o))
          code.vminps(VectorRegister(o), VectorRegister(9), VectorRegister(o))
        }
      }
      for o in 0..<count { code.vmovups(Memory(.rdx, index: .r9, scale: 1, (first + o) * pixel), VectorRegister(o)) }
      code.add(.r9, 32)
      code.sub(.r8, 1)
      code.jump(.notEqual, nextGroup)
    }
    code.vzeroupper()
    code.ret()
    return code
  }
}
