import MachineCode
import TensorKernels

/// Max and average pooling emitted for their sizes: a call computes one output row, eight pixels × a vector of
/// channels at a time.
///
/// The code omits columns outside the input. Rows outside are replaced at run time: for a maximum by rows inside, since
/// duplicates do not matter; for an average by zeros, which change no sum that starts with +0. Sums have the
/// reference's order.
final class MachinePooling: UnitKernel, EmittedCode {
  struct Arguments {
    /// Addresses of the input rows under the window.
    let rows: UnsafeRawPointer
    let constants: UnsafePointer<Float>
    let output: UnsafeMutableRawPointer
    /// Taps inside the input for each output pixel; unused for a maximum.
    let counts: UnsafePointer<Float>
  }

  /// The initial value of a float, and the activation's limits; bytes fill the lanes.
  struct Constants {
    private(set) var start = SIMD16<UInt32>()
    let lower: SIMD16<UInt32>, upper: SIMD16<UInt32>

    init(_ problem: Pooling.Problem) {
      switch problem.elements {
      case .floats(let lower, let upper):
        start = SIMD16(repeating: problem.operation == .maximum ? (-Float.infinity).bitPattern : 0)
        (self.lower, self.upper) = (SIMD16(repeating: lower.bitPattern), SIMD16(repeating: upper.bitPattern))
      case .bytes(let range):
        (lower, upper) = (ByteProductConstants.lanes(range.lower), ByteProductConstants.lanes(range.upper))
      }
    }
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
    let (window, channels) = (problem.window, problem.channels)
    return isEmitted(problem) && channels > 0 && window.filterHeight * window.filterWidth <= 81
      && window.strideX <= 16 && window.paddingLeft < 1 << 12 && window.inputWidth * channels < 1 << 24
      && window.outputWidth * channels < 1 << 24 && window.outputWidth <= 1 << 10
      && (0..<window.outputHeight).allSatisfy { !window.rowTaps($0).isEmpty }
  }

  private static func isEmitted(_ problem: Pooling.Problem) -> Bool {
    let isX86 = Architecture.current == .x86
    func fills(_ lanes: Int) -> Bool { isX86 ? problem.channels >= lanes : problem.channels.isMultiple(of: lanes) }
    return switch (problem.elements, problem.operation) {
    case (.floats, .maximum): MachineCodeSupport.obstacle == nil && fills(8)
    case (.floats, .average): MachineCodeSupport.obstacle == nil && isX86 && fills(8)
    case (.bytes, .maximum):
      ByteRowKernel.isAvailable && fills(32)
        && (0..<problem.window.outputWidth).allSatisfy { !problem.window.columnTaps($0).isEmpty }
    case (_, .rootMeanSquare), (.bytes, .average): false
    }
  }

  /// Nil if the system refuses the pages.
  init?(_ problem: Pooling.Problem, _ allocator: CodeAllocator) {
    let name = problem.operation == .maximum ? "max-pooling" : "average-pooling"
    guard let code = allocator.code(for: problem, name: name, emit: { Self.emitted(problem) }) else { return nil }
    self.problem = problem
    self.code = code
    function = EmittedFunction(code)
    constants = AlignedBuffer(Constants(problem))
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
  var isEmitted: Bool { true }
  var memory: [any KernelMemory] { [code, constants] + (zeros.map { [$0] } ?? []) }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    KernelCall.run(units) { calls(rows: $0, operands) }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? { calls(rows: units, operands) }

  /// The calls for some output rows, counted over all pictures.
  private func calls(rows: Range<Int>, _ operands: KernelOperands) -> [KernelCall] {
    let window = problem.window
    let table = AlignedBuffer(
      rowsUnder: window, of: rows, in: operands.inputBytes(0),
      rowByteCount: window.inputWidth * problem.pixelByteCount, outside: zeros.map { UnsafePointer($0.pointer) })
    return rows.enumerated().map { index, line in
      let inside = window.rowTaps(line % window.outputHeight)
      let counts = zeros.map { $0.pointer + zeroCount + (inside.count - 1) * window.outputWidth }
      return function.call(
        Arguments(
          rows: table.pointers(from: index * window.filterHeight), constants: constants.pointer,
          output: operands.outputBytes() + line * window.outputWidth * problem.pixelByteCount,
          counts: counts ?? constants.pointer),
        keeping: table)
    }
  }
}
