import TFLiteFormat
import TensorKernels

/// A prepared integer ``SingularValueFilter``, with LiteRT's bits.
final class PreparedIntegerFilter: PreparedOperator {
  private let shape: SingularValueFilter.Shape
  private let features: [Int8], times: [Int16]
  private let bias: [Int32]
  private let inputZeroPoint: Int32, outputZeroPoint: Int32
  /// From sums of features to results, and from sums of results to outputs.
  private let resultFactor: FixedPointMultiplier, outputFactor: FixedPointMultiplier

  init(
    _ shape: SingularValueFilter.Shape, _ inputs: Operands, output: TensorType
  ) throws(OperatorError) {
    self.shape = shape
    features = try inputs.constant(1).withUnsafeBytes { $0.map { Int8(bitPattern: $0) } }
    times = try inputs.constant(2).withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map { Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
    }
    bias = inputs.optional(3) == nil ? [Int32](repeating: 0, count: shape.outputs) : try inputs.int32s(3)
    let input = try inputs.required(0).type.tensorScale("input 0")
    let state = try inputs.required(4).type.tensorScale("input 4").scale
    let target = try output.tensorScale("the output")
    (inputZeroPoint, outputZeroPoint) = (Int32(input.zeroPoint), Int32(target.zeroPoint))
    // In float32, as in LiteRT's `svdf.cc`.
    resultFactor = FixedPointMultiplier(Double(input.scale * (try inputs.weightScale(1)) / state))
    outputFactor = FixedPointMultiplier(Double(state * (try inputs.weightScale(2)) / target.scale))
  }

  var provider: KernelProvider { .reference }
  var heldByteCount: Int { features.count + times.count * 2 + bias.count * 4 }

  var usefulShareCount: Int { shape.usefulShareCount }

  /// A unit is an output of a sequence, with its filters.
  func run(_ io: OperatorIO) {
    let states = io.inputs[4].unsafelyUnwrapped.assumingMemoryBound(to: Int16.self)
    for unit in io.share(of: shape.batch * shape.outputs) {
      let (sequence, output) = unit.quotientAndRemainder(dividingBy: shape.outputs)
      let input = io.input(0, as: Int8.self) + sequence * shape.features
      var sum = bias[output]
      for filter in output * shape.rank..<(output + 1) * shape.rank {
        let state = states + (sequence * shape.filters + filter) * shape.times
        state.update(from: state + 1, count: shape.times - 1)
        var result: Int32 = 0
        for i in 0..<shape.features {
          result &+= Int32(features[filter * shape.features + i]) &* (Int32(input[i]) &- inputZeroPoint)
        }
        state[shape.times - 1] = Int16(clamping: resultFactor.product(result))
        for i in 0..<shape.times { sum &+= Int32(state[i]) &* Int32(times[filter * shape.times + i]) }
      }
      io.output(0, as: Int8.self)[unit] = Int8(clamping: outputFactor.product(sum) &+ outputZeroPoint)
    }
  }
}
