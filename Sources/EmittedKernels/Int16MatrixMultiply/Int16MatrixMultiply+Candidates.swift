import TensorKernels

extension Int16MatrixMultiply {
  /// Fastest first.
  package static let emitted: [Candidate] = [
    Candidate(
      .machineCode, supports: { MachineInt16MatrixMultiply.supports($0) },
      make: { MachineInt16MatrixMultiply($0, $1, $2) })
  ]
}
