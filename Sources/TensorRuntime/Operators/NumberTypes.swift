import TFLiteFormat
import TensorKernels

extension Operands {
  /// The number type of an input that has passed the checks.
  func number(_ index: Int) throws(OperatorError) -> NumberType {
    let type = try required(index).type.elementType
    guard let number = type.number else { throw .elementTypeNotSupported(type) }
    return number
  }

  /// The type of an input that must have the element type of input 0, and the scale if they are quantized bytes.
  func typeLikeFirst(_ index: Int, rank: ClosedRange<Int> = 0...8) throws(OperatorError) -> TensorType {
    let first = try required(0).type
    let type = try type(index, of: [first.elementType], rank: rank)
    guard type.quantization == first.quantization || ![.int8, .uint8, .int16].contains(first.elementType) else {
      throw .quantization("input \(index)", expected: "the scale and zero point of input 0")
    }
    return type
  }
}

extension OperatorIO {
  /// The bytes of input `index`, of any element type.
  func inputBytes(_ index: Int) -> UnsafeRawPointer { UnsafeRawPointer(input(index, as: UInt8.self)) }

  /// The bytes of output `index`, of any element type.
  func outputBytes(_ index: Int) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(output(index, as: UInt8.self)) }
}
