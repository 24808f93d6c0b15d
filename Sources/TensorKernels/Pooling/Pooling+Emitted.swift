import MachineCode

/// Max and average pooling emitted for their sizes: a call computes one output row, eight pixels × eight channels at a
/// time.
///
/// The code omits columns outside the input. Rows outside are replaced at run time: for a maximum by rows inside, since
/// duplicates do not matter; for an average by zeros, which change no sum that starts with +0. Sums have the
/// reference's order.
final class MachinePooling: UnitKernel, EmittedCode {
  struct Arguments {
    /// Addresses of the input rows under the window.
    let rows: UnsafeRawPointer
    let constants: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    /// Taps inside the input for each output pixel; unused for a maximum.
    let counts: UnsafePointer<Float>
  }

  /// The initial value of a result, and the activation's limits.
  struct Constants {
    let start: Lanes
    let lower: Lanes, upper: Lanes
  }

  private let problem: Pooling.Problem
  private let code: ExecutableMemory
  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer
  /// For an average: a row of zeros if windows leave the picture, then a row of counts for each number of rows inside
  /// the input.
  private let zeros: AlignedBuffer?
  private let zeroCount: Int

  static func supports(_ problem: Pooling.Problem) -> Bool {
    let window = problem.window
    return MachineCodeSupport.obstacle == nil && isEmitted(problem.operation) && problem.channels > 0
      && problem.channels.isMultiple(of: 8) && window.filterHeight * window.filterWidth <= 81 && window.strideX <= 16
      && window.paddingLeft < 1 << 12 && window.inputWidth * problem.channels < 1 << 24
      && window.outputWidth * problem.channels < 1 << 24 && window.outputWidth <= 1 << 10
      && (0..<window.outputHeight).allSatisfy { !window.rowTaps($0).isEmpty }
  }

  private static func isEmitted(_ operation: Pooling.Operation) -> Bool {
    switch operation {
    case .maximum: true
    case .average: Architecture.current == .x86
    case .rootMeanSquare: false
    }
  }

  /// Nil if the system refuses the pages.
  init?(_ problem: Pooling.Problem, _ allocator: CodeAllocator) {
    guard let emitted = Self.emitted(problem),
      let code = allocator.allocate(emitted, name: problem.operation == .maximum ? "max-pooling" : "average-pooling")
    else { return nil }
    self.problem = problem
    self.code = code
    function = EmittedFunction(code)
    constants = AlignedBuffer(
      Constants(
        start: Lanes(repeating: problem.operation == .maximum ? -.infinity : 0),
        lower: Lanes(repeating: problem.lower), upper: Lanes(repeating: problem.upper)))
    let window = problem.window
    let leavesPicture = (0..<window.outputHeight).contains { window.rowTaps($0).count < window.filterHeight }
    zeroCount = leavesPicture ? window.inputWidth * problem.channels : 0
    zeros = problem.operation == .maximum ? nil : Self.counts(problem, after: zeroCount)
  }

  private static func counts(_ problem: Pooling.Problem, after zeroCount: Int) -> AlignedBuffer {
    let window = problem.window
    let buffer = AlignedBuffer(zeros: zeroCount + window.filterHeight * window.outputWidth)
    for height in 1...window.filterHeight {
      let counts = buffer.pointer + zeroCount + (height - 1) * window.outputWidth
      for x in 0..<window.outputWidth { counts[x] = Float(max(height * window.columnTaps(x).count, 1)) }
    }
    return buffer
  }

  var unitCount: Int { problem.rowCount }
  var elementsPerUnit: Int? { problem.rowLength }
  var heldByteCount: Int { (zeros?.count ?? 0) * MemoryLayout<Float>.stride }
  var memory: [any KernelMemory] { [code, constants] + (zeros.map { [$0] } ?? []) }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    EmittedCall.run(units) { calls(rows: $0, input: operands.input(0), output: operands.output()) }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    calls(rows: units, input: operands.input(0), output: operands.output())
  }

  /// The calls for some output rows, counted over all pictures.
  private func calls(
    rows: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall] {
    let window = problem.window
    let table = AlignedBuffer(
      rowsUnder: window, of: rows, in: input, rowByteCount: window.inputWidth * problem.channels * 4,
      outside: zeros.map { UnsafePointer($0.pointer) })
    return rows.enumerated().map { index, line in
      let inside = window.rowTaps(line % window.outputHeight)
      let counts = zeros.map { $0.pointer + zeroCount + (inside.count - 1) * window.outputWidth }
      return function.call(
        Arguments(
          rows: table.pointers(from: index * window.filterHeight), constants: constants.pointer,
          output: output + line * window.outputWidth * problem.channels, counts: counts ?? constants.pointer),
        keeping: table)
    }
  }
}
