/// 2×2 output pixels × eight channels at a time.
///
/// Input rows are read in pairs, interleaved once for both output rows; weights are zero where a pair reaches beyond a
/// window. With odd window heights and stride 1, no product is wasted. Rows and columns outside the picture are zeros.
final class SIMDInt16Depthwise: DepthwiseConvolutionKernel, DepthwiseRowKernel {
  let problem: DepthwiseConvolution.Problem
  /// For each eight channels, window column and pair of rows: ``Int16Pairs`` of the upper and the lower pixel.
  private let filter: AlignedBuffer
  private let scales: AlignedBuffer, bias: AlignedBuffer
  private let zeros: AlignedBuffer
  private let pairCount: Int

  @inline(__always) private static var pairByteCount: Int { 32 }

  init(_ problem: DepthwiseConvolution.Problem, _ weights: Int16DepthwiseWeights) {
    self.problem = problem
    (scales, bias) = (weights.scales, weights.bias)
    let (window, channels) = (problem.window, problem.channels)
    pairCount = (window.strideY + window.filterHeight + 1) / 2
    zeros = AlignedBuffer(zeros: window.inputWidth * channels / 2)
    filter = AlignedBuffer(zeros: channels * window.filterWidth * pairCount * 2)
    let target = UnsafeMutableRawPointer(filter.pointer).assumingMemoryBound(to: Int16.self)
    for (index, value) in weights.filter.values.enumerated() {
      let (channel, tap) = index.quotientAndRemainder(dividingBy: problem.tapCount)
      let (ky, kx) = tap.quotientAndRemainder(dividingBy: window.filterWidth)
      for pixel in 0..<2 {
        let row = pixel * window.strideY + ky
        let pair = ((channel / 8 * window.filterWidth + kx) * pairCount + row / 2) * 2 + pixel
        target[pair * Self.pairByteCount / 2 + channel % 8 * 2 + row % 2] = value
      }
    }
  }

  private var window: Window2D { problem.window }
  var rowsPerCall: Int { 2 }
  private var unitsPerPicture: Int { (window.outputHeight + rowsPerCall - 1) / rowsPerCall }
  var unitCount: Int { problem.batch * unitsPerPicture }
  var memory: [any KernelMemory] { [filter, scales, bias, zeros] }
  var heldByteCount: Int { zeros.byteCount }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    // A float holds two integers.
    let inputStride = window.inputWidth * problem.channels / 2, outputStride = window.outputWidth * problem.channels / 2
    for unit in units {
      let (picture, index) = unit.quotientAndRemainder(dividingBy: unitsPerPicture)
      let y = index * rowsPerCall
      run(
        rows: y..<min(y + rowsPerCall, window.outputHeight),
        input: PictureRows(
          start: operands.input(0) + picture * window.inputHeight * inputStride, rowStride: inputStride),
        output: operands.output() + (picture * window.outputHeight + y) * outputStride)
    }
  }

  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: pairCount * 4) { table in
      guard let lines = table.baseAddress else { return }
      let zeros = UnsafeRawPointer(zeros.pointer)
      (lines + pairCount * 2).initialize(repeating: zeros, count: pairCount * 2)
      for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
        let last = min(y + 2, rows.upperBound) - 1
        let end = min(window.firstRow(last) + window.filterHeight, window.inputHeight)
        for place in 0..<pairCount * 2 {
          let row = window.firstRow(y) + place
          (lines + place).initialize(to: row >= 0 && row < end ? UnsafeRawPointer(input[row]) : zeros)
        }
        let byteCount = window.outputWidth * problem.channels * 2
        compute(
          UnsafePointer(lines), to: UnsafeMutableRawPointer(output) + (y - rows.lowerBound) * byteCount,
          lower: last > y ? byteCount : nil)
      }
    }
  }

  /// Computes an output row, and the next one, which is `lower` bytes later, if it is not nil.
  ///
  /// - Parameter lines: the input rows, followed by as many rows of zeros.
  private func compute(_ lines: UnsafePointer<UnsafeRawPointer>, to output: UnsafeMutableRawPointer, lower: Int?) {
    let (window, channels, pairCount) = (window, problem.channels, pairCount)
    for x in stride(from: 0, to: window.outputWidth, by: 2) {
      var weights = UnsafeRawPointer(filter.pointer)
      for channel in stride(from: 0, to: channels, by: 8) {
        var (left, right) = ((upper: Int16Sums(), lower: Int16Sums()), (upper: Int16Sums(), lower: Int16Sums()))
        for kx in 0..<window.filterWidth {
          /// The rows to read a column from, and its place in them.
          @inline(__always)
          func column(_ x: Int) -> (lines: UnsafePointer<UnsafeRawPointer>, place: Int) {
            let column = window.firstColumn(x) &+ kx
            let isInside = column >= 0 && column < window.inputWidth
            return isInside ? (lines, (column &* channels &+ channel) &* 2) : (lines + 2 &* pairCount, 0)
          }
          let (first, second) = (column(x), column(x &+ 1))
          for pair in 0..<pairCount {
            let upper = Int16Pairs(loading: weights)
            let lower = Int16Pairs(loading: weights + Self.pairByteCount)
            @inline(__always)
            func add(
              _ column: (lines: UnsafePointer<UnsafeRawPointer>, place: Int),
              to sums: inout (upper: Int16Sums, lower: Int16Sums)
            ) {
              let even = column.lines[2 &* pair].loadUnaligned(fromByteOffset: column.place, as: SIMD8<Int16>.self)
              let odd = column.lines[2 &* pair &+ 1].loadUnaligned(fromByteOffset: column.place, as: SIMD8<Int16>.self)
              var (low, high) = (SIMD8<Int16>(), SIMD8<Int16>())
              (low.evenHalf, low.oddHalf) = (even.lowHalf, odd.lowHalf)
              (high.evenHalf, high.oddHalf) = (even.highHalf, odd.highHalf)
              sums.upper.add(low, high, times: upper)
              sums.lower.add(low, high, times: lower)
            }
            add(first, to: &left)
            add(second, to: &right)
            weights += 2 &* Self.pairByteCount
          }
        }
        var target = output + (x &* channels &+ channel) &* 2
        store(left.upper, channel, target)
        if let lower { store(left.lower, channel, target + lower) }
        guard x &+ 1 < window.outputWidth else { continue }
        target += channels &* 2
        store(right.upper, channel, target)
        if let lower { store(right.lower, channel, target + lower) }
      }
    }
  }

  @inline(__always)
  private func store(_ sums: Int16Sums, _ channel: Int, _ target: UnsafeMutableRawPointer) {
    let (scale, bias) = (Vector8(loading: scales.pointer + channel), Vector8(loading: bias.pointer + channel))
    let values = Vector8(
      low: bias.low.addingRoundedOnce(sums.floats.low, times: scale.low),
      high: bias.high.addingRoundedOnce(sums.floats.high, times: scale.high))
    target.storeBytes(of: BoundedInt16.terms.integers(values), as: SIMD8<Int16>.self)
  }
}
