/// 2×2 output pixels × eight channels at a time.
///
/// Input rows are read in pairs, interleaved once for both output rows and some output columns; weights are zero where
/// a pair reaches beyond a window. With odd window heights and stride 1, no product is wasted. Rows and columns outside
/// the picture are zeros; pairs of rows outside are omitted.
///
///     strip, of eight channels and a pair of rows:   | c0 c0' c1 c1' … c7 c7' of column 0 | column 1 | …
final class SIMDInt16Depthwise: DepthwiseConvolutionKernel, DepthwiseRowKernel {
  let problem: DepthwiseConvolution.Problem
  /// For each eight channels, pair of rows and window column: ``Int16Pairs`` of the upper and the lower pixel.
  private let filter: AlignedBuffer
  private let scales: AlignedBuffer, bias: AlignedBuffer
  private let zeros: AlignedBuffer
  private let pairCount: Int
  private let columnsPerStep: Int, columnsPerStrip: Int

  @inline(__always) private static var pairByteCount: Int { 32 }

  init(_ problem: DepthwiseConvolution.Problem, _ weights: Int16DepthwiseWeights) {
    self.problem = problem
    (scales, bias) = (weights.scales, weights.bias)
    let (window, channels) = (problem.window, problem.channels)
    pairCount = (window.strideY + window.filterHeight + 1) / 2
    columnsPerStep = Self.columnsPerStep(window, pairCount: pairCount)
    columnsPerStrip = (columnsPerStep - 1) * window.strideX + window.filterWidth
    zeros = AlignedBuffer(zeros: window.inputWidth * channels / 2)
    filter = AlignedBuffer(zeros: channels * window.filterWidth * pairCount * 2)
    let target = UnsafeMutableRawPointer(filter.pointer).assumingMemoryBound(to: Int16.self)
    for (index, value) in weights.filter.values.enumerated() {
      let (channel, tap) = index.quotientAndRemainder(dividingBy: problem.tapCount)
      let (ky, kx) = tap.quotientAndRemainder(dividingBy: window.filterWidth)
      for pixel in 0..<2 {
        let row = pixel * window.strideY + ky
        let pair = ((channel / 8 * pairCount + row / 2) * window.filterWidth + kx) * 2 + pixel
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
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: pairCount * 2) { table in
      guard let lines = table.baseAddress else { return }
      withStrips { strips in
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsPerCall) {
          let (last, first) = (min(y + 2, rows.upperBound) - 1, window.firstRow(y))
          let end = min(window.firstRow(last) + window.filterHeight, window.inputHeight)
          let endOfPairs = max(end - first + 1, 0) / 2
          let pairs = min(max(-first, 0) / 2, endOfPairs)..<endOfPairs
          for place in 2 * pairs.lowerBound..<2 * pairs.upperBound {
            let row = first + place
            (lines + place).initialize(
              to: UnsafeRawPointer(row >= 0 && row < end ? input[row] : UnsafePointer(zeros.pointer)))
          }
          let byteCount = window.outputWidth * problem.channels * 2
          compute(
            pairs, UnsafePointer(lines), strips,
            to: UnsafeMutableRawPointer(output) + (y - rows.lowerBound) * byteCount,
            lower: last > y ? byteCount : nil)
        }
      }
    }
  }

  /// Calls `body` with memory for strips, on the stack unless windows are unusually large.
  private func withStrips(_ body: (UnsafeMutableRawPointer) -> Void) {
    let byteCount = columnsPerStrip * pairCount * Self.pairByteCount
    if byteCount <= MemoryLayout<Strips>.size {
      var strips = Strips()
      withUnsafeMutableBytes(of: &strips) { if let start = $0.baseAddress { body(start) } }
    } else {
      withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) {
        if let start = $0.baseAddress { body(start) }
      }
    }
  }

  /// Four kilobytes.
  private struct Strips {
    private struct Twice<Half> { var halves: (Half, Half) }
    private typealias Kilobyte = Twice<Twice<Twice<SIMD64<Int16>>>>
    private var all: Twice<Twice<Kilobyte>>

    init() {
      func twice<Half>(_ half: Half) -> Twice<Half> { Twice(halves: (half, half)) }
      all = twice(twice(twice(twice(twice(SIMD64())))))
    }
  }

  /// Output columns that share strips: an even number, at least two.
  private static func columnsPerStep(_ window: Window2D, pairCount: Int) -> Int {
    let columns = MemoryLayout<Strips>.size / (pairCount * pairByteCount)
    let most = max((columns - window.filterWidth) / window.strideX + 1, 2) / 2 * 2
    let steps = max((window.outputWidth + most - 1) / most, 1)
    return ((window.outputWidth + steps - 1) / steps + 1) / 2 * 2
  }

  /// Computes an output row, and the next one, which is `lower` bytes later, if it is not nil.
  ///
  /// - Parameters:
  ///   - pairs: the pairs of rows that are not outside; `lines` are all rows.
  private func compute(
    _ pairs: Range<Int>, _ lines: UnsafePointer<UnsafeRawPointer>, _ strips: UnsafeMutableRawPointer,
    to output: UnsafeMutableRawPointer, lower: Int?
  ) {
    let (window, channels) = (window, problem.channels)
    let (rowByteCount, step, columns) = (channels &* 2, columnsPerStep, columnsPerStrip)
    let stripByteCount = columns &* Self.pairByteCount
    var first = 0
    while first < window.outputWidth {
      let end = min(first &+ step, window.outputWidth)
      let column = window.firstColumn(first)
      let left = min(max(-column, 0), columns), right = min(max(window.inputWidth &- column, left), columns)
      var weights = UnsafeRawPointer(filter.pointer)
      clear(strips, left: left, right: right, columns, pairs.count)
      var channel = 0
      while channel < channels {
        var strip = strips + left &* Self.pairByteCount
        for pair in pairs {
          let place = (column &+ left) &* rowByteCount &+ channel &* 2
          fill(strip, lines[2 &* pair] + place, lines[2 &* pair &+ 1] + place, rowByteCount, right &- left)
          strip += stripByteCount
        }
        let scale = Vector8(loading: scales.pointer + channel), bias = Vector8(loading: bias.pointer + channel)
        @inline(__always)
        func store(_ sums: Int16Sums, _ target: UnsafeMutableRawPointer) {
          let integers = BoundedInt16.terms.integers(sums.floats, times: scale, bias)
          target.storeBytes(of: integers, as: SIMD8<Int16>.self)
        }
        let start = weights + pairs.lowerBound &* window.filterWidth &* 2 &* Self.pairByteCount
        var (target, source) = (output + (first &* rowByteCount &+ channel &* 2), UnsafeRawPointer(strips))
        var left = end &- first
        while left > 0 {
          let sums = sums(source, stripByteCount, pairs.count, start)
          store(sums.left.upper, target)
          if let lower { store(sums.left.lower, target + lower) }
          if left > 1 {
            store(sums.right.upper, target + rowByteCount)
            if let lower { store(sums.right.lower, target + (rowByteCount &+ lower)) }
          }
          left &-= 2
          target += 2 &* rowByteCount
          source += 2 &* window.strideX &* Self.pairByteCount
        }
        weights += window.filterWidth &* pairCount &* 2 &* Self.pairByteCount
        channel &+= 8
      }
      first &+= step
    }
  }

  /// Sets the columns outside the picture to zero, before `left` and from `right` on.
  private func clear(_ strips: UnsafeMutableRawPointer, left: Int, right: Int, _ columns: Int, _ count: Int) {
    var strip = strips
    for _ in 0..<count {
      strip.initializeMemory(as: UInt8.self, repeating: 0, count: left &* Self.pairByteCount)
      (strip + right &* Self.pairByteCount).initializeMemory(
        as: UInt8.self, repeating: 0, count: (columns &- right) &* Self.pairByteCount)
      strip += columns &* Self.pairByteCount
    }
  }

  /// Interleaves some columns of two rows.
  @inline(__always)
  private func fill(
    _ strip: UnsafeMutableRawPointer, _ even: UnsafeRawPointer, _ odd: UnsafeRawPointer, _ rowByteCount: Int,
    _ count: Int
  ) {
    var (strip, even, odd) = (strip, even, odd)
    for _ in 0..<count {
      let (first, second) = (
        even.loadUnaligned(as: SIMD8<Int16>.self), odd.loadUnaligned(as: SIMD8<Int16>.self)
      )
      var (low, high) = (SIMD8<Int16>(), SIMD8<Int16>())
      (low.evenHalf, low.oddHalf) = (first.lowHalf, second.lowHalf)
      (high.evenHalf, high.oddHalf) = (first.highHalf, second.highHalf)
      strip.storeBytes(of: low, as: SIMD8<Int16>.self)
      strip.storeBytes(of: high, toByteOffset: 16, as: SIMD8<Int16>.self)
      strip += Self.pairByteCount
      even += rowByteCount
      odd += rowByteCount
    }
  }

  private typealias Rows = (upper: Int16Sums, lower: Int16Sums)

  /// The sums of two neighboring pixels of both output rows.
  @inline(__always)
  private func sums(
    _ source: UnsafeRawPointer, _ stripByteCount: Int, _ pairCount: Int, _ weights: UnsafeRawPointer
  ) -> (left: Rows, right: Rows) {
    let width = window.filterWidth, distance = window.strideX &* Self.pairByteCount
    var (strip, weights) = (source, weights)
    var (left, right) = ((upper: Int16Sums(), lower: Int16Sums()), (upper: Int16Sums(), lower: Int16Sums()))
    /// One vector of weights at a time: more do not fit in sixteen registers.
    @inline(__always)
    func add(_ first: Int16Pairs, _ second: Int16Pairs) {
      let upperLow = weights.loadUnaligned(as: SIMD8<Int16>.self)
      left.upper.addLow(first.low, times: upperLow)
      right.upper.addLow(second.low, times: upperLow)
      let upperHigh = weights.loadUnaligned(fromByteOffset: 16, as: SIMD8<Int16>.self)
      left.upper.addHigh(first.high, times: upperHigh)
      right.upper.addHigh(second.high, times: upperHigh)
      let lowerLow = weights.loadUnaligned(fromByteOffset: 32, as: SIMD8<Int16>.self)
      left.lower.addLow(first.low, times: lowerLow)
      right.lower.addLow(second.low, times: lowerLow)
      let lowerHigh = weights.loadUnaligned(fromByteOffset: 48, as: SIMD8<Int16>.self)
      left.lower.addHigh(first.high, times: lowerHigh)
      right.lower.addHigh(second.high, times: lowerHigh)
      weights += 2 &* Self.pairByteCount
    }
    for _ in 0..<pairCount {
      var (place, taps) = (strip, width)
      if distance == Self.pairByteCount {
        var first = Int16Pairs(loading: place)
        while taps > 0 {
          place += Self.pairByteCount
          let second = Int16Pairs(loading: place)
          add(first, second)
          first = second
          taps &-= 1
        }
      } else {
        while taps > 0 {
          add(Int16Pairs(loading: place), Int16Pairs(loading: place + distance))
          place += Self.pairByteCount
          taps &-= 1
        }
      }
      strip += stripByteCount
    }
    return (left, right)
  }
}
