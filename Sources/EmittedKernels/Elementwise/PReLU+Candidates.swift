import MachineCode
import TensorKernels

extension PReLU {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, elements: [.float32, .int8, .uint8],
      supports: { problem in
        guard case .bytes(let bytes) = problem else { return MachineCodeSupport.obstacle == nil }
        return bytes.isEmitted
      },
      make: { problem, slopes, _ in
        switch problem {
        case .floats(let operands): MachineBinaryElementwise(slopes: operands)
        case .bytes(let bytes): bytes.emitted(slopes)
        }
      })
  ]
}
