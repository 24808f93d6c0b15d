import TensorKernels

/// What turns a layer's sums into quantized bytes, channel by channel: the bias and the fixed-point factor.
///
/// It refers to the scales and the bias of the file and computes factors when a kernel asks for them, since any number
/// of layers may share a filter of very many channels.
struct ChannelFactors: Sendable {
  /// One scale per channel of the filter, or one for all.
  let filterScales: [Float]
  let inputScale: Float, outputScale: Float
  /// Whether the product of the scales is rounded to float32 first, as LiteRT's convolutions of uint8 do.
  let roundsProducts: Bool
  /// One number per channel; nil for none.
  let bias: ConstantTensor?

  /// One factor per channel, or one for all.
  var factors: [FixedPointMultiplier] {
    filterScales.map { filter in
      let product = roundsProducts ? Double(inputScale * filter) : Double(inputScale) * Double(filter)
      return FixedPointMultiplier(product / Double(outputScale))
    }
  }

  /// The numbers of the bias.
  var biasValues: [Int32]? { bias?.int32s }
}
