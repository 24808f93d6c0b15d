import MudraPlatform

/// Normalizes values by their row, or by their neighbors.
package enum RowNormalization {
  package enum Operation: Sendable, Hashable {
    /// ``softmax(rows:length:beta:_:_:)``.
    case softmax(beta: Float)
    case byteSoftmax(ByteSoftmax)
    /// ``logSoftmax(rows:length:_:_:)``.
    case logSoftmax
    /// ``unitLength(rows:length:_:_:)``.
    case unitLength
    /// ``localResponse(rows:length:_:_:_:)``.
    case localResponse(LocalResponse)
  }

  package struct Problem: KernelProblem {
    package let operation: Operation
    package let rows: Int, length: Int
    package let element: NumberType

    package init(_ operation: Operation, rows: Int, length: Int, element: NumberType = .float32) {
      self.operation = operation
      (self.rows, self.length) = (rows, length)
      self.element = element
    }

    package var work: Int {
      switch operation {
      case .softmax, .byteSoftmax:
        saturatingProduct(rows, max(KernelWork.softmaxRow, KernelWork.of(length, each: KernelWork.costlyElement)))
      case .logSoftmax, .unitLength, .localResponse: KernelWork.of(rows, length, each: KernelWork.normalizedElement)
      }
    }
  }

  /// The reference. A unit is a row.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "row normalization",
    kernels: [
      KernelCandidate(
        .reference, elements: [.float32, .int8, .uint8],
        make: { problem, _, _ in
          let (rows, length) = (problem.rows, problem.length)
          switch problem.operation {
          case .softmax(let beta):
            return LoopKernel(rows) { softmax(rows: $0, length: length, beta: beta, $1.input(0), $1.output()) }
          case .byteSoftmax(let softmax): return kernel(softmax, problem)
          case .logSoftmax:
            return LoopKernel(rows) { logSoftmax(rows: $0, length: length, $1.input(0), $1.output()) }
          case .unitLength:
            return LoopKernel(rows) { unitLength(rows: $0, length: length, $1.input(0), $1.output()) }
          case .localResponse(let constants):
            return LoopKernel(rows) { localResponse(rows: $0, length: length, constants, $1.input(0), $1.output()) }
          }
        })
    ])

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
    /// Neighbors on each side.
    package let radius: Int
    let bias: Float, alpha: Float, beta: Float

    package init(radius: Int, bias: Float, alpha: Float, beta: Float) {
      (self.radius, self.bias, self.alpha, self.beta) = (radius, bias, alpha, beta)
    }
  }

  /// `x · (bias + α · Σ x²)^−β`, summing over a value and its neighbors within the radius in a row.
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
        for neighbor in max(0, i - constants.radius)..<min(length, i + constants.radius + 1) {
          sum += source[neighbor] * source[neighbor]
        }
        target[i] = source[i] * powf(constants.bias + constants.alpha * sum, -constants.beta)
      }
    }
  }
}
