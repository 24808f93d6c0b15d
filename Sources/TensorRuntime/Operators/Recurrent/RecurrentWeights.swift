import TFLiteFormat

extension Operands {
  /// The floats of constant weights, or those that quantized bytes with one scale stand for.
  func weights(_ index: Int) throws(OperatorError) -> [Float] {
    let constant = try constant(index)
    if let floats = constant.floats { return floats }
    let (scale, zeroPoint) = try required(index).type.tensorScale("input \(index)")
    return constant.withUnsafeBytes { $0.map { scale * Float(Int(Int8(bitPattern: $0)) - zeroPoint) } }
  }
}
