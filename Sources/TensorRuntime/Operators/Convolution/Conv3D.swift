import TFLiteFormat

/// 3D convolution (TFLite `CONV_3D`), as a 2D one for each output picture over the channels of all pictures under the
/// filter.
///
/// - Inputs: pictures `[batch, depth, height, width, in]`; filter `[depth, height, width, in, out]`; bias `[out]`,
///   optional.
/// - Output: `[batch, ⌈depth / stride⌉, …, out]` for same padding, whole windows only for valid padding.
/// - Formula: ``Convolution``, with a third axis of taps. Sums are added in another order than LiteRT's.
struct Conv3D: Operator {
  static let tfliteName = "CONV_3D"
  static let builtinCode = 132

  private let options: Conv3DOptions

  init(parsing options: OperatorOptions) throws(OperatorError) { self.options = try Conv3DOptions(parsing: options) }

  func packsWeights(_ index: Int) -> Bool { index > 0 }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferForm(inputs) }

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let operands = form.operands
    try operands.expectCount(2...3)
    let shape = try operands.type(0, rank: 5...5).shape
    let filter = try operands.type(1, rank: 5...5).shape
    guard !filter.contains(0), filter[3] == shape[4] else {
      throw .inputShape(input: 1, expected: "[depth, height, width, \(shape[4]), out], all positive", found: filter)
    }
    let taps = try options.depth.window(input: (shape[1], 1), filter: (filter[0], 1))

    // The pictures under each output picture, side by side in its channels.
    var pictures = QuantizedForm.Tensor.input(0)
    let after = max(taps.firstRow(taps.outputHeight - 1) + (filter[0] - 1) * options.depth.dilationY + 1 - shape[1], 0)
    if taps.paddingTop > 0 || after > 0 {
      let counts = [0, 0, taps.paddingTop, after, 0, 0, 0, 0, 0, 0]
      pictures = try form.add(Pad(), [pictures, form.constant(counts, [5, 2])])[0]
    }
    // Pictures without pixels may be any number.
    let (count, overflows) = taps.outputHeight.multipliedReportingOverflow(by: filter[0])
    guard !overflows, count <= FixedLimits.pictureCount else { throw .value(name: "pictures under the filter", count) }
    let first = (0..<taps.outputHeight).map { $0 * options.depth.strideY }
    let indices = first.flatMap { first in (0..<filter[0]).map { first + $0 * options.depth.dilationY } }
    pictures = try form.add(Gather(axis: 1), [pictures, form.constant(indices, [first.count, filter[0]])])[0]
    pictures = try form.add(Transpose(), [pictures, form.constant([0, 1, 3, 4, 2, 5])])[0]
    let batch = try TensorType(.float32, [shape[0], first.count]).elementCount
    let channels = try TensorType(.float32, [filter[0], shape[4]]).elementCount
    pictures = try form.add(Reshape(to: [batch, shape[2], shape[3], channels]), [pictures])[0]

    var weights = try form.add(Transpose(), [.input(1), form.constant([4, 1, 2, 0, 3])])[0]
    weights = try form.add(Reshape(to: [filter[4], filter[1], filter[2], channels]), [weights])[0]

    let convolution = Conv2D(window: options.window, activation: options.activation)
    let result = try form.add(convolution, [pictures, weights] + form.inputs.dropFirst(2))[0]
    let output = try options.window.window(input: (shape[2], shape[3]), filter: (filter[1], filter[2]))
    try form.finish(
      Reshape(to: [shape[0], first.count, output.outputHeight, output.outputWidth, filter[4]]), [result])
    return true
  }
}

/// The options of 3D convolutions, transposed or not.
struct Conv3DOptions: Sendable {
  /// Height and width.
  let window: WindowOptions
  /// Depth, as the height of a picture of one column.
  let depth: WindowOptions
  let activation: FusedActivation

  init(parsing options: OperatorOptions) throws(OperatorError) {
    let padding = try WindowPadding(code: options.byte(0))
    window = try WindowOptions(
      stride: (options.integer(3), options.integer(2)),
      dilation: (options.integer(7, default: 1), options.integer(6, default: 1)), padding: padding)
    depth = try WindowOptions(
      stride: (options.integer(1), 1), dilation: (options.integer(5, default: 1), 1), padding: padding)
    activation = try options.activation(4)
  }
}

extension QuantizedForm {
  /// A vector of int32, or a tensor of another shape.
  mutating func constant(_ values: [Int], _ shape: [Int]? = nil) throws(OperatorError) -> Tensor {
    add(try ConstantTensor(integers: values, as: .int32, shape: shape ?? [values.count]))
  }
}
