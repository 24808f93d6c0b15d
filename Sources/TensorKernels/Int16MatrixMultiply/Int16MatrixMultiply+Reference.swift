import MachineCode

/// The plain loops that define ``Int16MatrixMultiply``.
struct ReferenceInt16MatrixMultiply: RowProductKernel {
  private let product: MatrixMultiply.Problem
  private let values: AlignedBuffer
  private let scales: AlignedBuffer
  private let epilogue: Epilogue

  init(_ problem: Int16MatrixMultiply.Problem, _ weights: Int16MatrixMultiply.Weights) {
    product = problem.product
    scales = weights.filter.scales
    epilogue = weights.epilogue
    values = AlignedBuffer(zeros: (weights.filter.values.count + 1) / 2)
    weights.filter.values.withUnsafeBytes { source in
      UnsafeMutableRawBufferPointer(start: values.pointer, count: source.count).copyMemory(from: source)
    }
  }

  var rowsPerUnit: Int { 16 }
  var rowsPerGroup: Int { Int16Row.rowsPerGroup }
  var takesAnyRows: Bool { true }
  var scratchCount: Int { 0 }
  var memory: [any KernelMemory] { [values, scales] + epilogue.memory }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for m in 0..<rows {
      let row = input + m * product.depth
      let group = m - m % Int16Row.rowsPerGroup
      let count = min(Int16Row.rowsPerGroup, rows - group) * product.depth
      let largest = (0..<count).reduce(0) { max($0, Int16Row.magnitude(input[group * product.depth + $1])) }
      let scales = Int16Row(largest: largest)
      for n in 0..<product.columns {
        let place = m * product.columns + n
        let bias = epilogue.bias.pointer[n]
        let value =
          Int16Row.isConverted(largest: largest)
          ? bias.addingProduct(Float(sum(row, scales.inverse, n)), self.scales.pointer[n] * scales.scale)
          : sum(row, n) * self.scales.pointer[n] + bias
        output[place] = epilogue.finish(biased: value, channel: n, addend: addend?[place])
      }
    }
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

  /// The sum of a row in a group that cannot be converted.
  private func sum(_ row: UnsafePointer<Float>, _ n: Int) -> Float {
    (0..<product.depth).reduce(0) { $0 + row[$1] * Float(weight(n, $1)) }
  }
}
