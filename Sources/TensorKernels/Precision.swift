/// The arithmetic that a network may use.
public enum Precision: String, CaseIterable, Sendable, Codable {
  /// Float32 throughout, in the order of additions of TFLite's kernels: its results, to rounding or to the bit.
  case exact
  /// Pointwise and first-layer convolutions use 16-bit integers where that is faster: values have 13 bits plus sign and
  /// one scale per four pixels, or per input rows of an output row; weights have 16 bits and a scale per output
  /// channel. Depthwise convolutions between RELU6 of such convolutions use 16-bit integers with fixed scales.
  /// Everything else is float32; pictures may be enlarged after such a convolution instead of before.
  case fast
}
