/// Max, average or root-mean-square (L2) pooling over NHWC pictures, of floats or of quantized bytes.
///
/// Taps outside the input are ignored.
package enum Pooling {
  package enum Operation: Sendable, Hashable {
    case maximum
    /// The sum divided by the number of taps inside the input. Bytes round to nearest, ties away from zero.
    case average
    /// The root of the sum of squares divided by the number of taps inside the input; for floats.
    case rootMeanSquare
  }

  /// The elements of input and output, with the limits of the fused activation.
  package enum Elements: Sendable, Hashable {
    case floats(lower: Float, upper: Float)
    /// Input and output have the same scale and zero point.
    case bytes(ByteRange)
  }

  package struct Problem: KernelProblem, Hashable {
    package let operation: Operation
    package let batch: Int
    package let channels: Int
    /// Its dilation is 1.
    package let window: Window2D
    package let elements: Elements

    /// Of floats without an activation if `elements` are not given.
    package init(
      operation: Operation, batch: Int, channels: Int, window: Window2D,
      _ elements: Elements = .floats(lower: -.infinity, upper: .infinity)
    ) {
      (self.operation, self.batch, self.channels) = (operation, batch, channels)
      (self.window, self.elements) = (window, elements)
    }

    package var element: NumberType {
      switch elements {
      case .floats: .float32
      case .bytes(let range): range.element
      }
    }

    package var outputShape: [Int] { [batch, window.outputHeight, window.outputWidth, channels] }

    /// Maximum taps inside the input, of all output elements.
    package var tapCount: Int {
      saturatingProduct(
        min(window.filterHeight, window.inputHeight), min(window.filterWidth, window.inputWidth), batch,
        window.outputHeight, window.outputWidth, channels)
    }

    /// Output rows of all pictures.
    package var rowCount: Int { batch * window.outputHeight }
    package var rowLength: Int { window.outputWidth * channels }
    /// Bytes of a pixel.
    package var pixelByteCount: Int { channels * element.byteCount }

    func loop(_ run: @escaping @Sendable (_ rows: Range<Int>, KernelOperands) -> Void) -> LoopKernel {
      LoopKernel(rowCount, elementsPerUnit: rowLength, run)
    }

    /// Calls `body` for each output pixel of some rows, counted over all pictures.
    @inline(__always)
    func forEachPixel(_ rows: Range<Int>, _ body: (_ pixel: Int, _ taps: Taps) -> Void) {
      for line in rows {
        let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
        let (rowTaps, firstRow) = (window.rowTaps(y), picture * window.inputHeight + window.firstRow(y))
        for x in 0..<window.outputWidth {
          body(
            line * window.outputWidth + x,
            Taps(
              rows: rowTaps, columns: window.columnTaps(x), rowLength: window.inputWidth,
              first: firstRow &* window.inputWidth &+ window.firstColumn(x)))
        }
      }
    }
  }

  /// The taps of a window that are inside the input.
  struct Taps {
    let rows: Range<Int>
    fileprivate let columns: Range<Int>, rowLength: Int
    /// The pixel of the window's first tap, which may be so far outside the input that it wraps around.
    fileprivate let first: Int

    fileprivate init(rows: Range<Int>, columns: Range<Int>, rowLength: Int, first: Int) {
      (self.rows, self.columns, self.rowLength, self.first) = (rows, columns, rowLength, first)
    }

    var count: Int { rows.count * columns.count }

    /// The input's pixels under a row of the window, counted over all pictures.
    @inline(__always)
    func pixels(_ row: Int) -> Range<Int> {
      let place = first &+ row &* rowLength
      return place &+ columns.lowerBound..<place &+ columns.upperBound
    }
  }

  /// Fastest first. A unit is an output row, counted over all pictures.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "pooling",
    kernels: [
      KernelCandidate(
        .simd, supports: { $0.channels >= 4 },
        make: { problem, _, _ in
          guard case .floats(let lower, let upper) = problem.elements else { return nil }
          return problem.loop { runSIMD(problem, (lower, upper), $0, $1.input(0), $1.output()) }
        })
    ] + vectorsOfBytes + [
      KernelCandidate(
        .reference, elements: [.float32, .int8, .uint8],
        make: { problem, _, _ in
          switch problem.elements {
          case .floats(let lower, let upper):
            problem.loop { runReference(problem, (lower, upper), $0, $1.input(0), $1.output()) }
          case .bytes(let range): problem.loop { runReference(problem, range, $0, $1.inputBytes(0), $1.outputBytes()) }
          }
        })
    ])

  private static func runReference(
    _ problem: Problem, _ limits: (lower: Float, upper: Float), _ rows: Range<Int>, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    let channels = problem.channels
    problem.forEachPixel(rows) { pixel, taps in
      for c in 0..<channels {
        var result: Float = problem.operation == .maximum ? -.infinity : 0
        for row in taps.rows {
          for tap in taps.pixels(row) {
            let value = input[tap * channels + c]
            switch problem.operation {
            case .maximum: if value > result { result = value }
            case .average: result += value
            case .rootMeanSquare: result += value * value
            }
          }
        }
        if problem.operation != .maximum { result /= Float(max(taps.count, 1)) }
        if problem.operation == .rootMeanSquare { result.formSquareRoot() }
        let limited = result < limits.lower ? limits.lower : result
        output[pixel * channels + c] = limited > limits.upper ? limits.upper : limited
      }
    }
  }

  /// Four channels at a time, so at least that many.
  private static func runSIMD(
    _ problem: Problem, _ limits: (lower: Float, upper: Float), _ rows: Range<Int>, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    let channels = problem.channels
    let (lower, upper) = (Vector4(repeating: limits.lower), Vector4(repeating: limits.upper))
    problem.forEachPixel(rows) { pixel, taps in
      let count = Vector4(repeating: Float(max(taps.count, 1)))
      let target = output + pixel * channels
      var c = 0
      while c < channels {
        // The last vector overlaps the previous one.
        c = min(c, channels - 4)
        var result = Vector4(repeating: problem.operation == .maximum ? -.infinity : 0)
        for row in taps.rows {
          for tap in taps.pixels(row) {
            let value = Vector4(loading: input + (tap * channels + c))
            switch problem.operation {
            case .maximum: result = result.larger(value)
            case .average: result += value
            case .rootMeanSquare: result += value * value
            }
          }
        }
        if problem.operation != .maximum { result /= count }
        if problem.operation == .rootMeanSquare { result.formSquareRoot() }
        result.limited(lower, upper).store(to: target + c)
        c += 4
      }
    }
  }
}
