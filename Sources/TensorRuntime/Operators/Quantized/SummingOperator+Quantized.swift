import KernelChoice
import TFLiteFormat
import TensorKernels

extension SummingOperator {
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool { try quantizeSums(&form) }

  /// Adds exact sums of a layer with a quantized filter; false if the layer is not of that kind, or sums may be too
  /// large.
  func quantizeSums(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let layer = SummedLayer(self)
    guard let filter = try layer.filter(form) else { return false }
    let shape = try layer.sums.infer(layer.floats(form)).outputs[0].shape
    if filter.constant.isInBlocks {
      try layer.addRescaled(&form, filters: [.input(layer.places.filter)], [1], .asymmetric)
      return true
    }
    if form.lowering.infersTypes, let type = try layer.outputType(form, shape: shape) {
      form.postpone(type)
      return true
    }
    let picture = try form.operands.required(layer.places.picture).type.shape, weights = filter.constant.type.shape
    return try layer.quantize(
      &form, filter, shape: shape, convolution: convolutionProblem(picture: picture, filter: weights),
      depthwise: depthwiseProblem(picture: picture, filter: weights),
      quantizesAsymmetrically(picture: picture, filter: weights, filterScales: filter.scales)
        ? .asymmetric : .symmetric)
  }
}

/// An operator's data for quantized forms: generic forms would be compiled for each operator.
struct SummedLayer {
  let name: String
  let activation: FusedActivation
  /// ``SummingOperator/summedInputs``, ``SummingOperator/filterChannelAxis`` and ``SummingOperator/rounding``.
  let places: (picture: Int, filter: Int, bias: Int), axis: Int, rounding: FixedPointMultiplier.Rounding
  /// The operator without its activation.
  let sums: any AnyOperation

  init<Use: SummingOperator>(_ use: Use) {
    (name, activation) = (use.name, use.activation)
    (places, axis, rounding) = (Use.summedInputs, Use.filterChannelAxis, Use.rounding)
    sums = OperationBox(use.withoutActivation)
  }

  /// A layer without activation and bias.
  init(_ sums: some NodeOperation, axis: Int) {
    (name, activation, places, rounding) = (sums.name, .none, (0, 1, 2), .twice)
    (self.axis, self.sums) = (axis, OperationBox(sums))
  }

  /// A quantized filter with one scale per channel, or one for all; block-quantized ones have neither.
  struct Filter {
    let constant: ConstantTensor
    let scales: [Float], zeroPoint: Int

    var range: ByteRange { ByteRange(isSigned: constant.type.elementType == .int8, zeroPoint: zeroPoint) }
  }

  /// Nil for layers without quantized forms.
  func filter(_ form: QuantizedForm) throws(OperatorError) -> Filter? {
    let picture = try form.operands.required(places.picture).type, filter = try form.operands.required(places.filter)
    guard let constant = filter.constant else { return nil }
    let shape = filter.type.shape
    if constant.isInBlocks, shape.count == 2, picture.elementType == .float32 {
      return Filter(constant: constant, scales: [], zeroPoint: 0)
    }
    guard filter.type.isQuantized, picture.isQuantized || picture.elementType == .float32, shape.indices.contains(axis)
    else { return nil }
    let (scales, zero) = try filter.type.channelScales("input \(places.filter)", axis: axis, count: shape[axis])
    if !picture.isQuantized, let signed = try constant.signed() {
      return Filter(constant: signed, scales: scales, zeroPoint: 0)
    }
    return Filter(constant: constant, scales: scales, zeroPoint: zero)
  }

  /// The output of all forms of a layer with a quantized filter; nil if it is not of the picture's elements, which only
  /// floats can become.
  func outputType(_ form: QuantizedForm, shape: [Int]) throws(OperatorError) -> TensorType? {
    let operands = form.operands, picture = try operands.required(places.picture).type
    // A computed bias begins a new stage.
    if operands.optional(places.bias) != nil { _ = try operands.constant(places.bias) }
    guard picture.isQuantized else { return try TensorType(.float32, shape) }
    guard try operands.declaredOutput().elementType == picture.elementType else { return nil }
    return try operands.quantizedOutput(shape, like: picture)
  }

  /// The forms of a layer of bytes or floats with a quantized filter, fastest first. Not inlined for each operator.
  @inline(never)
  func quantize(
    _ form: inout QuantizedForm, _ filter: Filter, shape: [Int], convolution: Convolution.Problem?,
    depthwise: DepthwiseConvolution.Problem?, _ kind: RowQuantization.Kind
  ) throws(OperatorError) -> Bool {
    let picture = try form.operands.required(places.picture).type, channels = filter.constant.type.shape[axis]
    let convolution = convolution.flatMap { $0.groups == 1 ? $0 : nil }
    func digits(_ counts: [Int], haveValues: Bool = false) throws(OperatorError) -> [ConstantTensor]? {
      try IntegerFilter.digits(
        filter.constant, zeroPoint: filter.zeroPoint, axis: axis, maxInput: 255, counts: counts,
        haveValues: haveValues)
    }
    if picture.isQuantized {
      if let convolution, let product = try product(form, convolution, filter, shape: shape) {
        try form.finish(product, [form.inputs[places.picture]])
        return true
      }
      if let depthwise, try addDepthwise(&form, depthwise, filter) { return true }
      guard let filters = try digits([1, 2]) else { return false }
      try addRequantized(&form, filters, filter.scales)
      return true
    }
    guard channels > 0 else { return false }
    if let convolution, try addScaledProduct(&form, convolution, filter, shape: shape, kind) { return true }
    var filters = try digits([1])
    if filters == nil {
      if let convolution, try addScaledProduct(&form, convolution, filter, shape: shape, kind, onlyIfItPays: false) {
        return true
      }
      filters = try digits([2, 4, 8], haveValues: true)
    }
    guard let filters else { return false }
    try addRescaled(&form, filters: filters.map { form.add($0) }, filter.scales, kind)
    return true
  }

  /// Bytes to bytes.
  private func addRequantized(
    _ form: inout QuantizedForm, _ filters: [ConstantTensor], _ filterScales: [Float]
  ) throws(OperatorError) {
    let operands = form.operands
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
        rounding: rounding, output: target.range),
      [sums[0], sums.count > 1 ? sums[1] : nil])
  }

  /// Bytes to bytes as a single byte convolution with the given output shape; nil if no code is emitted.
  func product(
    _ form: QuantizedForm, _ convolution: Convolution.Problem, _ filter: Filter, shape: [Int]
  ) throws(OperatorError) -> QuantizedProduct? {
    let operands = form.operands
    let picture = try operands.required(places.picture).type
    let source = try ByteScale(picture, "input \(places.picture)")
    let output = try operands.quantizedOutput([], like: picture)
    let target = try ByteScale(output, "the output", activation: activation)
    let problem = ByteConvolution.Problem(
      convolution,
      .bytes(ByteMatrixMultiply.Elements.Bytes(input: source.range, output: target.range, rounding: rounding)))
    guard ByteConvolution.family.emits(problem, requested: form.lowering.requested) else { return nil }
    try checkBias(form, of: .int32)
    return QuantizedProduct(
      name: name, problem: problem,
      type: try TensorType(output.elementType, shape, quantization: output.quantization),
      filter: filter.constant, filterRange: filter.range,
      channels: .factors(try factors(form, filter.scales, input: source.scale, output: target)))
  }

  /// Floats to floats through integers; false if there are too many terms, or, with `onlyIfItPays`, if no code is
  /// emitted.
  private func addScaledProduct(
    _ form: inout QuantizedForm, _ convolution: Convolution.Problem, _ filter: Filter, shape: [Int],
    _ kind: RowQuantization.Kind, onlyIfItPays: Bool = true
  ) throws(OperatorError) -> Bool {
    guard convolution.depth <= Self.maxScaledTerms else { return false }
    let hasOneScale = hasOneScale(filter.scales, kind)
    let window = convolution.window
    // With a zero point, a filter has nine bits.
    let isOfBytes =
      filter.range.isSigned && filter.zeroPoint == 0
      && ByteMatrixMultiply.Elements.Scaled.prefersBytes(requested: form.lowering.requested)
    let problem = ByteConvolution.Problem(
      convolution,
      .scaled(
        ByteMatrixMultiply.Elements.Scaled(
          rowsPerScale: max(window.outputHeight * window.outputWidth, 1), hasOneScale: hasOneScale,
          isOfBytes: isOfBytes, lower: activation.limits.lower, upper: activation.limits.upper)))
    guard !onlyIfItPays || ByteConvolution.family.emits(problem, requested: form.lowering.requested) else {
      return false
    }
    try checkBias(form, of: .float32)
    let bias = form.operands.optional(places.bias) == nil ? nil : try form.operands.constant(places.bias)
    let quantized = try form.addDynamicQuantization(
      name, input: places.picture, groups: convolution.batch, kind, output: isOfBytes ? .uint8 : .int16)
    let product = QuantizedProduct(
      name: name, problem: problem, type: try TensorType(.float32, shape), filter: filter.constant,
      filterRange: filter.range, channels: .scales(hasOneScale ? [filter.scales[0]] : filter.scales, bias: bias))
    try form.finish(product, quantized.map { $0 })
    return true
  }

  /// Terms whose sums of products of 9-bit signed integers fit in 32 bits.
  private static var maxScaledTerms: Int { 1 << 15 }

  /// Whether the input's scale is first multiplied by the single filter scale, as in LiteRT.
  private func hasOneScale(_ filterScales: [Float], _ kind: RowQuantization.Kind) -> Bool {
    kind != .asymmetric && !filterScales.contains { $0 != filterScales[0] }
  }

  /// Bytes to bytes as a byte depthwise convolution; false if the layer needs other kernels.
  private func addDepthwise(
    _ form: inout QuantizedForm, _ depthwise: DepthwiseConvolution.Problem, _ filter: Filter
  ) throws(OperatorError) -> Bool {
    guard rounding == .twice else { return false }
    let operands = form.operands, picture = try operands.required(places.picture).type
    let source = try ByteScale(picture, "input \(places.picture)")
    let output = try operands.quantizedOutput([], like: picture)
    let target = try ByteScale(output, "the output", activation: activation)
    let problem = depthwise.with(.bytes(input: source.range, output: target.range))
    guard DepthwiseConvolution.family.emits(problem, requested: form.lowering.requested) else { return false }
    try checkBias(form, of: .int32)
    let window = depthwise.window
    let operation = ByteDepthwise(
      name: name, problem: problem,
      type: try TensorType(
        output.elementType, [depthwise.batch, window.outputHeight, window.outputWidth, depthwise.channels],
        quantization: output.quantization),
      filter: filter.constant, filterRange: filter.range,
      channelFactors: try factors(form, filter.scales, input: source.scale, output: target))
    try form.finish(operation, [form.inputs[places.picture]])
    return true
  }

  private func factors(
    _ form: QuantizedForm, _ filterScales: [Float], input: Float, output: ByteScale
  ) throws(OperatorError) -> ChannelFactors {
    let place = places.bias
    return ChannelFactors(
      filterScales: filterScales, inputScale: input, outputScale: output.scale,
      roundsProducts: !output.range.isSigned && rounding == .twice,
      bias: form.operands.optional(place) == nil ? nil : try form.operands.constant(place))
  }

  /// Floats to floats: the hybrid form. A block-quantized filter is scaled before summing.
  ///
  /// The sums of several filters are added: those of two are rounded once, like an integer converted to a float.
  func addRescaled(
    _ form: inout QuantizedForm, filters: [QuantizedForm.Tensor?], _ filterScales: [Float],
    _ kind: RowQuantization.Kind, groups: Int? = nil
  ) throws(OperatorError) {
    let picture = try form.operands.required(places.picture).type
    let filter = try form.operands.required(places.filter).type.shape
    let rowLength = filter.dropFirst().reduce(1, *)
    let groups = groups ?? (filter.count == 2 ? picture.elementCount / max(rowLength, 1) : picture.shape.first ?? 1)
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

  /// The inputs with picture and filter as floats, without bias. Checks the filter's size as a tensor before
  /// conversion.
  func floats(_ form: QuantizedForm) throws(OperatorError) -> Operands {
    var inputs = form.operands.replacing(places.bias, by: nil)
    for place in [places.picture, places.filter] {
      let type = try TensorType(.float32, inputs.required(place).type.shape)
      guard type.byteCount <= form.lowering.tensorByteCount else {
        throw .tensorTooLarge(shape: type.shape, byteCount: type.byteCount, limit: form.lowering.tensorByteCount)
      }
      inputs = inputs.replacing(place, by: Operand(type))
    }
    return inputs
  }

  /// The layer's sums with each of several float filters.
  private func addSums(
    _ form: inout QuantizedForm, filters: [QuantizedForm.Tensor?], picture: QuantizedForm.Tensor
  ) throws(OperatorError) -> [QuantizedForm.Tensor] {
    var inputs = form.inputs
    inputs[places.picture] = picture
    if places.bias < inputs.count { inputs[places.bias] = nil }
    var outputs: [QuantizedForm.Tensor] = []
    for filter in filters {
      inputs[places.filter] = filter
      outputs += try form.add(sums, inputs)
    }
    return outputs
  }

  private func bias(_ form: QuantizedForm) -> QuantizedForm.Tensor? {
    let place = places.bias
    return place < form.inputs.count ? form.inputs[place] : nil
  }

  /// Checks that a bias, if present, is constant with one value per channel.
  private func checkBias(_ form: QuantizedForm, of elementType: ElementType) throws(OperatorError) {
    let place = places.bias, operands = form.operands
    guard operands.optional(place) != nil else { return }
    let channels = try operands.required(places.filter).type.shape[axis]
    let type = try operands.type(place, of: [elementType])
    guard type.elementCount == channels else {
      throw .inputShape(input: place, expected: "one bias for each of \(channels) channels", found: type.shape)
    }
    _ = try operands.constant(place)
  }
}
