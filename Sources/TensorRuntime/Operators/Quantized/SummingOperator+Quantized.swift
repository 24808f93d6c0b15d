import TFLiteFormat
import TensorKernels

extension SummingOperator {
  /// Exact sums of a layer with a quantized filter; false if the layer is not of that kind, or sums may be too large.
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let places = Self.summedInputs, operands = form.operands
    let (picture, filter) = (try operands.required(places.picture).type, try operands.required(places.filter))
    guard let constant = filter.constant, filter.type.isQuantized,
      picture.isQuantized || picture.elementType == .float32,
      filter.type.shape.indices.contains(Self.filterChannelAxis)
    else { return false }
    let axis = Self.filterChannelAxis
    let channels = filter.type.shape[axis]
    let (scales, zero) = try filter.type.channelScales("input \(places.filter)", axis: axis, count: channels)
    try checkSums(form)
    if picture.isQuantized, try addProduct(&form, constant, scales, zero) { return true }
    if picture.isQuantized, try addDepthwise(&form, constant, scales, zero) { return true }
    guard let integers = try IntegerFilter(constant, zeroPoint: zero, axis: axis, largestInput: 255) else {
      return false
    }
    if picture.isQuantized {
      try addRequantized(&form, integers, scales)
      return true
    }
    // Only a filter that is not split: the second of two sums would not be added.
    guard integers.high == nil, channels > 0 else { return false }
    try addRescaled(&form, integers, scales)
    return true
  }

  /// Bytes in, bytes out.
  private func addRequantized(
    _ form: inout QuantizedForm, _ integers: IntegerFilter, _ filterScales: [Float]
  ) throws(OperatorError) {
    let places = Self.summedInputs, operands = form.operands
    let picture = try operands.required(places.picture).type
    let (scale, zeroPoint) = try picture.tensorScale("input \(places.picture)")
    let output = try operands.quantizedOutput([], like: picture)
    let target = try ByteScale(output, "the output", activation: activation)
    try checkBias(form, of: .int32)
    let widened = try form.add(WidenedBytes(name: name, zeroPoint: zeroPoint), [form.inputs[places.picture]])
    let sums = try addSums(&form, integers, picture: widened[0])
    try form.finish(
      RequantizedSums(
        name: name, type: output,
        factors: factors(filterScales, input: scale, output: target),
        rounding: Self.rounding, bias: try biasValues(form), output: target.range),
      [sums[0], sums.count > 1 ? sums[1] : nil])
  }

  /// Bytes in, bytes out, as one convolution of bytes; false if the layer is not one, or if no code is emitted.
  private func addProduct(
    _ form: inout QuantizedForm, _ filter: ConstantTensor, _ filterScales: [Float], _ filterZero: Int
  ) throws(OperatorError) -> Bool {
    let places = Self.summedInputs, operands = form.operands
    let (picture, shape) = (try operands.required(places.picture).type, filter.type.shape)
    guard let convolution = try convolutionProblem(picture: picture.shape, filter: shape), convolution.groups == 1
    else { return false }
    let source = try ByteScale(picture, "input \(places.picture)")
    let output = try operands.quantizedOutput([], like: picture)
    let target = try ByteScale(output, "the output", activation: activation)
    let problem = ByteConvolution.Problem(
      convolution, input: source.range, output: target.range, rounding: Self.rounding)
    guard problem.pays else { return false }
    try checkBias(form, of: .int32)
    let product = ByteProduct(
      name: name, problem: problem, type: output,
      shape: try infer(
        operands.replacing(places.bias, by: nil).mapTypes { (type) throws(OperatorError) in
          try TensorType(.float32, type.shape)
        }
      ).outputs[0].shape,
      filter: filter, filterRange: ByteRange(isSigned: filter.type.elementType == .int8, zeroPoint: filterZero),
      factors: factors(filterScales, input: source.scale, output: target),
      bias: try biasValues(form))
    try form.finish(product, [form.inputs[places.picture]])
    return true
  }

  /// Bytes in, bytes out, as a depthwise convolution of bytes; false if the layer is not one, or takes other
  /// kernels.
  private func addDepthwise(
    _ form: inout QuantizedForm, _ filter: ConstantTensor, _ filterScales: [Float], _ filterZero: Int
  ) throws(OperatorError) -> Bool {
    let places = Self.summedInputs, operands = form.operands
    let picture = try operands.required(places.picture).type
    guard Self.rounding == .twice,
      let depthwise = try depthwiseProblem(picture: picture.shape, filter: filter.type.shape)
    else { return false }
    let source = try ByteScale(picture, "input \(places.picture)")
    let output = try operands.quantizedOutput([], like: picture)
    let target = try ByteScale(output, "the output", activation: activation)
    let problem = ByteDepthwiseConvolution.Problem(depthwise, input: source.range, output: target.range)
    guard problem.pays else { return false }
    try checkBias(form, of: .int32)
    let window = depthwise.window
    let operation = ByteDepthwise(
      name: name, problem: problem,
      type: try TensorType(
        output.elementType, [depthwise.batch, window.outputHeight, window.outputWidth, depthwise.channels],
        quantization: output.quantization),
      filter: filter, filterRange: ByteRange(isSigned: filter.type.elementType == .int8, zeroPoint: filterZero),
      factors: factors(filterScales, input: source.scale, output: target), bias: try biasValues(form))
    try form.finish(operation, [form.inputs[places.picture]])
    return true
  }

  /// What sums are multiplied by: one factor per channel, or one for all.
  private func factors(
    _ filterScales: [Float], input: Float, output: ByteScale
  ) -> [FixedPointMultiplier] {
    filterScales.map {
      FixedPointMultiplier(sumScale(input, $0, isSigned: output.range.isSigned) / Double(output.scale))
    }
  }

  /// What a sum's unit stands for: the product of the scales of input and filter, which LiteRT's convolutions of uint8
  /// calculate in float32.
  private func sumScale(_ input: Float, _ filter: Float, isSigned: Bool) -> Double {
    !isSigned && Self.rounding == .twice ? Double(input * filter) : Double(input) * Double(filter)
  }

  /// The numbers of the bias, if there is one.
  private func biasValues(_ form: QuantizedForm) throws(OperatorError) -> [Int32]? {
    let place = Self.summedInputs.bias
    guard form.operands.optional(place) != nil else { return nil }
    return try form.operands.int32s(place)
  }

  /// Floats in, floats out: the hybrid form.
  private func addRescaled(
    _ form: inout QuantizedForm, _ integers: IntegerFilter, _ filterScales: [Float]
  ) throws(OperatorError) {
    let places = Self.summedInputs
    let picture = try form.operands.required(places.picture).type
    let filter = try form.operands.required(places.filter).type.shape
    let rowLength = filter.dropFirst().reduce(1, *)
    let groups = filter.count == 2 ? picture.elementCount / max(rowLength, 1) : picture.shape.first ?? 1
    try checkBias(form, of: .float32)
    let isAsymmetric = quantizesAsymmetrically(picture: picture.shape, filter: filter, filterScales: filterScales)
    let quantized = try form.add(
      DynamicQuantization(name: name, groups: groups, isAsymmetric: isAsymmetric),
      [form.inputs[places.picture]])
    let sums = try addSums(&form, integers, picture: quantized[0])
    let hasOneScale = !isAsymmetric && !filterScales.contains { $0 != filterScales[0] }
    try form.finish(
      RescaledSums(
        name: name, filterScales: hasOneScale ? [filterScales[0]] : filterScales, activation: activation),
      [sums[0], quantized[1], bias(form)])
  }

  /// Checks the shapes of a layer, and that its filter as floats is not too large for a tensor, before the filter is
  /// converted.
  private func checkSums(_ form: QuantizedForm) throws(OperatorError) {
    let places = Self.summedInputs
    var inputs = form.operands.replacing(places.bias, by: nil)
    for place in [places.picture, places.filter] {
      let type = try TensorType(.float32, inputs.required(place).type.shape)
      guard type.byteCount <= form.tensorByteCount else {
        throw .tensorTooLarge(shape: type.shape, byteCount: type.byteCount, limit: form.tensorByteCount)
      }
      inputs = inputs.replacing(place, by: Operand(type))
    }
    _ = try infer(inputs)
  }

  /// The layer's sums with the filter as floats: one tensor, or a low and a high one.
  private func addSums(
    _ form: inout QuantizedForm, _ filter: IntegerFilter, picture: QuantizedForm.Tensor
  ) throws(OperatorError) -> [QuantizedForm.Tensor] {
    let places = Self.summedInputs
    var inputs = form.inputs
    inputs[places.picture] = picture
    if places.bias < inputs.count { inputs[places.bias] = nil }
    var sums: [QuantizedForm.Tensor] = []
    for constant in [filter.low, filter.high] {
      guard let constant else { continue }
      inputs[places.filter] = form.add(constant)
      sums += try form.add(withoutActivation, inputs)
    }
    return sums
  }

  /// The bias, if there is one.
  private func bias(_ form: QuantizedForm) -> QuantizedForm.Tensor? {
    let place = Self.summedInputs.bias
    return place < form.inputs.count ? form.inputs[place] : nil
  }

  /// Checks that a bias, if present, is a constant with one number for each channel.
  private func checkBias(_ form: QuantizedForm, of elementType: ElementType) throws(OperatorError) {
    let place = Self.summedInputs.bias, operands = form.operands
    guard operands.optional(place) != nil else { return }
    let channels = try operands.required(Self.summedInputs.filter).type.shape[Self.filterChannelAxis]
    let type = try operands.type(place, of: [elementType])
    guard type.elementCount == channels else {
      throw .inputShape(input: place, expected: "one bias for each of \(channels) channels", found: type.shape)
    }
    _ = try operands.constant(place)
  }
}
