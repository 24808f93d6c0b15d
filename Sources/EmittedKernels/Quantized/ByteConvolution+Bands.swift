import MachineCode
import TensorKernels

/// The input rows under some neighboring output rows (lines), as unsigned bytes in scratch: patches overlap there
/// instead of being copied.
///
///     band:     | row ky = 0 of the first line | … | row ky = filterHeight − 1 of the last line |
///     row:      | zeros left | bytes of an input row | zeros right |
///     filter:   | ky 0: kx 0: i… | kx 1: i… | … | fewer than eight terms without weights | ky 1: … | …
struct ByteBand {
  private let problem: ByteConvolution.Problem
  /// Output rows per band, which is a unit.
  let linesPerUnit: Int
  /// Bytes of the left padding, of the input, and from one row to the next.
  private let leftByteCount: Int, inputByteCount: Int, rowByteCount: Int
  /// Bytes of a filter row's terms.
  private let segmentByteCount: Int
  private var window: Window2D { problem.window }

  /// Nil without an instruction that multiplies bytes, for pixels that need no patches, for dilated columns, and for
  /// large rows.
  init?(_ problem: ByteConvolution.Problem) {
    let window = problem.window, channels = problem.inputChannels
    guard problem.elements.input.byteCount == 1, MachineCodeSupport.integerProducts.isFused, SignFlip.isAvailable,
      window.dilationX == 1, !problem.readsPixels || !problem.isWhole, channels > 0, problem.pixelCount > 0,
      problem.outputChannels > 0, problem.outputStride < 1 << 20
    else { return nil }
    self.problem = problem
    // Panels of 16 columns read two groups of terms at a time.
    let byteCount = saturatingProduct(window.filterWidth, channels, 1)
    let grain = byteCount > 8 && (problem.product.columns & 16) > 0 ? 8 : 4
    segmentByteCount = (byteCount + grain - 1) / grain * grain
    (leftByteCount, inputByteCount) = (window.paddingLeft * channels, window.inputWidth * channels)
    let reach = saturatingProduct(window.outputWidth - 1, window.strideX, channels)
    let rows = saturatingProduct(window.filterHeight - 1, window.dilationY, 1)
    let pixel = saturatingProduct(window.strideX, channels, 1)
    guard segmentByteCount < 1 << 14, segmentByteCount * window.filterHeight <= 1 << 14,
      max(pixel, reach, inputByteCount, leftByteCount) < 1 << 18,
      max(rows, window.strideY, window.dilationY) < 1 << 10
    else { return nil }
    rowByteCount = (max(reach + segmentByteCount, leftByteCount + inputByteCount) + 63) / 64 * 64
    // Lines for a few tiles, and at least four if possible, so that bands share few input rows.
    var lines = min(
      window.outputHeight, max((23 + window.outputWidth) / window.outputWidth, min(4, window.outputHeight / 8)))
    if problem.batch > 1 { while !window.outputHeight.isMultiple(of: lines) { lines -= 1 } }
    linesPerUnit = lines
    // With short lines, few rows amortize weights from beyond the L1 cache.
    let weightCount = saturatingProduct(problem.outputChannels, product.depth, 1)
    let hasFewWeights = !problem.readsPixels && problem.batch == 1 && weightCount < 1 << 18
    guard window.outputWidth >= 12 || hasFewWeights else { return nil }
  }

  var pixelsPerUnit: Int { linesPerUnit * window.outputWidth }
  private var unitsPerPicture: Int { (window.outputHeight + linesPerUnit - 1) / linesPerUnit }
  var unitCount: Int { problem.batch * unitsPerPicture }
  var byteCount: Int {
    ((linesPerUnit - 1) * window.strideY + (window.filterHeight - 1) * window.dilationY + 1) * rowByteCount
  }

  var product: ByteMatrixMultiply.Problem {
    let product = problem.product
    return ByteMatrixMultiply.Problem(
      rows: window.outputWidth, columns: product.columns, depth: window.filterHeight * segmentByteCount,
      outputStride: product.outputStride, problem.elements)
  }

  /// Where the product's code finds its rows.
  var segments: TermSegments {
    TermSegments(
      count: window.filterHeight, byteCount: window.dilationY * rowByteCount,
      rowByteCount: window.strideX * problem.inputChannels)
  }

  /// The picture and the lines of a unit.
  func lines(_ unit: Int) -> (picture: Int, lines: Range<Int>) {
    let (picture, part) = unit.quotientAndRemainder(dividingBy: unitsPerPicture)
    let first = part * linesPerUnit
    return (picture, first..<min(first + linesPerUnit, window.outputHeight))
  }

  /// Bytes from the band's start to a line's first row.
  func offset(ofLine line: Int) -> Int { line * window.strideY * rowByteCount }

  /// Lists the calls that write a unit's band. `offsets`: each picture's zero point, stored after its scale.
  func forEachFill(
    _ unit: Int, from input: UnsafeRawPointer, offsets: UnsafePointer<Float>?, to band: UnsafeMutableRawPointer,
    _ body: (KernelCall) -> Void
  ) {
    let (picture, lines) = lines(unit)
    let zeroPoint = offsets.map { $0 + (2 * picture + 1) }
    var zero: UInt8 = 0, isSigned = false
    if case .bytes(let bytes) = problem.elements {
      isSigned = bytes.input.isSigned
      zero = UInt8(truncatingIfNeeded: bytes.input.zeroPoint) ^ (isSigned ? 0x80 : 0)
    }
    func fill(_ count: Int, _ target: UnsafeMutableRawPointer) {
      guard count > 0 else { return }
      body(zeroPoint.map { .fill(count, withIntegerOf: $0, at: target) } ?? .fill(count, with: zero, at: target))
    }
    let pixels = input + picture * window.inputHeight * inputByteCount
    let first = window.firstRow(lines.lowerBound)
    let end = window.firstRow(lines.upperBound - 1) + (window.filterHeight - 1) * window.dilationY + 1
    for row in first..<end {
      // Rows that no tap reads.
      if window.dilationY == 1, (row - first) % window.strideY >= window.filterHeight { continue }
      let target = band + (row - first) * rowByteCount
      guard row >= 0, row < window.inputHeight else {
        fill(rowByteCount, target)
        continue
      }
      fill(leftByteCount, target)
      let source = pixels + row * inputByteCount, bytes = target + leftByteCount
      let flipped = isSigned ? SignFlip.call(inputByteCount, from: source, to: bytes) : nil
      body(flipped ?? .copy(bytes: inputByteCount, from: source, to: bytes))
      fill(rowByteCount - leftByteCount - inputByteCount, bytes + inputByteCount)
    }
  }

  /// At most how many calls write a unit's band.
  var maxFillCount: Int { byteCount / rowByteCount * 3 }
}

/// Multiplies bands by the filter, one output row (line) at a time:
///
///     input ──fill──▶ band ──product──▶ line with padded columns ──copy──▶ output
///
/// Without padded columns, the product writes the output itself.
final class BandByteConvolution: EmittedKernel {
  private let problem: ByteConvolution.Problem
  private let band: ByteBand
  private let product: MachineByteMatrixMultiply

  /// Nil if there is no band, or no code for it.
  init?(_ problem: ByteConvolution.Problem, _ weights: ByteMatrixMultiply.Weights, _ code: CodeAllocator) {
    guard let band = ByteBand(problem) else { return nil }
    let padded = weights.padded(depth: problem.depth, segments: problem.window.filterHeight, to: band.product)
    guard let product = MachineByteMatrixMultiply(band.product, padded, code, band: band.segments) else { return nil }
    (self.problem, self.band, self.product) = (problem, band, product)
  }

  var unitCount: Int { band.unitCount }
  var elementsPerUnit: Int? { band.pixelsPerUnit * problem.outputChannels }
  var memory: [any KernelMemory] { product.memory }
  var scratchCount: Int { bandCount + (problem.isWhole ? 0 : lineByteCount / 4 + problem.product.columns) }

  private var bandCount: Int { (band.byteCount + 63) / 64 * 16 }
  private var lineByteCount: Int { problem.window.outputWidth * problem.outputByteCount }

  func maxCallCount(_ units: Range<Int>) -> Int { units.count * (2 * band.linesPerUnit + band.maxFillCount) }

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    for unit in units { forEachCall(unit, operands, body) }
  }

  private func forEachCall(_ unit: Int, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    let rows = UnsafeMutableRawPointer(operands.scratch)
    let line = UnsafeMutableRawPointer(operands.scratch + bandCount)
    let width = problem.window.outputWidth
    let (picture, lines) = band.lines(unit)
    let (input, offsets) = (operands.inputBytes(0), problem.hasOffsets ? operands.input(1) : nil)
    band.forEachFill(unit, from: input, offsets: offsets, to: rows, body)
    for y in lines {
      let pixel = (picture * problem.window.outputHeight + y) * width
      let output = operands.outputBytes() + pixel * problem.product.outputStride * problem.elements.output.byteCount
      body(
        product.emittedCall(
          ByteProductRows(
            count: width, input: rows + band.offset(ofLine: y - lines.lowerBound),
            scales: problem.elements.scales(operands, row: pixel), output: problem.isWhole ? output : line),
          operands.scratch))
      if !problem.isWhole { body(KernelCall.copy(bytes: lineByteCount, from: line, to: output)) }
    }
  }
}
