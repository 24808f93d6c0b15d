import TFLiteFormat

/// The same bytes as elements of another type (TFLite `BITCAST`): that of the output in the file.
///
/// - Output: the same shape; with a last axis for the parts of an element if the new ones are smaller, or without the
///   last one if they are larger.
struct Bitcast: OptionlessOperator, MovementOperator {
  static let tfliteName = "BITCAST"
  static let builtinCode = 159

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    try form.finishPlain(self)
    return true
  }

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: movableTypes, rank: 0...7)
    let elementType = try inputs.declaredOutput().elementType
    guard movableTypes.contains(elementType), let size = elementType.byteCount,
      let inputSize = input.elementType.byteCount
    else { throw .elementTypeNotSupported(elementType) }
    var shape = input.shape
    if size < inputSize { shape.append(inputSize / size) }
    if size > inputSize {
      guard shape.last == size / inputSize else {
        throw .inputShape(input: 0, expected: "a last extent of \(size / inputSize)", found: shape)
      }
      shape.removeLast()
    }
    let output = try TensorType(elementType, shape)
    return Movement(to: output, [Move(all: output)])
  }
}
