import TFLiteFormat

/// What is wrong with one use of an operator; ``ModelError`` adds which one.
public enum OperatorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The options could not be read.
  case format(FormatError)
  /// An option has a value that the operator does not take.
  case option(name: String, value: Int)
  /// The number of inputs is wrong.
  case inputCount(expected: ClosedRange<Int>, found: Int)
  /// The number of outputs is wrong.
  case outputCount(expected: Int, found: Int)
  /// A required input is absent.
  case inputMissing(Int)
  /// An input has the wrong element type.
  case inputType(input: Int, expected: [ElementType], found: ElementType)
  /// An input has the wrong number of dimensions.
  case inputRank(input: Int, expected: ClosedRange<Int>, found: Int)
  /// An input's shape does not fit the others; the expectation is a sentence's end, as "one bias for each of 8 filters".
  case inputShape(input: Int, expected: String, found: [Int])
  /// Two shapes do not broadcast to one.
  case broadcast([Int], [Int])
  /// An input that must be known at preparation is computed at run time.
  case inputNotConstant(Int)
  /// An axis is outside the tensor's dimensions.
  case axis(Int, rank: Int)
  /// An index or extent held by a constant is out of range.
  case value(name: String, Int)
  /// A shape has a negative extent or more elements than can be held.
  case shapeTooLarge([Int])
  /// Elements of this type cannot be held.
  case elementTypeNotSupported(ElementType)
  /// The scales or zero points of a tensor cannot be used; `place` is "input 1" or the like.
  case quantization(_ place: String, expected: String)
  /// The options of a custom operator cannot be read or have impossible values.
  case customOptions(String)
  /// A constant has more or fewer bytes than its shape.
  case constantSize(expected: Int, found: Int)

  /// The sentence.
  public var description: String {
    switch self {
    case .format(let error): "\(error)"
    case .option(let name, let value): "option \(name) has unsupported value \(value)"
    case .inputCount(let expected, let found):
      "has \(found) inputs, expected \(expected.count == 1 ? "\(expected.lowerBound)" : "\(expected.lowerBound) to \(expected.upperBound)")"
    case .outputCount(let expected, let found): "has \(found) outputs, expected \(expected)"
    case .inputMissing(let input): "input \(input) is absent"
    case .inputType(let input, let expected, let found):
      "input \(input) is \(found.name), expected \(expected.map(\.name).joined(separator: " or "))"
    case .inputRank(let input, let expected, let found):
      "input \(input) has \(found) dimensions, expected \(expected.count == 1 ? "\(expected.lowerBound)" : "\(expected.lowerBound) to \(expected.upperBound)")"
    case .inputShape(let input, let expected, let found): "input \(input) has shape \(found), expected \(expected)"
    case .broadcast(let left, let right): "shapes \(left) and \(right) do not broadcast"
    case .inputNotConstant(let input): "input \(input) must be a constant"
    case .axis(let axis, let rank): "axis \(axis) is outside a tensor of \(rank) dimensions"
    case .value(let name, let value): "\(name) \(value) is out of range"
    case .shapeTooLarge(let shape): "shape \(shape) is negative or too large"
    case .elementTypeNotSupported(let type): "tensors of \(type.name) are not supported"
    case .quantization(let place, let expected): "\(place) needs \(expected)"
    case .customOptions(let reason): "custom options: \(reason)"
    case .constantSize(let expected, let found): "constant has \(found) bytes, its shape needs \(expected)"
    }
  }
}
