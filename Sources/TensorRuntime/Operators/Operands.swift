import TFLiteFormat

/// An input of a node.
package struct Operand: Sendable {
  package let type: TensorType
  /// Nil for tensors computed at run time.
  package let constant: ConstantTensor?
  /// Whether the session keeps the tensor between runs, so that the node may write it.
  package let isState: Bool

  package init(_ type: TensorType, constant: ConstantTensor? = nil, isState: Bool = false) {
    self.type = type
    self.constant = constant
    self.isState = isState
  }
}

/// The inputs of a node, with common checks.
package struct Operands: Sendable {
  private let operands: [Operand?]
  let declaredOutputs: [TensorType]

  /// Absent optional inputs are nil. The outputs' declared types are for operators whose inputs do not determine them.
  package init(_ operands: [Operand?], declaredOutputs: [TensorType] = []) {
    self.operands = operands
    self.declaredOutputs = declaredOutputs
  }

  /// Output `index` as declared in the file: its element type and quantization apply, its shape does not.
  func declaredOutput(_ index: Int = 0) throws(OperatorError) -> TensorType {
    guard index < declaredOutputs.count else {
      throw .outputCount(expected: index + 1, found: declaredOutputs.count)
    }
    return declaredOutputs[index]
  }

  /// The output type of a quantized operator: the declared element type and quantization, and a shape.
  ///
  /// - Throws: `OperatorError.quantization` unless one scale and the element type of `input` are declared.
  func quantizedOutput(_ shape: [Int], like input: TensorType) throws(OperatorError) -> TensorType {
    let declared = try declaredOutput()
    guard declared.elementType == input.elementType else {
      throw .quantization("the output", expected: "elements of \(input.elementType.name), as the input has")
    }
    _ = try declared.tensorScale("the output")
    return try TensorType(declared.elementType, shape, quantization: declared.quantization)
  }

  /// Whether all types are the same, as is whether there are values; false for states, which nodes do not share.
  func hasTypes(of other: Operands) -> Bool {
    guard count == other.count, declaredOutputs == other.declaredOutputs else { return false }
    for index in operands.indices {
      guard let own = operands[index], let other = other.operands[index] else {
        if (operands[index] == nil) != (other.operands[index] == nil) { return false }
        continue
      }
      guard own.type == other.type, (own.constant == nil) == (other.constant == nil), !own.isState else {
        return false
      }
    }
    return true
  }

  /// The same operands with input `index`, if it exists, replaced.
  func replacing(_ index: Int, by operand: Operand?) -> Operands {
    guard index < operands.count else { return self }
    var changed = operands
    changed[index] = operand
    return Operands(changed, declaredOutputs: declaredOutputs)
  }

  /// Includes absent inputs.
  package var count: Int { operands.count }

  func expectCount(_ expected: ClosedRange<Int>) throws(OperatorError) {
    guard expected.contains(count) else { throw .inputCount(expected: expected, found: count) }
  }

  /// An input that may be absent.
  func optional(_ index: Int) -> Operand? { index < operands.count ? operands[index] : nil }

  /// An input that must be present.
  func required(_ index: Int) throws(OperatorError) -> Operand {
    guard let operand = optional(index) else { throw .inputMissing(index) }
    return operand
  }

  /// The type of a required input, with one of several element types and a rank in a range.
  func type(
    _ index: Int, of elementTypes: [ElementType] = [.float32], rank: ClosedRange<Int> = 0...8
  ) throws(OperatorError) -> TensorType {
    let type = try required(index).type
    guard elementTypes.contains(type.elementType) else {
      throw .inputType(input: index, expected: elementTypes, found: type.elementType)
    }
    guard rank.contains(type.shape.count) else {
      throw .inputRank(input: index, expected: rank, found: type.shape.count)
    }
    return type
  }

  /// The type of a required input of one element.
  func single(
    _ index: Int, of elementTypes: [ElementType], rank: ClosedRange<Int> = 0...8
  ) throws(OperatorError) -> TensorType {
    let type = try type(index, of: elementTypes, rank: rank)
    guard type.elementCount == 1 else { throw .inputShape(input: index, expected: "one element", found: type.shape) }
    return type
  }

  /// The type of an input that the session keeps between runs, and that the node may write.
  func state(
    _ index: Int, of elementTypes: [ElementType] = [.float32], rank: ClosedRange<Int> = 0...8
  ) throws(OperatorError) -> TensorType {
    guard try required(index).isState else { throw .inputNotVariable(index) }
    return try type(index, of: elementTypes, rank: rank)
  }

  /// The value of an input that must be constant.
  func constant(_ index: Int) throws(OperatorError) -> ConstantTensor {
    guard let constant = try required(index).constant else { throw .inputNotConstant(index) }
    return constant
  }

  /// The value of a constant input of int32, int64 or another of the types, such as axes or a shape: a limited count,
  /// since a sparse or computed constant could have any number.
  func integers(_ index: Int, or others: [ElementType] = []) throws(OperatorError) -> [Int] {
    let constant = try constant(index), type = constant.type.elementType
    guard constant.type.elementCount <= FixedLimits.integerCount else {
      throw .inputShape(
        input: index, expected: "at most \(FixedLimits.integerCount) integers", found: constant.type.shape)
    }
    guard (indexTypes + others).contains(type), let integers = constant.integers else {
      throw .inputType(input: index, expected: indexTypes + others, found: type)
    }
    return integers
  }

  /// The value of a constant input of a given count.
  func integers(
    _ index: Int, count: Int, as expected: String? = nil, or others: [ElementType] = []
  ) throws(OperatorError) -> [Int] {
    let values = try integers(index, or: others)
    guard values.count == count else {
      throw .inputShape(input: index, expected: expected ?? "[\(count)]", found: try required(index).type.shape)
    }
    return values
  }

  /// The value of a constant int32 input, of any count.
  func int32s(_ index: Int) throws(OperatorError) -> [Int32] {
    try constant(index).int32s
  }

  /// The axis in a constant of one element, for a tensor of `rank` dimensions.
  func axis(_ index: Int, rank: Int) throws(OperatorError) -> Int {
    try Self.axis(integers(index, count: 1, as: "one axis")[0], rank: rank)
  }

  /// The axis `axis` of a tensor of `rank` dimensions, counted from the end when negative.
  static func axis(_ axis: Int, rank: Int) throws(OperatorError) -> Int {
    guard axis >= -rank, axis < rank else { throw .axis(axis, rank: rank) }
    return axis < 0 ? axis + rank : axis
  }
}

// MARK: Scales that the file does not have

extension Operands {
  /// The same with the first input's scale for outputs of its elements that are declared without one.
  var inheritingScale: Operands {
    get throws(OperatorError) {
      guard let input = optional(0)?.type, input.isQuantized || input.isQuantizedInt16,
        input.quantization?.scales.count == 1
      else { return self }
      let inherits = { (type: TensorType) in type.quantization == nil && type.elementType == input.elementType }
      guard declaredOutputs.contains(where: inherits) else { return self }
      var outputs: [TensorType] = []
      for declared in declaredOutputs {
        outputs.append(inherits(declared) ? try declared.quantized(by: input.quantization) : declared)
      }
      return Operands(operands, declaredOutputs: outputs)
    }
  }

  /// The same with a scale of 1 for integers of 8 and 16 bits; nil unless all of those come without one.
  var withUnitScales: Operands? {
    get throws(OperatorError) {
      guard let input = optional(0)?.type, input.isSmallInteger,
        operands.allSatisfy({ $0.map { !$0.type.isSmallInteger || $0.type.quantization == nil } ?? true })
      else { return nil }
      let unit = TensorQuantization(scale: 1, zeroPoint: 0)
      var inputs: [Operand?] = []
      for operand in operands {
        guard let operand, operand.type.isSmallInteger else {
          inputs.append(operand)
          continue
        }
        let type = try operand.type.quantized(by: unit)
        inputs.append(Operand(type, constant: operand.constant, isState: operand.isState))
      }
      var outputs: [TensorType] = []
      for declared in declaredOutputs {
        let isPlain = declared.isSmallInteger && declared.quantization == nil
        outputs.append(isPlain ? try declared.quantized(by: unit) : declared)
      }
      return Operands(inputs, declaredOutputs: outputs)
    }
  }
}
