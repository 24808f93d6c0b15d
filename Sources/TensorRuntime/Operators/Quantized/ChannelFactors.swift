import TensorKernels

/// Each channel's bias and fixed-point factor, which requantize a layer's sums.
///
/// Refers to the file's scales and bias, and computes factors on demand, since many layers may share a filter with many
/// channels.
struct ChannelFactors: Sendable {
  /// One per channel, or one for all.
  let filterScales: [Float]
  let inputScale: Float, outputScale: Float
  /// Whether products of scales are first rounded to float32, as in LiteRT's uint8 convolutions.
  let roundsProducts: Bool
  /// One per channel; nil for none.
  let bias: ConstantTensor?

  /// One per channel, or one for all.
  var factors: [FixedPointMultiplier] {
    filterScales.map { filter in
      let product = roundsProducts ? Double(inputScale * filter) : Double(inputScale) * Double(filter)
      return FixedPointMultiplier(product / Double(outputScale))
    }
  }

  var biasValues: [Int32]? { bias?.int32s }
}
