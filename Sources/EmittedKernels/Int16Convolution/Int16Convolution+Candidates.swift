import TensorKernels

extension Int16Convolution {
  /// Fastest first.
  package static let emitted: [Candidate] = [
    Candidate(
      .machineCode, supports: { MachineInt16Convolution.supports($0) },
      make: { MachineInt16Convolution($0, $1, $2) })
  ]
}
