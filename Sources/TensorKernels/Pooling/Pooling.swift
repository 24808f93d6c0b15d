/// Maximum, mean or root of the mean square of each window, over NHWC pictures.
///
/// Taps outside the input are ignored, both in a maximum and in a mean.
package enum Pooling {
  /// The result of a window.
  package enum Operation: Sendable, Hashable {
    /// The largest value.
    case maximum
    /// The sum divided by the number of taps inside the input.
    case average
    /// The square root of the sum of squares divided by the number of taps inside the input.
    case rootMeanSquare
  }

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    /// The result of a window.
    package let operation: Operation
    /// Pictures.
    package let batch: Int
    /// Channels of input and output.
    package let channels: Int
    /// The sliding window; its dilation is 1.
    package let window: Window2D
    /// Limits of the fused activation.
    package let lower: Float, upper: Float
    /// The type of input and output.
    package let element: NumberType

    /// Output rows of all pictures.
    var rowCount: Int { batch * window.outputHeight }
    /// Elements of an output row.
    var rowLength: Int { window.outputWidth * channels }

    /// A pooling of `batch` pictures; the limits are infinite if there is no activation.
    package init(
      operation: Operation, batch: Int, channels: Int, window: Window2D, lower: Float = -.infinity,
      upper: Float = .infinity, element: NumberType = .float32
    ) {
      self.operation = operation
      self.batch = batch
      self.channels = channels
      self.window = window
      self.lower = lower
      self.upper = upper
      self.element = element
    }
  }

  /// Fastest first. A unit is an output row, counted over all pictures.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "pooling",
    kernels: [
      KernelCandidate(
        .machineCode, supports: { MachinePooling.supports($0) },
        make: { problem, _, code in MachinePooling(problem, code) }),
      KernelCandidate(
        .simd, supports: { $0.channels >= 4 },
        make: { problem, _, _ in
          LoopKernel(problem.rowCount, elementsPerUnit: problem.rowLength) {
            runSIMD(problem, $0, $1.input(0), $1.output())
          }
        }),
      KernelCandidate(
        .reference,
        make: { problem, _, _ in
          LoopKernel(problem.rowCount, elementsPerUnit: problem.rowLength) {
            runReference(problem, $0, $1.input(0), $1.output())
          }
        }),
    ])

  /// The plain loops that define the operation.
  private static func runReference(
    _ problem: Problem, _ rows: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    let window = problem.window
    let channels = problem.channels
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * window.inputWidth * channels
      for x in 0..<window.outputWidth {
        for c in 0..<channels {
          var result: Float = problem.operation == .maximum ? -.infinity : 0
          let rowTaps = window.rowTaps(y)
          let columnTaps = window.columnTaps(x)
          for ky in rowTaps {
            for kx in columnTaps {
              let value = pixels[
                ((window.firstRow(y) + ky) * window.inputWidth + window.firstColumn(x) + kx) * channels + c]
              switch problem.operation {
              case .maximum: if value > result { result = value }
              case .average: result += value
              case .rootMeanSquare: result += value * value
              }
            }
          }
          if problem.operation != .maximum { result /= Float(max(rowTaps.count * columnTaps.count, 1)) }
          if problem.operation == .rootMeanSquare { result.formSquareRoot() }
          let limited = result < problem.lower ? problem.lower : result
          output[(line * window.outputWidth + x) * channels + c] = limited > problem.upper ? problem.upper : limited
        }
      }
    }
  }

  /// Four channels at a time; there are at least four.
  private static func runSIMD(
    _ problem: Problem, _ rows: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    let window = problem.window
    let channels = problem.channels
    let lower = Vector4(repeating: problem.lower)
    let upper = Vector4(repeating: problem.upper)
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * window.inputWidth * channels
      let rowTaps = window.rowTaps(y)
      for x in 0..<window.outputWidth {
        let columnTaps = window.columnTaps(x)
        let count = Vector4(repeating: Float(max(rowTaps.count * columnTaps.count, 1)))
        let target = output + (line * window.outputWidth + x) * channels
        var c = 0
        while c < channels {
          // The last vector overlaps the one before it rather than passing the end.
          c = min(c, channels - 4)
          var result = Vector4(repeating: problem.operation == .maximum ? -.infinity : 0)
          for ky in rowTaps {
            let row = (window.firstRow(y) + ky) * window.inputWidth + window.firstColumn(x)
            for kx in columnTaps {
              let value = Vector4(loading: pixels + ((row + kx) * channels + c))
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
}
