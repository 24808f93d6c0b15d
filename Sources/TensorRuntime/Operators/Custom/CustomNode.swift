import MachineCode
import TFLiteFormat
import TensorKernels

/// A custom operator of the engine with emitted kernels.
protocol EmittingCustomOperator: CustomOperator {
  /// ``CustomOperator/prepare(_:provider:)`` with an allocator for code.
  func prepare(
    _ inputs: [CustomTensor?], provider: KernelProvider?, code: CodeAllocator
  ) throws(OperatorError) -> any CustomKernel
}

extension EmittingCustomOperator {
  func prepare(_ inputs: [CustomTensor?], provider: KernelProvider?) throws(OperatorError) -> any CustomKernel {
    try prepare(inputs, provider: provider, code: CodeAllocator())
  }
}

struct CustomNode: ProblemOperation {
  private let operation: any CustomOperator
  let name: String

  init(_ operation: any CustomOperator, name: String) {
    self.operation = operation
    self.name = name
  }

  var readsQuantized: Bool { true }

  /// What the operator says of its inputs.
  struct Problem: Sendable {
    fileprivate let outputs: [TensorType]
    fileprivate let work: Int, byteCount: Int
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> Problem {
    let tensors = tensors(inputs)
    var outputs: [TensorType] = []
    for output in try operation.outputs(for: tensors) {
      outputs.append(try TensorType(output.elementType, output.shape))
    }
    return Problem(
      outputs: outputs, work: try operation.multiplyAdds(for: tensors),
      byteCount: try operation.preparedByteCount(for: tensors))
  }

  private func tensors(_ inputs: Operands) -> [CustomTensor?] {
    (0..<inputs.count).map { inputs.optional($0).map { CustomTensor($0) } }
  }

  func outputTypes(of problem: Problem) throws(OperatorError) -> [TensorType] { problem.outputs }
  func repeatedWork(of problem: Problem) -> Int { problem.work }
  func packedByteCount(of problem: Problem) -> Int? { problem.byteCount }

  func prepare(_ problem: Problem, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let inputs = tensors(context.inputs)
    let kernel =
      if let operation = operation as? any EmittingCustomOperator {
        try operation.prepare(inputs, provider: context.provider, code: context.code)
      } else {
        try operation.prepare(inputs, provider: context.provider)
      }
    return Prepared(
      kernel: kernel,
      inputCounts: (0..<context.inputs.count).map { context.inputs.optional($0)?.type.elementCount ?? -1 },
      outputCounts: context.outputs.map(\.elementCount))
  }

  private final class Prepared: PreparedOperator {
    let kernel: any CustomKernel
    let inputCounts: [Int], outputCounts: [Int]

    init(kernel: any CustomKernel, inputCounts: [Int], outputCounts: [Int]) {
      (self.kernel, self.inputCounts, self.outputCounts) = (kernel, inputCounts, outputCounts)
    }

    var provider: KernelProvider { kernel.provider }
    var memory: [any KernelMemory] { (kernel as? any KernelMemoryOwner)?.memory ?? [] }
    var scratchByteCount: Int { kernel.scratchByteCount }
    var usefulShareCount: Int { kernel.usefulShareCount }

    func run(_ io: OperatorIO) {
      kernel.run(
        CustomOperands(
          io: io, inputCounts: inputCounts, outputCounts: outputCounts, scratchByteCount: scratchByteCount))
    }
  }
}
