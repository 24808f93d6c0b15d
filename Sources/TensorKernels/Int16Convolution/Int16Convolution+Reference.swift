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
      guard let scale = band.convert(unit, operands.input(0), to: operands.scratch) else {
        panels.runUnconverted(band, unit, operands.input(0), output)
        continue
      }
      let rows = UnsafeRawPointer(operands.scratch)
      panels.forEachVector { column, scales, weights, stride in
        let scales = Vector8(low: scales.low * scale, high: scales.high * scale)
        for x in 0..<window.outputWidth {
          let sums = SIMD8<Float>(sums(rows + x * band.pixelByteCount, weights, stride))
          withUnsafePointer(to: Vector8(low: sums.lowHalf, high: sums.highHalf)) { sums in
            panels.store(sums, of: x..<x + 1, scale: scales, column, nil, output)
          }
        }
      }
    }
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
