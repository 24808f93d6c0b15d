import MachineCode

/// Bilinear resampling through emitted code: a call computes one output row, eight channels at a time.
///
/// Where a column's neighbours lie and how they weigh is written into a table beforehand; one routine serves every
/// operator.
///
///     table, byte 0: ones ×8 | 32: zeros ×8 | 64: columns, channels |
///     96: for each column: left, right in bytes from the start of a row, fraction, 8 bytes unused
package struct MachineResizeBilinear: Sendable {
  private let problem: ResizeBilinear.Problem
  private let code: ExecutableMemory
  private let table: AlignedBuffer
  /// For each row of a picture: the two source rows, and the weight of the second.
  private let rows: [(low: Int, high: Int)]
  private let fractions: AlignedBuffer

  /// Nil where no code can be emitted.
  package init?(_ problem: ResizeBilinear.Problem) {
    // Tables are built beforehand: not for outputs of absurd extent.
    guard let code = EmittedLibrary.resizeBilinear, problem.channels > 0, problem.outputWidth <= 1 << 16,
      problem.outputHeight <= 1 << 16
    else { return nil }
    self.problem = problem
    self.code = code
    table = AlignedBuffer(zeros: 24 + problem.outputWidth * 8)
    table.pointer.update(repeating: Float(bitPattern: .max), count: 8)
    let bytes = UnsafeMutableRawPointer(table.pointer)
    bytes.storeBytes(of: problem.outputWidth, toByteOffset: 64, as: Int.self)
    bytes.storeBytes(of: problem.channels, toByteOffset: 72, as: Int.self)
    for x in 0..<problem.outputWidth {
      let taps = problem.taps(x, input: problem.inputWidth, output: problem.outputWidth)
      bytes.storeBytes(of: taps.low * problem.channels * 4, toByteOffset: 96 + x * 32, as: Int.self)
      bytes.storeBytes(of: taps.high * problem.channels * 4, toByteOffset: 104 + x * 32, as: Int.self)
      bytes.storeBytes(of: taps.fraction, toByteOffset: 112 + x * 32, as: Float.self)
    }
    let vertical = (0..<problem.outputHeight).map {
      problem.taps($0, input: problem.inputHeight, output: problem.outputHeight)
    }
    rows = vertical.map { ($0.low, $0.high) }
    fractions = AlignedBuffer(zeros: problem.outputHeight)
    for (y, taps) in vertical.enumerated() { fractions.pointer[y] = taps.fraction }
  }

  /// Bytes of the tables.
  package var heldByteCount: Int {
    (table.count + fractions.count) * MemoryLayout<Float>.stride + rows.count * MemoryLayout<(Int, Int)>.stride
  }

  /// The call for output row `line`, counted over all pictures.
  package func call(
    row line: Int, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> EmittedCall {
    let (picture, y) = line.quotientAndRemainder(dividingBy: problem.outputHeight)
    let rowLength = problem.inputWidth * problem.channels
    let pixels = input + picture * problem.inputHeight * rowLength
    return EmittedCall(
      EmittedFunction(code.address),
      (
        Int(bitPattern: pixels + rows[y].low * rowLength), Int(bitPattern: pixels + rows[y].high * rowLength),
        Int(bitPattern: output + line * problem.outputWidth * problem.channels), Int(bitPattern: table.pointer),
        Int(bitPattern: fractions.pointer + y), 0
      ))
  }

  /// Computes some output rows, counted over all pictures.
  package func run(rows: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    for line in rows { call(row: line, input: input, output: output).run() }
  }
}

/// The routine of ``MachineResizeBilinear``.
enum ResizeCode {
  private static let mask = VectorRegister(13), horizontal = VectorRegister(14), vertical = VectorRegister(15)
  private static let savedRegisters: [GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14, .r15]

  /// Arguments: `rdi` upper row, `rsi` lower row, `rdx` output, `rcx` table, `r8` weight of the lower row.
  static func emit() -> Assembler {
    var code = Assembler()
    for register in savedRegisters { code.push(register) }
    code.vbroadcastss(vertical, Memory(.r8))
    code.mov(.r9, Memory(.rcx, 72))
    // `r10`: channels that whole vectors take; `r11`: minus the channels after them.
    code.mov(.r10, .r9)
    code.and(.r10, -8)
    code.mov(.r11, .r10)
    code.sub(.r11, .r9)
    code.vmovups(mask, Memory(.rcx, index: .r11, scale: 4, 32))
    code.mov(.rbp, Memory(.rcx, 64))
    code.lea(.rbx, Memory(.rcx, 96))
    let nextColumn = code.here()
    code.mov(.rax, Memory(.rbx))
    code.lea(.r12, Memory(.rdi, index: .rax, scale: 1))
    code.lea(.r14, Memory(.rsi, index: .rax, scale: 1))
    code.mov(.rax, Memory(.rbx, 8))
    code.lea(.r13, Memory(.rdi, index: .rax, scale: 1))
    code.lea(.r15, Memory(.rsi, index: .rax, scale: 1))
    code.vbroadcastss(horizontal, Memory(.rbx, 16))
    code.mov(.rax, 0)
    let (tail, end) = (code.label(), code.label())
    code.test(.r10, .r10)
    code.jump(.equal, tail)
    let next = code.here()
    emitVector(&code, isMasked: false)
    code.add(.rax, 8)
    code.cmp(.rax, .r10)
    code.jump(.less, next)
    code.bind(tail)
    code.test(.r11, .r11)
    code.jump(.equal, end)
    emitVector(&code, isMasked: true)
    code.bind(end)
    code.lea(.rdx, Memory(.rdx, index: .r9, scale: 4))
    code.add(.rbx, 32)
    code.sub(.rbp, 1)
    code.jump(.notEqual, nextColumn)
    code.vzeroupper()
    for register in savedRegisters.reversed() { code.pop(register) }
    code.ret()
    return code
  }

  /// Eight channels, at `rax`. Products and sums are rounded one by one, as the portable vectors do.
  private static func emitVector(_ code: inout Assembler, isMasked: Bool) {
    let pairs: [(GeneralRegister, GeneralRegister)] = [(.r12, .r13), (.r14, .r15)]
    for (i, bases) in pairs.enumerated() {
      let (left, right) = (VectorRegister(2 * i), VectorRegister(2 * i + 1))
      for (register, base) in [(left, bases.0), (right, bases.1)] {
        let memory = Memory(base, index: .rax, scale: 4)
        if isMasked { code.vmaskmovps(register, mask: mask, memory) } else { code.vmovups(register, memory) }
      }
      mix(&code, left, right, horizontal)
    }
    mix(&code, VectorRegister(0), VectorRegister(2), vertical)
    let target = Memory(.rdx, index: .rax, scale: 4)
    if isMasked {
      code.vmaskmovps(target, mask: mask, VectorRegister(0))
    } else {
      code.vmovups(target, VectorRegister(0))
    }
  }

  /// `first += (second − first) · fraction`.
  private static func mix(
    _ code: inout Assembler, _ first: VectorRegister, _ second: VectorRegister, _ fraction: VectorRegister
  ) {
    code.vsubps(second, second, first)
    code.vmulps(second, second, fraction)
    code.vaddps(first, first, second)
  }
}
