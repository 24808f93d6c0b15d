/// Plain loops that define ``Int16Convolution``: those of ``Int16MatrixMultiply`` for each window, with the band's
/// scale.
final class ReferenceInt16Convolution: Int16BandKernel {
  let band: Int16Band
  private let product: ReferenceInt16MatrixMultiply

  init(_ problem: Int16Convolution.Problem, _ weights: Int16Convolution.Weights) {
    band = Int16Band(problem)
    product = ReferenceInt16MatrixMultiply(band.product, weights.panels)
  }

  var scratchCount: Int { band.product.product.depth }
  var memory: [any KernelMemory] { product.memory }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    for unit in units {
      let (taps, rows) = band.place(unit, operands.input(0))
      let scales = ReferenceInt16MatrixMultiply.scales(rows, count: taps.count * band.rowLength)
      for x in 0..<band.window.outputWidth {
        band.copyWindow(unit, x, operands.input(0), to: operands.scratch)
        product.run(
          row: operands.scratch, scales, addend: nil,
          output: operands.output() + unit * band.outputStride + x * band.product.outputStride)
      }
    }
  }
}
