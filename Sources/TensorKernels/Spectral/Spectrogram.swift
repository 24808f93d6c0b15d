import MudraPlatform

/// The spectra of windows of sound, as in TFLite's `internal/spectrogram.cc`.
///
/// A window is multiplied by `½ − ½ cos(2πi / window)` and filled with zeros up to the next power of two, whose
/// transform is computed in double precision.
package enum Spectrogram {
  package struct Problem: KernelProblem {
    package let channels: Int, windows: Int
    /// Samples of a window, and from one to the next.
    package let window: Int, stride: Int
    /// Whether results are squares of magnitudes.
    package let isSquared: Bool

    package init(channels: Int, windows: Int, window: Int, stride: Int, isSquared: Bool) {
      (self.channels, self.windows) = (channels, windows)
      (self.window, self.stride, self.isSquared) = (window, stride, isSquared)
    }

    package var element: NumberType { .float32 }
    /// The power of two that the transform has.
    package var length: Int { 1 << (Int.bitWidth - (window - 1).leadingZeroBitCount) }
    package var frequencies: Int { length / 2 + 1 }
    package var heldByteCount: Int { 8 * (window + length) }
  }

  /// A unit is a window of a channel.
  package static let family = KernelFamily<Problem, any UnitKernel>("spectrogram") { problem, _ in
    let factors = (0..<problem.window).map { 0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(problem.window)) }
    let transform = FourierTransform(problem.length)
    return LoopKernel(
      problem.channels * problem.windows, scratchCount: 4 * problem.length, heldByteCount: problem.heldByteCount
    ) { run(problem, factors, transform, $0, $1) }
  }

  private static func run(
    _ problem: Problem, _ factors: [Double], _ transform: FourierTransform, _ units: Range<Int>,
    _ operands: KernelOperands
  ) {
    let numbers = UnsafeMutableRawPointer(operands.scratch).assumingMemoryBound(to: SIMD2<Double>.self)
    let (length, frequencies) = (problem.length, problem.frequencies)
    for unit in units {
      let (channel, window) = unit.quotientAndRemainder(dividingBy: problem.windows)
      let source = operands.input(0) + window * problem.stride * problem.channels + channel
      for place in 0..<problem.window {
        numbers[place] = [Double(source[place * problem.channels]) * factors[place], 0]
      }
      (numbers + problem.window).update(repeating: .zero, count: length - problem.window)
      transform.run(numbers)
      let target = operands.output() + unit * frequencies
      for place in 0..<frequencies {
        let number = numbers[place], square = Float(number.x * number.x + number.y * number.y)
        target[place] = problem.isSquared ? square : square.squareRoot()
      }
    }
  }
}
