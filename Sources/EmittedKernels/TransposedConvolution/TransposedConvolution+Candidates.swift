import MachineCode
import TensorKernels

extension TransposedConvolution {
  package static let emitted = [phases(MatrixMultiply.tiles) { Patches.emitted($0) }]
  package static let emittedWindows = [windows(MatrixMultiply.tiles)]
}
