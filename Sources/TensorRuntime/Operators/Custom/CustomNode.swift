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

struct CustomNode: TypedOperation {
  private let operation: any CustomOperator
  let name: String

  init(_ operation: any CustomOperator, name: String) {
    self.operation = operation
    self.name = name
  }

  var readsQuantized: Bool { true }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    var types: [TensorType] = []
    for output in try operation.outputs(for: tensors(inputs)) {
      types.append(try TensorType(output.elementType, output.shape))
    }
    return types
  }

  private func tensors(_ inputs: Operands) -> [CustomTensor?] {
    (0..<inputs.count).map { inputs.optional($0).map { CustomTensor($0) } }
  }

  func repeatedWork(inputs: Operands, outputs: [TensorType]) -> Int {
    operation.multiplyAdds(for: tensors(inputs))
  }

  func packedByteCount(inputs: Operands) -> Int {
    operation.preparedByteCount(for: tensors(inputs))
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
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
