/// The arithmetic that a network may use.
public enum Precision: String, CaseIterable, Sendable, Codable {
  /// Float32 throughout, in the order of additions of TFLite's kernels: its results, to rounding or to the bit.
  case exact
  /// 1×1 convolutions, and those over pictures of few channels, whose sums are of 16-bit integers, where that is
  /// faster: values as 13 bits and a sign with a scale for four pixels, or for the rows under a row of the output;
  /// weights as 16 bits with a scale for each output channel. Depthwise convolutions between RELU6 of such convolutions
  /// are of 16-bit integers, too, of fixed scales. Everything else is float32; pictures may be enlarged after such a
  /// convolution instead of before.
  case fast

  /// Whether a layer takes integers: where emitted code does. Other kernels follow the same rule on request, so that
  /// all providers compute the same.
  static func takesIntegers(requested: KernelProvider?, ifEmitted isSupported: @autoclosure () -> Bool) -> Bool {
    switch requested {
    case nil, .machineCode: isSupported()
    case .simd, .blas, .reference: true
    }
  }
}
