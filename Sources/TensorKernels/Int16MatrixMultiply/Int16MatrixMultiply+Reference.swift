/// Plain loops that define ``Int16MatrixMultiply``.
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
  var scratchCount: Int { 0 }
  var memory: [any KernelMemory] { [values, scales] + epilogue.memory }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for first in stride(from: 0, to: rows, by: Int16Row.rowsPerGroup) {
      let group = first..<min(first + Int16Row.rowsPerGroup, rows)
      let scales =
        problem.input == .integers
        ? nil : Self.scales(input + first * product.depth, count: group.count * product.depth)
      for m in group {
        run(
          row: input + m * problem.inputStride, scales, addend: addend.map { $0 + m * product.columns },
          output: output + m * problem.outputStride)
      }
    }
  }

  /// Computes one row.
  ///
  /// - Parameter scales: those of its group; nil for a row of integers, or one that cannot be converted.
  func run(
    row: UnsafePointer<Float>, _ scales: Int16Row?, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) {
    for n in 0..<product.columns {
      let bias = epilogue.bias.pointer[n], scale = self.scales.pointer[n]
      let value =
        switch (problem.input, scales) {
        case (.integers, _): bias.addingProduct(Float(integerSum(row, n)), scale)
        case (.floats, let scales?): bias.addingProduct(Float(sum(row, scales.inverse, n)), scale * scales.scale)
        case (.floats, nil): sum(row, n) * scale + bias
        }
      let result = epilogue.finish(biased: value, channel: n, addend: addend?[n])
      switch problem.output {
      case .floats: output[n] = result
      case .integers:
        UnsafeMutableRawPointer(output).storeBytes(
          of: BoundedInt16.wide.integer(result), toByteOffset: n * 2, as: Int16.self)
      }
    }
  }

  /// The scales of a group; nil if it cannot be converted.
  static func scales(_ group: UnsafePointer<Float>, count: Int) -> Int16Row? {
    let largest = (0..<count).reduce(0) { max($0, Int16Row.magnitude(group[$1])) }
    return Int16Row.isConverted(largest: largest) ? Int16Row(largest: largest) : nil
  }

  private func weight(_ n: Int, _ k: Int) -> Int16 {
    UnsafeRawPointer(values.pointer).load(fromByteOffset: (n * product.depth + k) * 2, as: Int16.self)
  }

  /// The sum of a converted row, which cannot overflow.
  private func sum(_ row: UnsafePointer<Float>, _ inverse: Float, _ n: Int) -> Int32 {
    (0..<product.depth).reduce(0) { sum, k in
      sum &+ Int32((row[k] * inverse).rounded(.toNearestOrEven)) &* Int32(weight(n, k))
    }
  }

  private func integerSum(_ row: UnsafePointer<Float>, _ n: Int) -> Int32 {
    (0..<product.depth).reduce(0) { sum, k in
      sum &+ Int32(UnsafeRawPointer(row).load(fromByteOffset: k * 2, as: Int16.self)) &* Int32(weight(n, k))
    }
  }

  /// The sum of a row that cannot be converted.
  private func sum(_ row: UnsafePointer<Float>, _ n: Int) -> Float {
    (0..<product.depth).reduce(0) { $0 + row[$1] * Float(weight(n, $1)) }
  }
}
