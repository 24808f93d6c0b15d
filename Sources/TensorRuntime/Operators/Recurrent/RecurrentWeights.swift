import TFLiteFormat

extension Operands {
  /// The shape of constant weights of a type. Those of 8 and 16 bits have one scale, and 0 stands for zero.
  func weights(_ index: Int, of elementType: ElementType, rank: Int) throws(OperatorError) -> [Int] {
    let type = try type(index, of: [elementType], rank: rank...rank)
    _ = try constant(index)
    if elementType == .int8 || elementType == .int16 {
      guard try type.tensorScale("input \(index)").zeroPoint == 0 else {
        throw .quantization("input \(index)", expected: "a zero point of zero")
      }
    }
    return type.shape
  }

  /// The scale of weights that have passed ``weights(_:of:rank:)``; 1 for floats.
  func weightScale(_ index: Int) throws(OperatorError) -> Float {
    let type = try required(index).type
    return type.elementType == .float32 ? 1 : try type.tensorScale("input \(index)").scale
  }

  /// Constant weights of floats, or the integers of int8.
  func weights(_ index: Int) throws(OperatorError) -> [Float] {
    let constant = try constant(index)
    return constant.floats ?? constant.withUnsafeBytes { $0.map { Float(Int8(bitPattern: $0)) } }
  }
}
