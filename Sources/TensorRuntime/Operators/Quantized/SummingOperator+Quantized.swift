import TFLiteFormat
import TensorKernels

extension SummingOperator {
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool { try quantizeSums(&form) }

  /// Exact sums of a layer with a quantized filter; false if the layer is not of that kind, or sums may be too large.
  func quantizeSums(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let places = Self.summedInputs, operands = form.operands
    let (picture, filter) = (try operands.required(places.picture).type, try operands.required(places.filter))
    if let constant = filter.constant, constant.isInBlocks, filter.type.shape.count == 2,
      picture.elementType == .float32
    {
      try checkSums(form)
      try addRescaled(&form, filters: [.input(places.filter)], [1], .blocks)
      return true
    }
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
    let isAsymmetric = quantizesAsymmetrically(
      picture: picture.shape, filter: filter.type.shape, filterScales: scales)
    let kind: RowQuantization.Kind = isAsymmetric ? .asymmetric : .symmetric
    if !picture.isQuantized, channels > 0, try addScaledProduct(&form, constant, scales, zero, kind) { return true }
    func digits(_ counts: [Int], haveValues: Bool = false) throws(OperatorError) -> [ConstantTensor]? {
      try IntegerFilter.digits(
        constant, zeroPoint: zero, axis: axis, largestInput: 255, counts: counts, haveValues: haveValues)
    }
    if picture.isQuantized {
      guard let filters = try digits([1, 2]) else { return false }
      try addRequantized(&form, filters, scales)
      return true
    }
    guard channels > 0 else { return false }
    var filters = try digits([1])
    if filters == nil {
      if try addScaledProduct(&form, constant, scales, zero, kind, onlyIfItPays: false) { return true }
      filters = try digits([2, 4, 8], haveValues: true)
    }
    guard let filters else { return false }
    try addRescaled(&form, filters: filters.map { form.add($0) }, scales, kind)
    return true
  }

  /// Bytes in, bytes out.
  private func addRequantized(
    _ form: inout QuantizedForm, _ filters: [ConstantTensor], _ filterScales: [Float]
  ) throws(OperatorError) {
    let places = Self.summedInputs, operands = form.operands
    let picture = try operands.required(places.picture).type
    let (scale, zeroPoint) = try picture.tensorScale("input \(places.picture)")
    let output = try operands.quantizedOutput([], like: picture)
    let target = try ByteScale(output, "the output", activation: activation)
    try checkBias(form, of: .int32)
    let widened = try form.add(WidenedBytes(name: name, zeroPoint: zeroPoint), [form.inputs[places.picture]])
    let sums = try addSums(&form, filters: filters.map { form.add($0) }, picture: widened[0])
    try form.finish(
      RequantizedSums(
        name: name, type: output,
        channelFactors: try factors(form, filterScales, input: scale, output: target),
        rounding: Self.rounding, output: target.range),
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
      convolution,
      .bytes(ByteMatrixMultiply.Elements.Bytes(input: source.range, output: target.range, rounding: Self.rounding)))
    guard problem.pays else { return false }
    try checkBias(form, of: .int32)
    let product = QuantizedProduct(
      name: name, problem: problem,
      type: try TensorType(output.elementType, try outputShape(form), quantization: output.quantization),
      filter: filter, filterRange: ByteRange(isSigned: filter.type.elementType == .int8, zeroPoint: filterZero),
      channels: .factors(try factors(form, filterScales, input: source.scale, output: target)))
    try form.finish(product, [form.inputs[places.picture]])
    return true
  }

  /// Floats in, floats out, with integers in between; false if the layer is no convolution without groups, or, with
  /// `onlyIfItPays`, if no code is emitted.
  private func addScaledProduct(
    _ form: inout QuantizedForm, _ filter: ConstantTensor, _ filterScales: [Float], _ filterZero: Int,
    _ kind: RowQuantization.Kind, onlyIfItPays: Bool = true
  ) throws(OperatorError) -> Bool {
    let places = Self.summedInputs
    let picture = try form.operands.required(places.picture).type
    guard let convolution = try convolutionProblem(picture: picture.shape, filter: filter.type.shape),
      convolution.groups == 1, convolution.depth <= Self.mostScaledTerms
    else { return false }
    let hasOneScale = hasOneScale(filterScales, kind)
    let window = convolution.window
    // A filter with a zero point has nine bits.
    let isOfBytes =
      filter.type.elementType == .int8 && filterZero == 0 && ByteMatrixMultiply.Elements.Scaled.prefersBytes
    let problem = ByteConvolution.Problem(
      convolution,
      .scaled(
        ByteMatrixMultiply.Elements.Scaled(
          rowsPerScale: max(window.outputHeight * window.outputWidth, 1), hasOneScale: hasOneScale,
          isOfBytes: isOfBytes, lower: activation.limits.lower, upper: activation.limits.upper)))
    guard problem.pays || !onlyIfItPays else { return false }
    try checkBias(form, of: .float32)
    let bias = form.operands.optional(places.bias) == nil ? nil : try form.operands.constant(places.bias)
    let quantized = try form.addDynamicQuantization(
      name, input: places.picture, groups: convolution.batch, kind, output: isOfBytes ? .uint8 : .int16)
    let product = QuantizedProduct(
      name: name, problem: problem, type: try TensorType(.float32, try outputShape(form)), filter: filter,
      filterRange: ByteRange(isSigned: filter.type.elementType == .int8, zeroPoint: filterZero),
      channels: .scales(hasOneScale ? [filterScales[0]] : filterScales, bias: bias))
    try form.finish(product, quantized.map { $0 })
    return true
  }

  /// Terms of which sums of nine bits and a sign by eight bits and a sign fit in 32 bits.
  private static var mostScaledTerms: Int { 1 << 15 }

  /// Whether the scale of the input is multiplied by one of the filter, before the sums are, as LiteRT does.
  private func hasOneScale(_ filterScales: [Float], _ kind: RowQuantization.Kind) -> Bool {
    kind != .asymmetric && !filterScales.contains { $0 != filterScales[0] }
  }

  /// The shape of the layer's output.
  private func outputShape(_ form: QuantizedForm) throws(OperatorError) -> [Int] {
    let inputs = try form.operands.replacing(Self.summedInputs.bias, by: nil).mapTypes {
      (type) throws(OperatorError) in try TensorType(.float32, type.shape)
    }
    return try infer(inputs).outputs[0].shape
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
      channelFactors: try factors(form, filterScales, input: source.scale, output: target))
    try form.finish(operation, [form.inputs[places.picture]])
    return true
  }

  /// What sums are multiplied by, and the bias.
  private func factors(
    _ form: QuantizedForm, _ filterScales: [Float], input: Float, output: ByteScale
  ) throws(OperatorError) -> ChannelFactors {
    let place = Self.summedInputs.bias
    return ChannelFactors(
      filterScales: filterScales, inputScale: input, outputScale: output.scale,
      roundsProducts: !output.range.isSigned && Self.rounding == .twice,
      bias: form.operands.optional(place) == nil ? nil : try form.operands.constant(place))
  }

  /// Floats in, floats out: the hybrid form. A filter in blocks is multiplied by its scales before it is summed.
  ///
  /// The sums of several filters are added: those of two are rounded once, as an integer is that becomes a float.
  private func addRescaled(
    _ form: inout QuantizedForm, filters: [QuantizedForm.Tensor?], _ filterScales: [Float], _ kind: RowQuantization.Kind
  ) throws(OperatorError) {
    let places = Self.summedInputs
    let picture = try form.operands.required(places.picture).type
    let filter = try form.operands.required(places.filter).type.shape
    let rowLength = filter.dropFirst().reduce(1, *)
    let groups = filter.count == 2 ? picture.elementCount / max(rowLength, 1) : picture.shape.first ?? 1
    try checkBias(form, of: .float32)
    let quantized = try form.addDynamicQuantization(
      name, input: places.picture, groups: groups, kind, output: .float32)
    let sums = try addSums(&form, filters: filters, picture: quantized[0])
    var sum = sums[0]
    for next in sums.dropFirst() { sum = try form.add(Add(), [sum, next])[0] }
    try form.finish(
      RescaledSums(
        name: name, filterScales: hasOneScale(filterScales, kind) ? [filterScales[0]] : filterScales,
        activation: activation),
      [sum, quantized[1], bias(form)])
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

  /// The layer's sums with each of several filters of floats.
  private func addSums(
    _ form: inout QuantizedForm, filters: [QuantizedForm.Tensor?], picture: QuantizedForm.Tensor
  ) throws(OperatorError) -> [QuantizedForm.Tensor] {
    let places = Self.summedInputs
    var inputs = form.inputs
    inputs[places.picture] = picture
    if places.bias < inputs.count { inputs[places.bias] = nil }
    var sums: [QuantizedForm.Tensor] = []
    for filter in filters {
      inputs[places.filter] = filter
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
