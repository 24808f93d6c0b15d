/// Bilinear resampling of NHWC pictures, with TFLite's two switches.
///
/// Source position of output index `i`: `i·scale`, or `(i + ½)·scale − ½` with half-pixel centers; `scale` is `input /
/// output`, or `(input − 1) / (output − 1)` with aligned corners. Positions are clamped to the picture.
///
/// As in XNNPACK, left and right neighbors are interpolated first, then top and bottom, each as `a + (b − a) ·
/// fraction`.
package enum ResizeBilinear {
  package struct Problem: KernelProblem {
    package let batch: Int, channels: Int
    package let inputHeight: Int, inputWidth: Int
    package let outputHeight: Int, outputWidth: Int
    /// Whether the corner pixels of input and output coincide.
    package let alignCorners: Bool
    /// Whether pixels are areas, sampled at their centers.
    package let halfPixelCenters: Bool
    package let element: NumberType

    /// Output rows of all pictures.
    package var rowCount: Int { batch * outputHeight }
    package var rowLength: Int { outputWidth * channels }

    package init(
      batch: Int, channels: Int, input: (height: Int, width: Int), output: (height: Int, width: Int),
      alignCorners: Bool, halfPixelCenters: Bool, element: NumberType = .float32
    ) {
      self.batch = batch
      self.channels = channels
      (inputHeight, inputWidth) = input
      (outputHeight, outputWidth) = output
      self.alignCorners = alignCorners
      self.halfPixelCenters = halfPixelCenters
      self.element = element
    }

    /// The two source indices of output index `i`, and the second one's weight.
    @inline(__always)
    package func taps(_ i: Int, input: Int, output: Int) -> (low: Int, high: Int, fraction: Float) {
      let scale =
        alignCorners && output > 1 ? Float(input - 1) / Float(output - 1) : Float(input) / Float(output)
      let position = halfPixelCenters ? (Float(i) + 0.5) * scale - 0.5 : Float(i) * scale
      let floor = position.rounded(.down)
      let low = max(Int(floor), 0)
      let high = min(Int(position.rounded(.up)), input - 1)
      return (min(low, input - 1), max(high, 0), position - Float(low))
    }
  }

  /// A unit is an output row, counted over all pictures.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "resize bilinear",
    kernels: [
      KernelCandidate(
        .simd,
        make: { problem, _, _ in
          LoopKernel(problem.rowCount, elementsPerUnit: problem.rowLength) {
            run(problem, rows: $0, input: $1.input(0), output: $1.output())
          }
        }),
      KernelCandidate(
        .reference,
        make: { problem, _, _ in
          LoopKernel(problem.rowCount, elementsPerUnit: problem.rowLength) {
            runReference(problem, rows: $0, input: $1.input(0), output: $1.output())
          }
        }),
    ])

  /// Four channels at a time.
  package static func run(
    _ problem: Problem, rows: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    let channels = problem.channels
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: problem.outputHeight)
      let vertical = problem.taps(y, input: problem.inputHeight, output: problem.outputHeight)
      let pixels = input + picture * problem.inputHeight * problem.inputWidth * channels
      let top = pixels + vertical.low * problem.inputWidth * channels
      let bottom = pixels + vertical.high * problem.inputWidth * channels
      for x in 0..<problem.outputWidth {
        let horizontal = problem.taps(x, input: problem.inputWidth, output: problem.outputWidth)
        let target = output + (line * problem.outputWidth + x) * channels
        let left = horizontal.low * channels
        let right = horizontal.high * channels
        var c = 0
        while c + 4 <= channels {
          let topLeft = Vector4(loading: top + left + c)
          let bottomLeft = Vector4(loading: bottom + left + c)
          let upper = topLeft + (Vector4(loading: top + right + c) - topLeft) * horizontal.fraction
          let lower = bottomLeft + (Vector4(loading: bottom + right + c) - bottomLeft) * horizontal.fraction
          (upper + (lower - upper) * vertical.fraction).store(to: target + c)
          c += 4
        }
        while c < channels {
          let upper = top[left + c] + (top[right + c] - top[left + c]) * horizontal.fraction
          let lower = bottom[left + c] + (bottom[right + c] - bottom[left + c]) * horizontal.fraction
          target[c] = upper + (lower - upper) * vertical.fraction
          c += 1
        }
      }
    }
  }
}
