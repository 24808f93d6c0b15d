import MachineCode

/// Max pooling of bytes emitted for its sizes: a call computes one output row, eight pixels × a vector of channels at a
/// time.
///
/// The code omits columns outside the input. Rows outside are replaced at run time by rows inside: duplicates do not
/// change a maximum.
final class MachineByteMaxPooling: UnitKernel, EmittedCode {
  struct Arguments {
    /// Addresses of the input rows under the window.
    let rows: UnsafeRawPointer
    let constants: UnsafePointer<Float>
    let output: UnsafeMutableRawPointer
  }

  /// The activation's limits, broadcast.
  struct Constants {
    let lower: SIMD64<UInt8>, upper: SIMD64<UInt8>
  }

  private let problem: ByteMaxPooling.Problem
  private let code: ExecutableMemory
  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer

  static func supports(_ problem: ByteMaxPooling.Problem) -> Bool {
    let window = problem.window
    return ByteRowKernel.isAvailable && problem.channels > 0 && problem.channels.isMultiple(of: 32)
      && window.filterHeight * window.filterWidth <= 81
      && window.inputWidth * problem.channels < 1 << 24 && window.outputWidth * problem.channels < 1 << 24
      && window.outputWidth <= 1 << 10
      && (0..<window.outputHeight).allSatisfy { !window.rowTaps($0).isEmpty }
      && (0..<window.outputWidth).allSatisfy { !window.columnTaps($0).isEmpty }
  }

  /// Nil if there is no code, or if the system refuses the pages.
  init?(_ problem: ByteMaxPooling.Problem, _ allocator: CodeAllocator) {
    let code = allocator.code(for: problem, name: "byte-max-pooling") { Self.emitted(problem) }
    guard let code else { return nil }
    (self.problem, self.code) = (problem, code)
    function = EmittedFunction(code)
    constants = AlignedBuffer(
      Constants(
        lower: SIMD64(repeating: UInt8(truncatingIfNeeded: problem.range.lower)),
        upper: SIMD64(repeating: UInt8(truncatingIfNeeded: problem.range.upper))))
  }

  var unitCount: Int { problem.rowCount }
  var elementsPerUnit: Int? { problem.rowLength }
  var memory: [any KernelMemory] { [code, constants] }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    EmittedCall.run(units) { calls(rows: $0, input: operands.inputBytes(0), output: operands.outputBytes()) }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    calls(rows: units, input: operands.inputBytes(0), output: operands.outputBytes())
  }

  /// The calls for some output rows, counted over all pictures.
  private func calls(
    rows: Range<Int>, input: UnsafeRawPointer, output: UnsafeMutableRawPointer
  ) -> [EmittedCall] {
    let window = problem.window
    let table = AlignedBuffer(
      rowsUnder: window, of: rows, in: input, rowByteCount: window.inputWidth * problem.channels)
    return rows.enumerated().map { index, line in
      function.call(
        Arguments(
          rows: table.pointers(from: index * window.filterHeight), constants: constants.pointer,
          output: output + line * problem.rowLength),
        keeping: table)
    }
  }
}
