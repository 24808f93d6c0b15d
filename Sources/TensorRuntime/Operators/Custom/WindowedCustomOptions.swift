import TFLiteFormat
import TensorKernels

/// TFLite's `TfLitePoolParams` as in memory: the options of MediaPipe's pooling operators with places.
struct WindowedCustomOptions: Sendable {
  let window: WindowOptions
  let filterHeight: Int, filterWidth: Int
  let activation: FusedActivation

  /// Reads six 32-bit integers: padding (1 same, 2 valid), stride along width and height, extent along width and
  /// height, activation.
  init(_ options: Bytes) throws(OperatorError) {
    var values: [Int] = []
    for place in 0..<6 {
      guard let value = options.integer(Int32.self, at: place * 4) else {
        throw .customOptions("\(options.count) bytes, expected padding, strides, extents and activation")
      }
      values.append(Int(value))
    }
    for (name, value) in [("filter_width", values[3]), ("filter_height", values[4])] {
      guard (1...FixedLimits.customExtent).contains(value) else { throw .option(name: name, value: value) }
    }
    window = try WindowOptions(stride: (values[2], values[1]), padding: WindowPadding(code: values[0] - 1))
    (filterWidth, filterHeight) = (values[3], values[4])
    activation = try FusedActivation(code: values[5])
  }
}
