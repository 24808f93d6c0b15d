import MachineCode

/// The plain loops that define ``Int16Convolution``. A unit is an output row.
final class ReferenceInt16Convolution: UnitKernel {
  private let band: Int16Band
  private let panels: Int16Panels

  init(_ problem: Int16Convolution.Problem, _ weights: Int16Convolution.Weights) {
    band = Int16Band(problem)
    panels = Int16Panels(band.product, weights.panels)
  }

  private var window: Window2D { band.problem.window }
  var unitCount: Int { band.unitCount }
  var elementsPerUnit: Int? { band.output == .floats ? band.elementsPerUnit : nil }
  var elementsPerGroup: Int { band.elementsPerUnit }
  var scratchCount: Int { band.scratchCount }
  var memory: [any KernelMemory] { panels.memory }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    for unit in units {
      let output = operands.output() + unit * band.outputStride
      guard let scale = convert(unit, operands.input(0), operands.scratch) else {
        panels.runUnconverted(band, unit, operands.input(0), output)
        continue
      }
      let rows = UnsafeRawPointer(operands.scratch)
      panels.forEachVector { column, scales, weights, stride in
        let scales = Vector8(low: scales.low * scale, high: scales.high * scale)
        for x in 0..<window.outputWidth {
          let sums = SIMD8<Float>(sums(rows + x * band.pixelByteCount, weights, stride))
          panels.store(sums, scale: scales, column, nil, output + x * band.product.outputStride)
        }
      }
    }
  }

  /// Converts the rows under an output row, without a header; nil if that is impossible.
  private func convert(
    _ unit: Int, _ input: UnsafePointer<Float>, _ scratch: UnsafeMutablePointer<Float>
  ) -> Float? {
    let (taps, source) = band.place(unit, input)
    let largest = Int16Row.largestMagnitude(source, count: taps.count * band.rowLength)
    guard Int16Row.isConverted(largest: largest) else { return nil }
    let scales = Int16Row(largest: largest)
    let count = band.segmentCount * band.rowByteCount / 2
    let values = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Int16.self)
    values.update(repeating: 0, count: count)
    for ky in taps {
      let row = source + (ky - taps.lowerBound) * band.rowLength
      let target = values + (ky * band.rowByteCount + band.leftByteCount) / 2
      for k in 0..<band.rowLength { target[k] = Int16(truncatingIfNeeded: Int16Row.rounded(row[k] * scales.inverse)) }
    }
    return scales.scale
  }

  /// The sums of eight channels for the window that begins at a place.
  private func sums(_ window: UnsafeRawPointer, _ weights: UnsafeRawPointer, _ stride: Int) -> SIMD8<Int32> {
    var (sums, weights) = (SIMD8<Int32>(), weights)
    for ky in 0..<band.segmentCount {
      let row = window + ky * band.rowByteCount
      for pair in 0..<band.pairsPerSegment {
        let both = weights.loadUnaligned(as: SIMD16<Int16>.self)
        let values = row + pair * 4
        let (even, odd) = (values.load(as: Int16.self), values.load(fromByteOffset: 2, as: Int16.self))
        sums &+= SIMD8<Int32>(truncatingIfNeeded: both.evenHalf) &* Int32(even)
        sums &+= SIMD8<Int32>(truncatingIfNeeded: both.oddHalf) &* Int32(odd)
        weights += stride
      }
    }
    return sums
  }
}

extension Int16Panels {
  /// Computes an output row in float32.
  func runUnconverted(
    _ band: Int16Band, _ unit: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: band.product.product.depth) { window in
      guard let terms = window.baseAddress else { return }
      for x in 0..<band.problem.window.outputWidth {
        band.copyWindow(unit, x, input, to: terms)
        runUnconverted(row: terms, addend: nil, output: output + x * band.product.outputStride)
      }
    }
  }
}
