import MachineCode

/// Plain loops that define ``Int16DepthwiseConvolution``, eight channels at a time.
final class ReferenceInt16Depthwise: CompiledInt16Depthwise {
  let problem: DepthwiseConvolution.Problem
  /// Tap by tap.
  private let filter: AlignedBuffer
  private let scales: AlignedBuffer, bias: AlignedBuffer

  init(_ problem: Int16DepthwiseConvolution.Problem, _ weights: Int16DepthwiseConvolution.Weights) {
    self.problem = problem.depthwise
    (scales, bias) = (weights.scales, weights.bias)
    let (channels, values) = (problem.depthwise.channels, weights.filter.values)
    filter = AlignedBuffer(zeros: values.count / 2)
    let target = UnsafeMutableRawPointer(filter.pointer).assumingMemoryBound(to: Int16.self)
    let taps = values.count / channels
    for (index, value) in values.enumerated() { target[index % taps * channels + index / taps] = value }
  }

  var rowsPerCall: Int { 1 }
  var memory: [any KernelMemory] { [filter, scales, bias] }

  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) {
    var target = UnsafeMutableRawPointer(output)
    for y in rows {
      for x in 0..<window.outputWidth {
        for channel in stride(from: 0, to: problem.channels, by: 8) {
          let sums = SIMD8<Float>(sums(y, x, channel, input))
          for lane in 0..<8 {
            let value = bias.pointer[channel + lane].addingProduct(sums[lane], scales.pointer[channel + lane])
            target.storeBytes(of: BoundedInt16.terms.integer(value), as: Int16.self)
            target += 2
          }
        }
      }
    }
  }

  private func sums(_ y: Int, _ x: Int, _ channel: Int, _ input: PictureRows) -> SIMD8<Int32> {
    func integers(_ start: UnsafePointer<Float>, _ index: Int) -> SIMD8<Int32> {
      SIMD8<Int32>(
        truncatingIfNeeded: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index * 2, as: SIMD8<Int16>.self))
    }
    var sums = SIMD8<Int32>()
    for ky in window.rowTaps(y) {
      let row = input[window.firstRow(y) + ky]
      for kx in window.columnTaps(x) {
        let weights = integers(filter.pointer, (ky * window.filterWidth + kx) * problem.channels + channel)
        sums &+= integers(row, (window.firstColumn(x) + kx) * problem.channels + channel) &* weights
      }
    }
    return sums
  }
}
