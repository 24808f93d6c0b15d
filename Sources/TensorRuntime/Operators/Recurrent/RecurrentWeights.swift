import TFLiteFormat

extension Operands {
  /// The shape of constant weights of a type. Integer weights must have one scale, and zero point 0.
  func weights(_ index: Int, of elementType: ElementType, rank: Int) throws(OperatorError) -> [Int] {
    let type = try type(index, of: [elementType], rank: rank...rank)
    _ = try constant(index)
    if elementType == .int8 || elementType == .int16 {
      guard try type.tensorScale("input \(index)", orZero: true).zeroPoint == 0 else {
        throw .quantization("input \(index)", expected: "a zero point of zero")
      }
    }
    return type.shape
  }

  /// The scale of weights that have passed ``weights(_:of:rank:)``; 1 for floats.
  func weightScale(_ index: Int) throws(OperatorError) -> Float {
    let type = try required(index).type
    return type.elementType == .float32 ? 1 : try type.tensorScale("input \(index)", orZero: true).scale
  }

  /// Constant float weights, or the integers of int8 ones.
  func weights(_ index: Int) throws(OperatorError) -> [Float] {
    let constant = try constant(index)
    return constant.floats ?? constant.withUnsafeBytes { $0.map { Float(Int8(bitPattern: $0)) } }
  }
}
