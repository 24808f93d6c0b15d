import TensorKernels

extension MatrixMultiply {
  package static let emitted = [tiles]

  static let tiles = Candidate(
    .machineCode, supports: { MachineMatrixMultiply.supports($0) }, make: { MachineMatrixMultiply($0, $1, $2) })
}
