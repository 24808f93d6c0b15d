import KernelChoice
import MachineCode
import TensorKernels

/// A kernel as a prepared operator.
final class PreparedKernel: PreparedOperator {
  private let kernel: any UnitKernel
  let provider: KernelProvider
  let precision: Precision
  /// Minimum units per share.
  private let grain: Int
  /// The operator's input for each of the kernel's; empty if they are the same.
  private let places: [Int]

  /// - Parameter work: ``KernelProblem/work``.
  init(
    _ kernel: any UnitKernel, _ provider: KernelProvider, precision: Precision = .exact, work: Int = .max,
    places: [Int] = []
  ) {
    (self.kernel, self.provider, self.precision) = (kernel, provider, precision)
    let workPerUnit = max(work / max(kernel.unitCount, 1), 1)
    (grain, self.places) = (max(ThreadGrain.multiplyAdds / workPerUnit, 1), places)
  }

  var scratchByteCount: Int { saturatingProduct(kernel.scratchCount, MemoryLayout<Float>.stride) }
  var heldByteCount: Int { kernel.heldByteCount }
  var memory: [any KernelMemory] { kernel.memory }
  var usefulShareCount: Int { kernel.unitCount / grain }
  var recomputesAtBorders: Bool { kernel.recomputesAtBorders }
  var elementsPerUnit: Int? { kernel.elementsPerUnit }
  var elementsPerGroup: Int { kernel.elementsPerGroup }
  var isEmitted: Bool { kernel.isEmitted }
  var mayFail: Bool { false }

  func run(_ io: OperatorIO) {
    kernel.run(units: io.share(of: kernel.unitCount), operands(io))
  }

  func calls(_ io: OperatorIO) -> [KernelCall]? {
    kernel.calls(units: io.share(of: kernel.unitCount), operands(io))
  }

  private func operands(_ io: OperatorIO) -> KernelOperands {
    KernelOperands(inputs: io.inputs, outputs: io.outputs, scratch: io.scratch, places: places)
  }
}

extension PreparationContext {
  /// A family's kernel for a problem with weights, and its actual provider.
  func kernel<Problem, Kernel>(
    _ family: KernelFamily<Problem, Kernel>, _ problem: Problem, _ weights: Problem.Weights
  ) -> (kernel: Kernel, provider: KernelProvider) {
    family.kernel(for: problem, weights: weights, requested: provider, code: code)
  }

  /// A product's kernels for ranges of columns, as a prepared operator.
  ///
  /// - Parameter multiplyAdds: the work of all units, if threads may share few of them.
  func columnParts(
    _ parts: [Range<Int>], output: NumberType, multiplyAdds: Int = .max,
    _ make: (_ columns: Range<Int>) -> (kernel: any UnitKernel, provider: KernelProvider)
  ) -> PreparedKernel {
    let made = parts.map(make)
    // If code is refused, it is for the last part, too.
    let provider = made[made.count - 1].provider
    guard made.count > 1 else {
      return PreparedKernel(made[0].kernel, provider, work: multiplyAdds)
    }
    return PreparedKernel(ColumnParts(made.map { $0.kernel }, columns: parts, output: output), provider)
  }

  /// A float product with constant weights, as a prepared operator.
  func rows(of product: MatrixMultiply.Problem, _ weights: ConstantWeights) -> PreparedKernel {
    weights.withLayerWeights { weights in
      columnParts(product.columnParts, output: .float32) { columns in
        let part = MatrixMultiply.Problem(
          rows: product.rows, columns: columns.count, depth: product.depth, outputStride: product.columns)
        let weights = columns.count < product.columns ? weights.part(columns, depth: product.depth) : weights
        let (kernel, provider) = self.kernel(MatrixMultiply.family, part, weights)
        return (MatrixRows(part, kernel), provider)
      }
    }
  }

  /// A family's kernel, as a prepared operator.
  func prepared<Problem>(
    _ family: KernelFamily<Problem, any UnitKernel>, _ problem: Problem, _ weights: Problem.Weights,
    places: [Int] = []
  ) -> PreparedKernel {
    let (kernel, provider) = kernel(family, problem, weights)
    return PreparedKernel(kernel, provider, work: problem.work, places: places)
  }

  func prepared<Problem>(
    _ family: KernelFamily<Problem, any UnitKernel>, _ problem: Problem, places: [Int] = []
  ) -> PreparedKernel where Problem.Weights == Void {
    prepared(family, problem, (), places: places)
  }
}

extension MatrixMultiply.Problem {
  /// Ranges of columns for threads, if all rows fit one unit of emitted code.
  var columnParts: [Range<Int>] {
    ColumnParts.columns(
      rows: rows, rowsPerUnit: 12, columns: columns, depth: depth, grain: ThreadGrain.multiplyAdds)
  }

  /// Maximum bytes of all parts' packed weights.
  var packedByteCount: Int {
    var sum = SaturatingSum()
    for part in columnParts { sum.add(MatrixMultiply.packedByteCount(columns: part.count, depth: depth)) }
    return sum.value
  }
}
