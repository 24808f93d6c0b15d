import KernelChoice
import MachineCode
import TensorKernelTrials
import TensorKernels
import Testing

/// Limits of memory rely on these bounds.
@Suite struct ByteKernelMemoryTests {
  /// The bytes of weights and other constants, without those that the kernel counts itself.
  private func declaredByteCount(_ kernel: any UnitKernel) -> Int {
    let constants = kernel.memory.filter { !$0.isCode }
    return constants.reduce(-kernel.heldByteCount) { $0 + $1.byteCount }
  }

  @Test(arguments: [(64, 7), (64, 8), (64, 16), (64, 33), (2, 32), (1, 64), (64, 1001), (3, 4160)] as [(Int, Int)])
  func `slopes hold no more than is declared`(rows: Int, channels: Int) {
    let problem = PReLU.Bytes(
      rows: rows, channels: channels, input: ByteRange(isSigned: true, zeroPoint: 11), inputScale: 0.0471,
      output: ByteRange(isSigned: true, zeroPoint: -31), outputScale: 0.0313)
    let slopes = (0..<channels).map { Float($0 % 16) / 64 }
    let kernel = PReLU.family.kernel(
      for: .bytes(problem), weights: slopes, requested: nil, code: CodeAllocator()
    ).kernel
    #expect(declaredByteCount(kernel) <= PReLU.packedByteCount(channels: channels))
  }

  @Test(arguments: [8, 16, 24, 32, 72, 256], [1, 3, 5, 7])
  func `depthwise convolutions hold no more than is declared`(channels: Int, filter: Int) {
    let problem = DepthwiseConvolution.Problem(
      batch: 1, channels: channels, multiplier: 1, window: .same(9, 9, filter: filter),
      .bytes(input: ByteRange(isSigned: true, zeroPoint: 3), output: ByteRange(isSigned: true, zeroPoint: 0)))
    let requantization = Requantization.Weights(
      factors: [FixedPointMultiplier(0.004)], bias: nil, channels: channels)
    let filter = (0..<filter * filter * channels).map { Int16($0 % 200 - 100) }
    let kernel = DepthwiseConvolution.family.kernel(
      for: problem, weights: .bytes(filter: filter, requantization), requested: nil, code: CodeAllocator()
    ).kernel
    #expect(declaredByteCount(kernel) <= problem.packedByteCount)
  }
}
