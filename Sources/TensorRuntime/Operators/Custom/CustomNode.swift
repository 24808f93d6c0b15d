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

struct CustomNode: NodeOperation {
  private let operation: any CustomOperator
  let name: String

  init(_ operation: any CustomOperator, name: String) {
    self.operation = operation
    self.name = name
  }

  var readsQuantized: Bool { true }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let tensors = Self.tensors(inputs)
    var outputs: [TensorType] = []
    for output in try operation.outputs(for: tensors) {
      outputs.append(try TensorType(output.elementType, output.shape))
    }
    return KeptInference(
      OperationBox(self), outputs: outputs, packedByteCount: try operation.preparedByteCount(for: tensors),
      repeatedWork: try operation.multiplyAdds(for: tensors)
    ) { [operation] context throws(OperatorError) in
      let inputs = Self.tensors(context.inputs)
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
  }

  private static func tensors(_ inputs: Operands) -> [CustomTensor?] {
    (0..<inputs.count).map { inputs.optional($0).map { CustomTensor($0) } }
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
