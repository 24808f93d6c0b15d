import MachineCode
import TensorKernels

extension ByteConvolution {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, form: "bands", elements: [.int8, .uint8, .float32], supports: { ByteBand($0) != nil },
      make: { BandByteConvolution($0, $1, $2) }),
    KernelCandidate(
      .machineCode, elements: [.int8, .uint8, .float32], supports: { MachineByteMatrixMultiply.supports($0.product) },
      make: { problem, weights, code in
        patches(problem, weights, code, { Patches.emitted($0) }) { MachineByteMatrixMultiply($0, $1, code) }
      }),
  ]
}
