import MachineCode
import TensorKernels

extension Convolution {
  /// Depthwise kernels for groups of one channel, bands and patches. Each group's code takes memory, and is slower than
  /// portable vectors of one channel a group.
  package static let emitted = [
    groups(DepthwiseConvolution.floats), bands(MatrixMultiply.tiles),
    patches(
      MatrixMultiply.tiles, supports: { $0.groups <= 64 && !$0.hasVectorsOfChannels }
    ) { Patches.emitted($0) },
  ]
}
