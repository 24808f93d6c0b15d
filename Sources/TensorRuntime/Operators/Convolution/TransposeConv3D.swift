import TFLiteFormat
import TensorKernels

/// Transposed 3D convolution (TFLite `CONV_3D_TRANSPOSE`), as a 2D one of each picture with all taps along the depth
/// side by side in its channels, which are then added to their output pictures.
///
/// - Inputs: the output's shape, a constant; filter `[depth, height, width, out, in]`; pictures
///   `[batch, depth, height, width, in]`; bias `[out]`, optional.
/// - Output: of the given shape. Padding is that of the convolution that would produce the input from it.
/// - Formula: ``TransposedConvolution``, with a third axis of taps and distances between taps. Sums are added in
///   another order than LiteRT's.
struct TransposeConv3D: Operator {
  static let tfliteName = "CONV_3D_TRANSPOSE"
  static let builtinCode = 141

  private let options: Conv3DOptions

  init(parsing options: OperatorOptions) throws(OperatorError) { self.options = try Conv3DOptions(parsing: options) }

  func packsWeights(_ index: Int) -> Bool { index != 2 }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferForm(inputs) }

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let operands = form.operands
    try operands.expectCount(3...4)
    let picture = try operands.type(2, rank: 5...5).shape
    let shape = try shape(operands, picture: picture)
    let filter = try operands.type(1, rank: 5...5).shape
    let depth = try options.depth.window(input: (shape[1], 1), filter: (filter[0], 1))
    let window = try options.window.window(input: (shape[2], shape[3]), filter: (filter[1], filter[2]))
    guard [depth.outputHeight, window.outputHeight, window.outputWidth] == Array(picture[1..<4]) else {
      throw .inputShape(
        input: 2, expected: "as many pictures, rows and columns as the convolution of \(shape) gives", found: picture)
    }
    let taps = try taps(depth), pictureSize = shape[2] * shape[3] * shape[4]

    // Each picture with each tap along the depth.
    let batch = try TensorType(.float32, Array(picture[0..<2])).elementCount
    let channels = try TensorType(.float32, [filter[0], filter[3]]).elementCount
    let (dilationY, dilationX) = (options.window.dilationY, options.window.dilationX)
    var weights = try form.add(
      SpreadTaps(name: name, interior: [0, dilationY - 1, dilationX - 1, 0, 0]), [.input(1)])[0]
    weights = try form.add(Transpose(), [weights, form.constant([0, 3, 1, 2, 4])])[0]
    let sides = [(window.filterHeight - 1) * dilationY + 1, (window.filterWidth - 1) * dilationX + 1]
    weights = try form.add(Reshape(to: [channels] + sides + [filter[4]]), [weights])[0]
    var pictures = try form.add(Reshape(to: [batch] + picture[2...]), [.input(2)])[0]
    let convolution = TransposeConv(
      window: try WindowOptions(
        stride: (options.window.strideY, options.window.strideX), padding: options.window.padding))
    pictures = try form.add(
      convolution, [form.constant([batch, shape[2], shape[3], channels]), weights, pictures])[0]

    // Their sums.
    pictures = try form.add(Reshape(to: [batch, shape[2] * shape[3], filter[0], filter[3]]), [pictures])[0]
    pictures = try form.add(Transpose(), [pictures, form.constant([0, 2, 1, 3])])[0]
    pictures = try form.add(Reshape(to: [picture[0], picture[1] * filter[0], pictureSize]), [pictures])[0]
    // A picture of zeros for those that have fewer taps than others.
    pictures = try form.add(Pad(), [pictures, form.constant([0, 0, 0, 1, 0, 0], [3, 2])])[0]
    pictures = try form.add(
      Gather(axis: 1), [pictures, form.constant(taps.flatMap { $0 }, [taps.count, taps[0].count])])[0]
    let sums = try form.add(Sum(keepsDimensions: false), [pictures, form.constant([2])])[0]
    try finish(&form, sums, [picture[0]] + shape[1...])
    return true
  }

  /// Adds the bias and the activation.
  private func finish(
    _ form: inout QuantizedForm, _ sums: QuantizedForm.Tensor, _ shape: [Int]
  ) throws(OperatorError) {
    let reshape = Reshape(to: shape)
    if form.operands.optional(3) != nil {
      try form.finish(Add(options.activation), [form.add(reshape, [sums])[0], .input(3)])
    } else if let activation = options.activation.operation {
      try form.finish(activation, form.add(reshape, [sums]))
    } else {
      try form.finish(reshape, [sums])
    }
  }

  /// The output's shape, which fits filter, bias and pictures.
  private func shape(_ operands: Operands, picture: [Int]) throws(OperatorError) -> [Int] {
    let filter = try operands.type(1, rank: 5...5).shape
    guard !filter.contains(0), filter[4] == picture[4] else {
      throw .inputShape(input: 1, expected: "[depth, height, width, out, \(picture[4])], all positive", found: filter)
    }
    _ = try operands.type(0, of: [.int32], rank: 1...1)
    let shape = try operands.integers(0)
    // A model that is resized to a batch keeps the shape of one picture.
    guard shape.count == 5, [1, picture[0]].contains(shape[0]), shape[4] == filter[3] else {
      throw .inputShape(
        input: 0, expected: "[\(picture[0]), depth, height, width, \(filter[3])]",
        found: try operands.required(0).type.shape)
    }
    _ = try TensorType(.float32, [picture[0]] + shape[1...])
    try checkBias(operands, at: 3, channels: filter[3])
    return shape
  }

  /// For each output picture, the places of what is added to it: a picture with a tap, or the picture of zeros after
  /// all of them.
  private func taps(_ depth: Window2D) throws(OperatorError) -> [[Int]] {
    let count = saturatingProduct(depth.outputHeight, depth.filterHeight)
    guard count <= FixedLimits.pictureCount, (1...FixedLimits.pictureCount).contains(depth.inputHeight) else {
      throw .value(name: "pictures under the filter", count)
    }
    var taps = [[Int]](repeating: [], count: depth.inputHeight)
    for place in 0..<count {
      let picture = depth.firstRow(place / depth.filterHeight) + place % depth.filterHeight * depth.dilationY
      if taps.indices.contains(picture) { taps[picture].append(place) }
    }
    let most = max(taps.map { $0.count }.max() ?? 0, 1)
    guard saturatingProduct(most, taps.count) <= FixedLimits.pictureCount else {
      throw .value(name: "pictures under the filter", saturatingProduct(most, taps.count))
    }
    return taps.map { $0 + [Int](repeating: count, count: most - $0.count) }
  }
}

/// A filter with zeros between its taps.
private struct SpreadTaps: NodeOperation {
  let name: String
  /// The zeros between neighbors along each axis.
  let interior: [Int]

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let none = interior.map { _ in 0 }
    return try InteriorPadding(low: none, high: none, interior: interior).movement(of: inputs.type(0), value: nil)
      .inferred(by: OperationBox(self))
  }
}
