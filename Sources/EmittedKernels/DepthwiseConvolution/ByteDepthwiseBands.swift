import MachineCode
import TensorKernels

/// Depthwise convolution of bytes through emitted float code, in bands, so that intermediates stay in cache:
///
///     input rows ──dequantize──▶ floats ──depthwise──▶ sums ──requantize──▶ bytes of the band
///
/// A unit is a band of a few output rows. Input rows shared by two bands are converted twice.
final class ByteDepthwiseBands: DepthwiseConvolutionKernel, EmittedKernel {
  private let problem: DepthwiseConvolution.Problem
  private let dequantization: MachineByteConversion
  private let depthwise: MachineDepthwiseConvolution
  private let requantization: MachineRequantization
  /// Output rows of a band, and the maximum of input rows under it.
  private let bandRows: Int, inputRows: Int

  /// The convolution of one picture of floats.
  private static func picture(_ problem: DepthwiseConvolution.Problem) -> DepthwiseConvolution.Problem {
    DepthwiseConvolution.Problem(batch: 1, channels: problem.channels, multiplier: 1, window: problem.window)
  }

  static func supports(_ problem: DepthwiseConvolution.Problem) -> Bool {
    let window = problem.window
    return ByteRowKernel.isAvailable && MachineDepthwiseConvolution.supports(picture(problem))
      && problem.batch > 0
      // Floats hold the sums exactly.
      && window.filterHeight * window.filterWidth * 255 * 255 < 1 << 24
      // Strides beyond the filter would convert unused rows; very long rows take too much scratch.
      && window.strideY <= window.filterHeight && window.inputWidth * problem.channels <= 1 << 20
      && reach(window) <= 64
  }

  /// Rows from the first tap of a window to the last.
  private static func reach(_ window: Window2D) -> Int { (window.filterHeight - 1) * window.dilationY + 1 }

  /// Floats of a band and its input: fits the L2 cache, with few rows shared by two bands.
  private static let floatsPerBand = 96 << 10

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(_ problem: DepthwiseConvolution.Problem, _ weights: ByteDepthwiseWeights, _ code: CodeAllocator) {
    let (window, channels) = (problem.window, problem.channels)
    let filter = weights.filter.map { Float($0) }
    let depthwise = filter.withUnsafeBufferPointer { filter in
      filter.baseAddress.flatMap {
        MachineDepthwiseConvolution(
          Self.picture(problem),
          LayerWeights(filter: $0, epilogue: Epilogue(bias: nil, channels: channels, activation: .none)), code)
      }
    }
    guard let depthwise else { return nil }
    let step = depthwise.rowsPerCall
    let floatsPerRow = (window.strideY * window.inputWidth + window.outputWidth) * channels
    bandRows = max(min(Self.floatsPerBand / floatsPerRow, window.outputHeight + step - 1) / step, 1) * step
    inputRows = min((bandRows - 1) * window.strideY + Self.reach(window), window.inputHeight)
    let dequantization = Dequantization.Problem(
      weights.input, count: inputRows * window.inputWidth * channels, scale: 1)
    let requantization = Requantization.Problem(
      rows: bandRows * window.outputWidth, channels: channels, hasHigh: false, rounding: .twice, output: weights.output)
    guard let dequantization = MachineByteConversion(dequantization),
      let requantization = MachineRequantization(requantization, weights.requantization)
    else { return nil }
    (self.problem, self.depthwise) = (problem, depthwise)
    (self.dequantization, self.requantization) = (dequantization, requantization)
  }

  private var bandsPerPicture: Int { (problem.window.outputHeight + bandRows - 1) / bandRows }
  private var inputRowLength: Int { problem.window.inputWidth * problem.channels }
  private var outputRowLength: Int { problem.window.outputWidth * problem.channels }

  var unitCount: Int { problem.batch * bandsPerPicture }
  var scratchCount: Int { dequantizedCount + bandRows * outputRowLength }
  /// Floats of the converted input rows, in whole cache lines.
  private var dequantizedCount: Int { (inputRows * inputRowLength + 15) / 16 * 16 }
  var memory: [any KernelMemory] { dequantization.memory + depthwise.memory + requantization.memory }
  var heldByteCount: Int { depthwise.heldByteCount }

  func maxCallCount(_ units: Range<Int>) -> Int { units.count * (bandRows + 2) }

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    for unit in units { for call in calls(of: unit, operands) { body(call) } }
  }

  private func calls(of unit: Int, _ operands: KernelOperands) -> [KernelCall] {
    let window = problem.window
    let (picture, part) = unit.quotientAndRemainder(dividingBy: bandsPerPicture)
    let first = part * bandRows
    let rows = first..<min(first + bandRows, window.outputHeight)
    let start = min(max(window.firstRow(first), 0), window.inputHeight)
    let end = max(min(window.firstRow(rows.upperBound - 1) + Self.reach(window), window.inputHeight), start)
    let sums = operands.scratch + dequantizedCount
    let output = operands.outputBytes() + (picture * window.outputHeight + first) * outputRowLength
    // The first row read has place 0, so the ring does not wrap around.
    let floats = PictureRows(
      ring: operands.scratch, rowStride: inputRowLength, capacity: inputRows, shift: inputRows - start % inputRows)
    let dequantize = dequantization.call(
      count: (end - start) * inputRowLength,
      input: operands.inputBytes(0) + (picture * window.inputHeight + start) * inputRowLength,
      output: UnsafeMutableRawPointer(operands.scratch))
    return (start < end ? [dequantize] : []) + depthwise.rows.calls(rows: rows, input: floats, output: sums) + [
      requantization.call(rows: rows.count * window.outputWidth, sums: sums, output: output)
    ]
  }
}
