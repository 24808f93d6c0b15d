import Platform

/// Rows of values scaled by what all of a row's values, or a value's neighbours, give.
package enum RowNormalization {
  /// `x − max − log Σ e^(x − max)` over each row of `length` values.
  package static func logSoftmax(
    rows: Range<Int>, length: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    for row in rows {
      let source = input + row * length
      let target = output + row * length
      var largest = -Float.infinity
      for i in 0..<length where source[i] > largest { largest = source[i] }
      var sum: Float = 0
      for i in 0..<length { sum += expf(source[i] - largest) }
      let logarithm = logf(sum)
      for i in 0..<length { target[i] = source[i] - largest - logarithm }
    }
  }

  /// `x / max(√Σx², 10⁻⁶)` over each row of `length` values.
  package static func unitLength(
    rows: Range<Int>, length: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    for row in rows {
      let source = input + row * length
      let target = output + row * length
      var sum: Float = 0
      for i in 0..<length { sum += source[i] * source[i] }
      let norm = max(sum.squareRoot(), 1e-6)
      for i in 0..<length { target[i] = source[i] / norm }
    }
  }

  /// Constants of ``localResponse(rows:length:_:_:_:)``.
  package struct LocalResponse: Sendable, Hashable {
    /// Neighbours on each side.
    package let radius: Int
    let bias: Float, alpha: Float, beta: Float

    /// Neighbours on each side, and the constants of the formula.
    package init(radius: Int, bias: Float, alpha: Float, beta: Float) {
      (self.radius, self.bias, self.alpha, self.beta) = (radius, bias, alpha, beta)
    }
  }

  /// `x · (bias + α · Σ x²)^−β`, the sum taken over the value and its neighbours within the radius in a row.
  ///
  /// Source: Krizhevsky, Sutskever, Hinton: ImageNet Classification with Deep Convolutional Neural Networks, 3.3.
  package static func localResponse(
    rows: Range<Int>, length: Int, _ constants: LocalResponse, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    for row in rows {
      let source = input + row * length
      let target = output + row * length
      for i in 0..<length {
        var sum: Float = 0
        for neighbour in max(0, i - constants.radius)..<min(length, i + constants.radius + 1) {
          sum += source[neighbour] * source[neighbour]
        }
        target[i] = source[i] * powf(constants.bias + constants.alpha * sum, -constants.beta)
      }
    }
  }
}
