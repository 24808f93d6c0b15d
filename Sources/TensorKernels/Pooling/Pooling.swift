/// Max, average or root-mean-square (L2) pooling over NHWC pictures.
///
/// Taps outside the input are ignored.
package enum Pooling {
  package enum Operation: Sendable, Hashable {
    case maximum
    /// The sum divided by the number of taps inside the input.
    case average
    /// The root of the sum of squares divided by the number of taps inside the input.
    case rootMeanSquare
  }

  package struct Problem: KernelProblem {
    package let operation: Operation
    package let batch: Int
    package let channels: Int
    /// Its dilation is 1.
    package let window: Window2D
    /// Limits of the fused activation.
    package let lower: Float, upper: Float
    package let element: NumberType

    /// Output rows of all pictures.
    var rowCount: Int { batch * window.outputHeight }
    var rowLength: Int { window.outputWidth * channels }

    /// The limits are infinite without an activation.
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

  /// A unit is an output row, counted over all pictures.
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

  /// Four channels at a time, so at least that many.
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
          // The last vector overlaps the previous one.
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
