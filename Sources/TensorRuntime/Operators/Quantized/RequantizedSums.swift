import TFLiteFormat
import TensorKernels

/// Exact sums, as floats, to quantised bytes: bias, fixed-point factor of the channel, zero point, limits.
///
/// - Inputs: sums, of which the last axis is the channels; perhaps a second tensor of sums, which counts 16 times, where the
///   filter was cut in two. Output: bytes of the same shape.
/// - Formula: `limits(zeroPoint + factor[c] · (sum + 16 · high + bias[c]))`, rounded as ``FixedPointMultiplier`` says.
struct RequantizedSums: NodeOperation {
  let name: String
  /// Element type and quantisation of the output.
  let type: TensorType
  /// One a channel, or one for all.
  let factors: [FixedPointMultiplier]
  let bias: [Int32]
  let zeroPoint: Int
  let limits: ClosedRange<Int>

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    [try TensorType(type.elementType, inputs.type(0).shape, quantization: type.quantization)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let output = context.outputs[0]
    let channels = max(factors.count == 1 ? 1 : output.shape.last ?? 1, 1)
    return Prepared(
      rows: output.elementCount / channels, channels: channels, factors: factors, bias: bias,
      zeroPoint: Int32(zeroPoint), lower: Int32(limits.lowerBound), upper: Int32(limits.upperBound),
      hasHigh: context.inputs.count == 2)
  }

  private struct Prepared: PreparedOperator {
    let rows: Int, channels: Int
    let factors: [FixedPointMultiplier]
    let bias: [Int32]
    let zeroPoint: Int32, lower: Int32, upper: Int32
    let hasHigh: Bool
    var provider: KernelProvider { .simd }

    var usefulThreadCount: Int { rows * channels >> 12 }

    func run(_ io: OperatorIO) {
      let sums: UnsafePointer<Float> = io.input(0)
      let high: UnsafePointer<Float>? = hasHigh ? io.input(1) : nil
      let target: UnsafeMutablePointer<UInt8> = io.output(0, as: UInt8.self)
      factors.withUnsafeBufferPointer { factors in
        bias.withUnsafeBufferPointer { bias in
          for row in io.share(of: rows) {
            for channel in 0..<channels {
              let index = row * channels + channel
              var sum = Int32(sums[index])
              if let high { sum &+= Int32(high[index]) &* 16 }
              let value = factors[channel].product(sum &+ bias[channel]) &+ zeroPoint
              target[index] = UInt8(truncatingIfNeeded: max(lower, min(value, upper)))
            }
          }
        }
      }
    }
  }
}
