import MachineCode

/// Pixels × eight channels in compiled code, four pixels side by side at a time. A unit is an output row.
final class SIMDInt16Convolution: UnitKernel {
  private let band: Int16Band
  private let panels: Int16Panels

  init(_ problem: Int16Convolution.Problem, _ weights: Int16Convolution.Weights) {
    band = Int16Band(problem)
    panels = Int16Panels(band.product, weights.panels)
  }

  var unitCount: Int { band.unitCount }
  var elementsPerUnit: Int? { band.output == .floats ? band.elementsPerUnit : nil }
  var elementsPerGroup: Int { band.elementsPerUnit }
  /// Where fewer than four pixels are left, what is behind them is read.
  var scratchCount: Int { band.scratchCount + 3 * (band.pixelByteCount + 3) / 4 }
  var memory: [any KernelMemory] { panels.memory }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let (width, pairCount) = (band.problem.window.outputWidth, band.pairsPerSegment)
    let (pixelByteCount, rowByteCount) = (band.pixelByteCount, band.rowByteCount)
    for unit in units {
      let output = operands.output() + unit * band.outputStride
      guard let scale = band.convert(unit, operands.input(0), to: operands.scratch) else {
        panels.runUnconverted(band, unit, operands.input(0), output)
        continue
      }
      let rows = UnsafeRawPointer(operands.scratch)
      panels.forEachVector { column, scales, weights, stride in
        let scales = Vector8(low: scales.low * scale, high: scales.high * scale)
        Int16Tile.forEach(of: width) { pixels, sums in
          Int16Tile.sums(
            rows + pixels.lowerBound &* pixelByteCount, rowByteCount: pixelByteCount, pairByteCount: 4,
            pairCount: pairCount, segmentCount: band.segmentCount, segmentByteCount: rowByteCount, weights, stride,
            to: sums)
          panels.store(sums, of: pixels, scale: scales, column, nil, output)
        }
      }
    }
  }
}
