import TFLiteFormat
import TensorKernels

extension Operands {
  /// - Precondition: the input has passed the checks.
  func number(_ index: Int) throws(OperatorError) -> NumberType {
    let type = try required(index).type.elementType
    guard let number = type.number else { throw .elementTypeNotSupported(type) }
    return number
  }

  /// The type of an input that must have input 0's element type, and its scale if they are quantized bytes.
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
  func inputBytes(_ index: Int) -> UnsafeRawPointer { UnsafeRawPointer(input(index, as: UInt8.self)) }

  func outputBytes(_ index: Int) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(output(index, as: UInt8.self)) }
}
