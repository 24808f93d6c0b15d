import MachineCode
import TensorKernels

extension BinaryElementwise {
  /// Floats, and products of integers, for which the compiler's baseline has no instruction.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { MachineBinaryElementwise.supports($0.operation) },
      make: { problem, _, _ in
        MachineBinaryElementwise(
          problem.operation, problem.operands, lower: problem.lower, upper: problem.upper)
      }),
    KernelCandidate(
      .machineCode, form: "integers", elements: [.int32],
      supports: {
        $0.operation == .multiply && $0.integerLimits == Int.min...Int.max && MachineCodeSupport.obstacle == nil
      },
      make: { problem, _, _ in MachineBinaryElementwise(integerFactors: problem.operands) }),
  ]
}
