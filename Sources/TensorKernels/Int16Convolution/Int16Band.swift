import MachineCode

/// The rows of a picture under one output row of a convolution, in 13 bits and a sign with one scale, and their layout
/// in scratch.
///
///     scratch:  | largest magnitudes ×8 | scale ×4 | inverse ×4 | row ky = 0 | row ky = 1 | …
///     row:      | zeros left | q of an input row | zeros right |
///
/// The row of a tap above or below the picture is zeros. Scale and values are those of ``Int16Row``.
struct Int16Band: EmittedCode, Sendable {
  let problem: Convolution.Problem
  /// What results are.
  let output: Int16MatrixMultiply.Problem.Values
  var window: Window2D { problem.window }

  init(_ problem: Int16Convolution.Problem) { (self.problem, output) = (problem.convolution, problem.output) }

  /// Floats that an output row takes.
  var outputStride: Int { window.outputWidth * product.outputStride }

  /// Bytes before the rows.
  static let headerByteCount = Int16Row.statusByteCount + Int16Row.scaleByteCount
  /// What a conversion stores at a time.
  private static let vectorByteCount = 32

  /// Values of an input row.
  var rowLength: Int { window.inputWidth * problem.inputChannels }
  /// Rows of the filter: the terms of each are neighbors.
  var segmentCount: Int { window.filterHeight }
  /// Terms of a row of the filter.
  var segmentLength: Int { window.filterWidth * problem.inputChannels }
  /// The same in pairs; the last one may reach into the next pixel, with a weight of zero.
  var pairsPerSegment: Int { (segmentLength + 1) / 2 }

  /// Bytes of the zeros on the left.
  var leftByteCount: Int { window.paddingLeft * problem.inputChannels * 2 }
  /// Bytes to the zeros on the right, and of those that windows reach.
  var rightOffset: Int { leftByteCount + rowLength * 2 }
  var rightByteCount: Int {
    let reach = ((window.outputWidth - 1) * window.strideX * problem.inputChannels + pairsPerSegment * 2) * 2
    return max(reach - rightOffset, 0)
  }
  /// Bytes from one row to the next; whole vectors fit.
  var rowByteCount: Int {
    (rightOffset + rightByteCount + 2 * Self.vectorByteCount - 1) / Self.vectorByteCount * Self.vectorByteCount
  }
  /// Bytes from a pixel of the output to the next.
  var pixelByteCount: Int { window.strideX * problem.inputChannels * 2 }

  /// Where vectors of zeros go in a row, before and after its values are stored.
  var zerosBefore: StrideTo<Int> { stride(from: 0, to: leftByteCount, by: Self.vectorByteCount) }
  var zerosAfter: StrideTo<Int> {
    stride(from: rightOffset, to: rightOffset + rightByteCount, by: Self.vectorByteCount)
  }

  /// Floats of scratch.
  var scratchCount: Int { (Self.headerByteCount + segmentCount * rowByteCount) / 4 }

  /// The filter's rows in whole pairs.
  var product: Int16MatrixMultiply.Problem {
    Int16MatrixMultiply.Problem(
      MatrixMultiply.Problem(
        rows: window.outputWidth, columns: problem.outputChannels, depth: segmentCount * pairsPerSegment * 2),
      output: output)
  }

  /// The picture of an output row, the row in it, and where the input under its first tap inside begins.
  func place(_ unit: Int, _ input: UnsafePointer<Float>) -> (taps: Range<Int>, input: UnsafePointer<Float>) {
    let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
    let taps = window.rowTaps(y)
    return (taps, input + (picture * window.inputHeight + window.firstRow(y) + taps.lowerBound) * rowLength)
  }

  /// The input under one window, as floats; zeros outside.
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

/// A kernel that computes an output row from its band: a unit.
protocol Int16BandKernel: UnitKernel {
  var band: Int16Band { get }
}

extension Int16BandKernel {
  var unitCount: Int { band.problem.batch * band.window.outputHeight }
  var elementsPerUnit: Int? { band.output == .floats ? elementsPerGroup : nil }
  var elementsPerGroup: Int { band.window.outputWidth * band.problem.outputChannels }
}

extension Int16Panels {
  /// Computes an output row over the band in float32.
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
