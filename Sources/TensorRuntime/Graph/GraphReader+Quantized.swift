import TFLiteFormat
import TensorKernels

/// Operators on quantised bytes as nodes that the engine has.
///
///     sums      bytes ─ widen ─▶ integers as floats ─ float kernel, exact ─▶ sums ─ requantise ─▶ bytes
///     binary    ADD, SUB, MUL and AVERAGE_POOL_2D in integers
///     moving    operators that only move elements run on the bytes
///     others    dequantise ─▶ float operator ─▶ quantise, within one of TFLite's integer kernels
///
/// A filter of bytes with a float picture is the hybrid form: the picture is quantised when the model runs.
extension GraphReader {
  /// Adds nodes for `node` if it works on quantised bytes; false if it does not.
  mutating func readQuantized(_ node: OperatorUse, _ operands: Operands) throws(OperatorError) -> Bool {
    let types = node.inputs.map { $0.map { values[$0].type } }
    guard types.contains(where: { $0?.isQuantized ?? false }) else { return false }
    switch node.operation {
    case is Dequantize, is Quantize, is Densify, is CustomNode: return false
    case let operation as any SummingOperator:
      if try readSums(operation, node, operands) { return true }
    case let add as Add:
      return try append(QuantizedBinary(name: add.name, kind: .add, activation: add.activation), node)
    case let subtract as Subtract:
      return try append(
        QuantizedBinary(name: subtract.name, kind: .subtract, activation: subtract.activation), node)
    case let multiply as Multiply:
      return try append(
        QuantizedBinary(name: multiply.name, kind: .multiply, activation: multiply.activation), node)
    case let pool as AveragePool2D:
      return try append(QuantizedAveragePool(name: pool.name, options: pool.options), node)
    default: break
    }
    if try readMoved(node, operands, types) { return true }
    try readDequantized(node)
    return true
  }

  /// Adds one node in the place of another; always true.
  private mutating func append(
    _ operation: any NodeOperation, _ node: OperatorUse
  ) throws(OperatorError) -> Bool {
    try add(operation, inputs: node.inputs, outputs: node.outputs)
    return true
  }

  // MARK: Moving elements

  /// An operator that takes the bytes as they are, since they stand for the same numbers before and after.
  private mutating func readMoved(
    _ node: OperatorUse, _ operands: Operands, _ types: [TensorType?]
  ) throws(OperatorError) -> Bool {
    let declared = node.outputs.map { values[$0].type }
    let bytes = (types + declared).compactMap { $0 }.filter { $0.byteRange != nil }
    guard bytes.allSatisfy({ $0.quantization == bytes[0].quantization }), !bytes.isEmpty else { return false }
    let inference: any Inference
    do throws(OperatorError) {
      inference = try node.operation.infer(operands)
    } catch {
      // The float operator gets to say what is wrong, unless bytes are.
      if case .inputType = error { return false }
      throw error
    }
    var outputs: [TensorType] = []
    for (index, type) in inference.outputs.enumerated() where index < declared.count {
      guard type.elementType == declared[index].elementType || type.byteRange == nil else { return false }
      outputs.append(try TensorType(type.elementType, type.shape, quantization: declared[index].quantization))
    }
    try add(inference, inputs: node.inputs, outputs: node.outputs, types: outputs)
    return true
  }

  // MARK: By way of floats

  private mutating func readDequantized(_ node: OperatorUse) throws(OperatorError) {
    var inputs: [Int?] = []
    for input in node.inputs {
      guard let input, values[input].type.quantization != nil, values[input].type.elementType != .int64 else {
        inputs.append(input)
        continue
      }
      inputs.append(try addValue(Dequantize(), inputs: [input]))
    }
    let inference = try node.operation.infer(values.operands(inputs))
    let types = inference.outputs
    guard types.count == node.outputs.count else {
      throw .outputCount(expected: types.count, found: node.outputs.count)
    }
    // Indices and the like are what they are.
    let isQuantized = zip(types, node.outputs).map { $0.elementType == .float32 && values[$1].type.isQuantized }
    let results = zip(zip(types, node.outputs), isQuantized).map { pair, isQuantized in
      guard isQuantized else { return pair.1 }
      values.append(Graph.Value(name: "", type: pair.0))
      return values.count - 1
    }
    try add(inference, inputs: inputs, outputs: results, types: types)
    for (result, output) in zip(results, node.outputs) where result != output {
      try add(Quantize(), inputs: [result], outputs: [output])
    }
  }

  // MARK: Sums

  /// Exact sums of a layer with a quantised filter; false if the layer is not of that kind, or sums may be too large.
  private mutating func readSums(
    _ operation: any SummingOperator, _ node: OperatorUse, _ operands: Operands
  ) throws(OperatorError) -> Bool {
    let places = type(of: operation).summedInputs
    let (picture, filter) = (try operands.required(places.picture).type, try operands.required(places.filter))
    guard let constant = filter.constant, filter.type.isQuantized,
      picture.isQuantized || picture.elementType == .float32,
      filter.type.shape.indices.contains(type(of: operation).filterChannelAxis)
    else { return false }
    let axis = type(of: operation).filterChannelAxis
    let channels = filter.type.shape[axis]
    let (filterScales, filterZero) = try filter.type.channelScales(
      "input \(places.filter)", axis: axis, count: channels)
    try checkSums(node, places)
    guard let integers = try IntegerFilter(constant, zeroPoint: filterZero, axis: axis, largestInput: 255) else {
      return false
    }
    var form = node
    form.operation = operation.withoutActivation
    let bias = places.bias < node.inputs.count ? node.inputs[places.bias] : nil
    if picture.isQuantized {
      let (scale, zeroPoint) = try picture.tensorScale("input \(places.picture)")
      let output = try operands.quantizedOutput([], like: picture)
      let (outputScale, outputZero) = try output.tensorScale("the output")
      try checkBias(operands, places.bias, of: .int32, channels: channels)
      form.inputs[places.picture] = try addValue(
        WidenedBytes(name: node.name, zeroPoint: zeroPoint), inputs: [node.inputs[places.picture]])
      let sums = try addSums(form, integers, places)
      try add(
        RequantizedSums(
          name: node.name, type: output, filterScales: filterScales, inputScale: scale, outputScale: outputScale,
          zeroPoint: outputZero,
          limits: operation.activation.quantizedLimits(
            scale: outputScale, zeroPoint: outputZero, output.byteRange ?? 0...0)),
        inputs: [sums[0], sums.count > 1 ? sums[1] : nil, bias], outputs: node.outputs)
      return true
    }
    // Only a filter that fits in one piece: the second of two sums would not be added up.
    guard integers.high == nil, channels > 0 else { return false }
    let rowLength = filter.type.shape.dropFirst().reduce(1, *)
    let isDense = filter.type.shape.count == 2
    let groups = isDense ? picture.elementCount / max(rowLength, 1) : picture.shape.first ?? 1
    try checkBias(operands, places.bias, of: .float32, channels: channels)
    let quantized = try addValues(
      DynamicQuantization(
        name: node.name, groups: groups, isAsymmetric: operation.quantizesAsymmetrically),
      inputs: [node.inputs[places.picture]])
    form.inputs[places.picture] = quantized[0]
    let sums = try addSums(form, integers, places)
    try add(
      RescaledSums(name: node.name, filterScales: filterScales, activation: operation.activation),
      inputs: [sums[0], quantized[1], bias], outputs: node.outputs)
    return true
  }

  /// Checks the shapes of a layer, and that its filter as floats is no larger than a tensor may be, before anything is
  /// made of the filter.
  private func checkSums(
    _ node: OperatorUse, _ places: (picture: Int, filter: Int, bias: Int)
  ) throws(OperatorError) {
    var inputs = values.operands(node.inputs).replacing(places.bias, by: nil)
    for place in [places.picture, places.filter] {
      let type = try TensorType(.float32, inputs.required(place).type.shape)
      guard type.byteCount <= limits.tensorByteCount else {
        throw .tensorTooLarge(shape: type.shape, byteCount: type.byteCount, limit: limits.tensorByteCount)
      }
      inputs = inputs.replacing(place, by: Operand(type))
    }
    _ = try node.operation.infer(inputs)
  }

  /// The layer's sums with the filter as floats: one tensor, or a low and a high one.
  private mutating func addSums(
    _ node: OperatorUse, _ filter: IntegerFilter, _ places: (picture: Int, filter: Int, bias: Int)
  ) throws(OperatorError) -> [Int?] {
    var sums: [Int?] = []
    for part in [filter.low, filter.high] {
      guard let part else { continue }
      values.append(Graph.Value(name: "", type: part.type, constant: part))
      var inputs = node.inputs
      inputs[places.filter] = values.count - 1
      if places.bias < inputs.count { inputs[places.bias] = nil }
      sums.append(try addValue(node.operation, inputs: inputs))
    }
    return sums
  }

  /// Demands that a bias, where present, is a constant of one number for each channel.
  private func checkBias(
    _ operands: Operands, _ place: Int, of elementType: ElementType, channels: Int
  ) throws(OperatorError) {
    guard operands.optional(place) != nil else { return }
    let type = try operands.type(place, of: [elementType])
    guard type.elementCount == channels else {
      throw .inputShape(input: place, expected: "one bias for each of \(channels) channels", found: type.shape)
    }
    _ = try operands.constant(place)
  }

  // MARK: Nodes

  /// Adds a node that writes tensors of the model.
  mutating func add(_ operation: any NodeOperation, inputs: [Int?], outputs: [Int]) throws(OperatorError) {
    let inference = try operation.infer(values.operands(inputs, outputs))
    try add(inference, inputs: inputs, outputs: outputs, types: inference.outputs)
  }

  private mutating func add(
    _ inference: any Inference, inputs: [Int?], outputs: [Int], types: [TensorType]
  ) throws(OperatorError) {
    guard types.count == outputs.count else { throw .outputCount(expected: types.count, found: outputs.count) }
    for (output, type) in zip(outputs, types) { values[output].type = type }
    nodes.append(Graph.Node(index: position, inference: inference, inputs: inputs, outputs: outputs))
  }

  /// Adds a node that writes values of its own, which have no place in the file.
  private mutating func addValues(
    _ operation: any NodeOperation, inputs: [Int?]
  ) throws(OperatorError) -> [Int] {
    let inference = try operation.infer(values.operands(inputs))
    let outputs = inference.outputs.map { type in
      values.append(Graph.Value(name: "", type: type))
      return values.count - 1
    }
    nodes.append(Graph.Node(index: position, inference: inference, inputs: inputs, outputs: outputs))
    return outputs
  }

  private mutating func addValue(_ operation: any NodeOperation, inputs: [Int?]) throws(OperatorError) -> Int {
    try addValues(operation, inputs: inputs)[0]
  }
}

/// An operator of the file with the values that it reads and writes.
struct OperatorUse {
  var operation: any NodeOperation
  var inputs: [Int?]
  let outputs: [Int]
  var name: String { operation.name }
}

/// A filter's integers, less their zero point, as floats with which sums are exact.
private struct IntegerFilter {
  /// The filter, or where its sums could leave what floats hold exactly, its remainders of a division by 16.
  let low: ConstantTensor
  /// The quotients of that division; nil where the filter is whole.
  let high: ConstantTensor?

  /// The largest sum of integers that floats hold exactly.
  private static let largestExactSum = 1 << 24 - 1

  /// - Returns: nil if even the parts could have sums of 2²⁴.
  init?(_ constant: ConstantTensor, zeroPoint: Int, axis: Int, largestInput: Int) throws(OperatorError) {
    let isSigned = constant.type.elementType == .int8
    // What each value of a byte stands for.
    let integers = (0..<256).map { (isSigned ? Int(Int8(truncatingIfNeeded: $0)) : $0) - zeroPoint }
    let quotients = integers.map { Int((Double($0) / 16).rounded()) }
    let remainders = zip(integers, quotients).map { $0 - 16 * $1 }
    let parts = constant.withUnsafeBytes { bytes in
      [[integers], [remainders, quotients]].first { parts in
        parts.allSatisfy { part in
          Self.largestSum(bytes, part, constant.type.shape, axis: axis) * largestInput <= Self.largestExactSum
        }
      }
    }
    guard let parts else { return nil }
    let type = try TensorType(.float32, constant.type.shape)
    let floats = parts.map { ConstantTensor(type, bytes: constant, standingFor: $0.map { Float($0) }) }
    (low, high) = (floats[0], floats.count > 1 ? floats[1] : nil)
  }

  /// The largest sum of a channel's magnitudes.
  private static func largestSum(
    _ bytes: UnsafeRawBufferPointer, _ integers: [Int], _ shape: [Int], axis: Int
  ) -> Int {
    let magnitudes = integers.map { Int32(abs($0)) }
    let channels = shape[axis]
    let (outer, inner) = (shape[..<axis].reduce(1, *), shape[(axis + 1)...].reduce(1, *))
    var largest = 0
    magnitudes.withUnsafeBufferPointer { magnitudes in
      for channel in 0..<channels {
        var sum = 0
        for block in 0..<outer {
          let start = (block * channels + channel) * inner
          for place in start..<start + inner { sum += Int(magnitudes[Int(bytes[place])]) }
        }
        largest = max(largest, sum)
      }
    }
    return largest
  }
}
