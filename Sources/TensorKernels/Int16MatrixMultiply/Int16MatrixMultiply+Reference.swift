import MachineCode

/// The plain loops that define ``Int16MatrixMultiply``.
final class ReferenceInt16MatrixMultiply: RowProductKernel {
  private let problem: Int16MatrixMultiply.Problem
  private var product: MatrixMultiply.Problem { problem.product }
  private let values: AlignedBuffer
  private let scales: AlignedBuffer
  private let epilogue: Epilogue

  init(_ problem: Int16MatrixMultiply.Problem, _ weights: Int16MatrixMultiply.Weights) {
    self.problem = problem
    scales = weights.filter.scales
    epilogue = weights.epilogue
    values = AlignedBuffer(zeros: (weights.filter.values.count + 1) / 2)
    weights.filter.values.withUnsafeBytes { source in
      UnsafeMutableRawBufferPointer(start: values.pointer, count: source.count).copyMemory(from: source)
    }
  }

  var rowsPerUnit: Int { 16 }
  var rowsPerGroup: Int { problem.rowsPerGroup }
  var takesAnyRows: Bool { true }
  var scratchCount: Int { 0 }
  var memory: [any KernelMemory] { [values, scales] + epilogue.memory }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for m in 0..<rows {
      let row = input + m * problem.inputStride
      let group = m - m % Int16Row.rowsPerGroup
      let scales = problem.input == .floats ? self.scales(ofGroup: group, rows: rows, input) : nil
      for n in 0..<product.columns {
        let bias = epilogue.bias.pointer[n], scale = self.scales.pointer[n]
        let value =
          switch (problem.input, scales) {
          case (.integers, _): bias.addingProduct(Float(integerSum(row, n)), scale)
          case (.floats, let scales?): bias.addingProduct(Float(sum(row, scales.inverse, n)), scale * scales.scale)
          case (.floats, nil): sum(row, n) * scale + bias
          }
        let place = m * product.columns + n
        let result = epilogue.finish(biased: value, channel: n, addend: addend?[place])
        switch problem.output {
        case .floats: output[place] = result
        case .integers:
          UnsafeMutableRawPointer(output).storeBytes(
            of: BoundedInt16.wide.integer(result), toByteOffset: place * 2, as: Int16.self)
        }
      }
    }
  }

  /// The scales of the group that begins with a row; nil if it cannot be converted.
  private func scales(ofGroup first: Int, rows: Int, _ input: UnsafePointer<Float>) -> Int16Row? {
    let count = min(Int16Row.rowsPerGroup, rows - first) * product.depth
    let largest = (0..<count).reduce(0) { max($0, Int16Row.magnitude(input[first * product.depth + $1])) }
    return Int16Row.isConverted(largest: largest) ? Int16Row(largest: largest) : nil
  }

  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? { nil }

  private func weight(_ n: Int, _ k: Int) -> Int16 {
    UnsafeRawPointer(values.pointer).load(fromByteOffset: (n * product.depth + k) * 2, as: Int16.self)
  }

  /// The sum of a converted row; it cannot overflow.
  private func sum(_ row: UnsafePointer<Float>, _ inverse: Float, _ n: Int) -> Int32 {
    (0..<product.depth).reduce(0) { sum, k in
      sum &+ Int32((row[k] * inverse).rounded(.toNearestOrEven)) &* Int32(weight(n, k))
    }
  }

  /// The sum of a row of integers.
  private func integerSum(_ row: UnsafePointer<Float>, _ n: Int) -> Int32 {
    (0..<product.depth).reduce(0) { sum, k in
      sum &+ Int32(UnsafeRawPointer(row).load(fromByteOffset: k * 2, as: Int16.self)) &* Int32(weight(n, k))
    }
  }

  /// The sum of a row in a group that cannot be converted.
  private func sum(_ row: UnsafePointer<Float>, _ n: Int) -> Float {
    (0..<product.depth).reduce(0) { $0 + row[$1] * Float(weight(n, $1)) }
  }
}
