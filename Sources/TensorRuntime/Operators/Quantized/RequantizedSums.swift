import TFLiteFormat
import TensorKernels

/// Exact sums, as floats, to quantized bytes: bias, fixed-point factor of the channel, zero point, limits.
///
/// - Inputs: sums, whose last axis is the channels; a second tensor of sums, which counts 16 times, if the filter was
///   split in two; optionally, a bias per channel. Output: bytes of the sums' shape.
/// - Formula: `limits(zeroPoint + factor[c] · (sum + 16 · high + bias[c]))`, rounded like ``FixedPointMultiplier``,
///   with `factor[c] = input scale · filter scale[c] / output scale`.
struct RequantizedSums: TypedOperation {
  let name: String
  /// Element type and quantization of the output.
  let type: TensorType
  /// One per channel, or one for all.
  let filterScales: [Float]
  let inputScale: Float, outputScale: Float
  let zeroPoint: Int
  let limits: ClosedRange<Int>

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    [try TensorType(type.elementType, inputs.type(0).shape, quantization: type.quantization)]
  }

  func packedByteCount(inputs: Operands) -> Int {
    filterScales.count * MemoryLayout<FixedPointMultiplier>.stride
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let output = context.outputs[0]
    let channels = max(output.shape.last ?? 1, 1)
    return Prepared(
      rows: output.elementCount / channels, channels: channels,
      factors: filterScales.map { FixedPointMultiplier(Double(inputScale) * Double($0) / Double(outputScale)) },
      zeroPoint: Int32(zeroPoint), lower: Int32(limits.lowerBound), upper: Int32(limits.upperBound),
      hasHigh: context.inputs.optional(1) != nil, hasBias: context.inputs.optional(2) != nil)
  }

  private struct Prepared: PreparedOperator {
    let rows: Int, channels: Int
    let factors: [FixedPointMultiplier]
    let zeroPoint: Int32, lower: Int32, upper: Int32
    let hasHigh: Bool, hasBias: Bool
    var provider: KernelProvider { .reference }

    var usefulShareCount: Int { rows * channels / ThreadGrain.costlyElements }

    func run(_ io: OperatorIO) {
      let sums: UnsafePointer<Float> = io.input(0)
      let high: UnsafePointer<Float>? = hasHigh ? io.input(1) : nil
      let bias: UnsafePointer<Int32>? = hasBias ? io.input(2, as: Int32.self) : nil
      let target: UnsafeMutablePointer<UInt8> = io.output(0, as: UInt8.self)
      let factorStep = factors.count == 1 ? 0 : 1
      factors.withUnsafeBufferPointer { factors in
        for row in io.share(of: rows) {
          for channel in 0..<channels {
            let index = row * channels + channel
            var sum = Int32(sums[index])
            if let high { sum &+= Int32(high[index]) &* 16 }
            if let bias { sum &+= bias[channel] }
            let value = factors[channel * factorStep].product(sum) &+ zeroPoint
            target[index] = UInt8(truncatingIfNeeded: max(lower, min(value, upper)))
          }
        }
      }
    }
  }
}
