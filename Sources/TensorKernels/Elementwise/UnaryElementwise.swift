import Platform

/// Functions of one number, applied element by element.
package enum UnaryElementwise {
  /// Each value limited to `lower…upper`.
  package static func clamp(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, lower: Float,
    upper: Float
  ) {
    let low = Vector4(repeating: lower)
    let high = Vector4(repeating: upper)
    var i = range.lowerBound
    while i + 4 <= range.upperBound {
      Vector4(loading: input + i).limited(low, high).store(to: output + i)
      i += 4
    }
    while i < range.upperBound {
      let raised = input[i] < lower ? lower : input[i]
      output[i] = raised > upper ? upper : raised
      i += 1
    }
  }

  /// `e^(β·(x − max)) / Σ e^(β·(x − max))` over each row of `length` values.
  package static func softmax(
    rows: Range<Int>, length: Int, beta: Float, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    for row in rows {
      let source = input + row * length
      let target = output + row * length
      var largest = -Float.infinity
      for i in 0..<length where source[i] > largest { largest = source[i] }
      var sum: Float = 0
      for i in 0..<length {
        target[i] = expf((source[i] - largest) * beta)
        sum += target[i]
      }
      for i in 0..<length { target[i] /= sum }
    }
  }
}
