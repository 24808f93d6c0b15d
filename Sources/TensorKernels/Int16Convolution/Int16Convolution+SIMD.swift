/// Four adjacent pixels × eight channels at a time.
final class SIMDInt16Convolution: Int16BandKernel {
  let band: Int16Band
  private let panels: Int16Panels

  init(_ problem: Int16Convolution.Problem, _ weights: Int16Convolution.Weights) {
    band = Int16Band(problem)
    panels = Int16Panels(band.product, weights.panels, band: band)
  }

  /// If fewer than four pixels are left, what follows them is read.
  var scratchCount: Int { band.scratchCount + 3 * (band.pixelByteCount + 3) / 4 }
  var memory: [any KernelMemory] { panels.memory }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let (width, pairCount) = (band.window.outputWidth, band.pairsPerSegment)
    let (pixelByteCount, rowByteCount, segmentCount) = (band.pixelByteCount, band.rowByteCount, band.segmentCount)
    for unit in units {
      let output = operands.output() + unit * band.outputStride
      guard let scale = convert(unit, operands.input(0), to: operands.scratch) else {
        panels.runUnconverted(unit, operands.input(0), output)
        continue
      }
      let rows = UnsafeRawPointer(operands.scratch)
      panels.forEachVector { column, scales, weights, stride in
        let finish = panels.finish(column, scales)
        for x in Swift.stride(from: 0, to: width, by: Int16Tile.height) {
          let tile = Int16Tile(
            rows + x &* pixelByteCount, rowByteCount: pixelByteCount, pairByteCount: 4, pairCount: pairCount,
            segmentCount: segmentCount, segmentByteCount: rowByteCount, weights, stride)
          panels.store(
            tile, of: min(width &- x, Int16Tile.height), finish, scale: scale, nil,
            output + x &* band.product.outputStride)
        }
      }
    }
  }

  /// Converts the rows under an output row, without a header; nil if that is impossible.
  private func convert(_ unit: Int, _ input: UnsafePointer<Float>, to scratch: UnsafeMutablePointer<Float>) -> Float? {
    let (taps, source) = band.place(unit, input)
    let largest = Int16Row.largestMagnitude(source, count: taps.count * band.rowLength)
    guard Int16Row.isConverted(largest: largest) else { return nil }
    let scales = Int16Row(largest: largest)
    let values = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Int16.self)
    values.update(repeating: 0, count: band.segmentCount * band.rowByteCount / 2)
    for ky in taps {
      let row = source + (ky - taps.lowerBound) * band.rowLength
      let target = values + (ky * band.rowByteCount + band.leftByteCount) / 2
      // Rows have room for whole vectors.
      for k in stride(from: 0, to: band.rowLength, by: 8) {
        UnsafeMutableRawPointer(target + k).storeBytes(
          of: scales.converted(row + k, count: band.rowLength - k), as: SIMD8<Int16>.self)
      }
    }
    return scales.scale
  }
}
