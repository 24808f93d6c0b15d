import MachineCode
import TensorKernels

/// A kernel as the execution of an operator.
final class PreparedKernel: PreparedOperator {
  private let kernel: any UnitKernel
  let provider: KernelProvider
  let precision: Precision
  /// The minimum number of units worth a share.
  private let grain: Int
  /// For each input of the kernel, that of the operator; empty if they are the same.
  private let places: [Int]

  /// A kernel with its actual provider.
  init(
    _ kernel: any UnitKernel, _ provider: KernelProvider, precision: Precision = .exact, grain: Int = 1,
    places: [Int] = []
  ) {
    (self.kernel, self.provider, self.precision) = (kernel, provider, precision)
    (self.grain, self.places) = (grain, places)
  }

  var scratchByteCount: Int { saturatingProduct(kernel.scratchCount, MemoryLayout<Float>.stride) }
  var heldByteCount: Int { kernel.heldByteCount }
  var memory: [any KernelMemory] { kernel.memory }
  var usefulShareCount: Int { kernel.unitCount / grain }
  var recomputesAtBorders: Bool { kernel.recomputesAtBorders }
  var elementsPerUnit: Int? { kernel.elementsPerUnit }
  var elementsPerGroup: Int { kernel.elementsPerGroup }

  func run(_ io: OperatorIO) {
    kernel.run(units: io.share(of: kernel.unitCount), operands(io))
  }

  func calls(_ io: OperatorIO) -> [EmittedCall]? {
    kernel.calls(units: io.share(of: kernel.unitCount), operands(io))
  }

  private func operands(_ io: OperatorIO) -> KernelOperands {
    KernelOperands(inputs: io.inputs, outputs: io.outputs, scratch: io.scratch, places: places)
  }
}

extension PreparationContext {
  /// The kernel of a family for a problem with its weights, and its actual provider.
  func kernel<Problem, Kernel>(
    _ family: KernelFamily<Problem, Kernel>, _ problem: Problem, _ weights: Problem.Weights
  ) -> (kernel: Kernel, provider: KernelProvider) {
    family.kernel(for: problem, weights: weights, requested: provider, code: code)
  }

  /// The kernel of a family for a problem, as the execution of an operator.
  func prepared<Problem>(
    _ family: KernelFamily<Problem, any UnitKernel>, _ problem: Problem, grain: Int = 1
  ) -> PreparedKernel where Problem.Weights == Void {
    let (kernel, provider) = kernel(family, problem, ())
    return PreparedKernel(kernel, provider, grain: grain)
  }
}
