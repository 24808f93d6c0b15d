/// The input rows under one output row of a convolution, as 14-bit signed integers with one scale, and their layout in
/// scratch.
///
///     scratch:  | largest magnitudes ×8 | scale ×4 | inverse ×4 | row ky = 0 | row ky = 1 | …
///     row:      | zeros left | q of an input row | zeros right |
///
/// Rows outside the picture are zeros. Scale and values are as in ``Int16Row``.
package struct Int16Band: Sendable {
  let problem: Convolution.Problem
  let output: Int16MatrixMultiply.Problem.Values
  package var window: Window2D { problem.window }

  package init(_ problem: Int16Convolution.Problem) { (self.problem, output) = (problem.convolution, problem.output) }

  package var outputStride: Int { window.outputWidth * product.outputStride }

  /// Bytes before the rows.
  package static let headerByteCount = Int16Row.statusByteCount + Int16Row.scaleByteCount
  /// Bytes that a conversion stores at a time.
  private static let vectorByteCount = 32

  package var rowLength: Int { window.inputWidth * problem.inputChannels }
  /// Filter rows: the terms of each are contiguous.
  package var segmentCount: Int { window.filterHeight }
  /// Terms of a filter row.
  var segmentLength: Int { window.filterWidth * problem.inputChannels }
  /// Rounded up to pairs; the last pair may reach into the next pixel, with a weight of zero.
  package var pairsPerSegment: Int { (segmentLength + 1) / 2 }

  /// Bytes of the left padding.
  package var leftByteCount: Int { window.paddingLeft * problem.inputChannels * 2 }
  /// Byte offset of the right padding, and the end of what windows read.
  var rightOffset: Int { leftByteCount + rowLength * 2 }
  var rightByteCount: Int {
    let reach = ((window.outputWidth - 1) * window.strideX * problem.inputChannels + pairsPerSegment * 2) * 2
    return max(reach - rightOffset, 0)
  }
  /// Bytes between rows, with room for whole vectors.
  package var rowByteCount: Int {
    (rightOffset + rightByteCount + 2 * Self.vectorByteCount - 1) / Self.vectorByteCount * Self.vectorByteCount
  }
  /// Bytes between the windows of neighboring output pixels.
  package var pixelByteCount: Int { window.strideX * problem.inputChannels * 2 }

  /// Offsets of the vectors of zeros to store before and after a row's values.
  package var zerosBefore: StrideTo<Int> { stride(from: 0, to: leftByteCount, by: Self.vectorByteCount) }
  package var zerosAfter: StrideTo<Int> {
    stride(from: rightOffset, to: rightOffset + rightByteCount, by: Self.vectorByteCount)
  }

  package var scratchCount: Int { (Self.headerByteCount + segmentCount * rowByteCount) / 4 }

  /// The product, with filter rows padded to whole pairs.
  package var product: Int16MatrixMultiply.Problem {
    Int16MatrixMultiply.Problem(
      MatrixMultiply.Problem(
        rows: window.outputWidth, columns: problem.outputChannels, depth: segmentCount * pairsPerSegment * 2),
      output: output)
  }

  /// An output row's taps inside the picture, and the input under the first of them.
  package func place(_ unit: Int, _ input: UnsafePointer<Float>) -> (taps: Range<Int>, input: UnsafePointer<Float>) {
    let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
    let taps = window.rowTaps(y)
    return (taps, input + (picture * window.inputHeight + window.firstRow(y) + taps.lowerBound) * rowLength)
  }

  /// Copies the input under one window, with zeros outside.
  func copyWindow(_ unit: Int, _ x: Int, _ input: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>) {
    let (taps, rows) = place(unit, input)
    for ky in 0..<segmentCount {
      for term in 0..<pairsPerSegment * 2 {
        let (kx, channel) = term.quotientAndRemainder(dividingBy: problem.inputChannels)
        let column = window.firstColumn(x) + kx
        let isInside = kx < window.filterWidth && column >= 0 && column < window.inputWidth && taps.contains(ky)
        target[ky * pairsPerSegment * 2 + term] =
          isInside ? rows[(ky - taps.lowerBound) * rowLength + column * problem.inputChannels + channel] : 0
      }
    }
  }
}

/// A kernel whose unit is an output row, computed from its band.
package protocol Int16BandKernel: UnitKernel {
  var band: Int16Band { get }
}

extension Int16BandKernel {
  package var unitCount: Int { band.problem.batch * band.window.outputHeight }
  package var elementsPerUnit: Int? { band.output == .floats ? elementsPerGroup : nil }
  package var elementsPerGroup: Int { band.window.outputWidth * band.problem.outputChannels }
}

extension Int16Panels {
  /// Computes an output row in float32.
  func runUnconverted(_ unit: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
    guard let band else { return }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: band.product.product.depth) { window in
      guard let terms = window.baseAddress else { return }
      for x in 0..<band.problem.window.outputWidth {
        band.copyWindow(unit, x, input, to: terms)
        runUnconverted(row: terms, addend: nil, output: output + x * band.product.outputStride)
      }
    }
  }
}
