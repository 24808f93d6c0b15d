import TFLiteFormat

/// What is wrong with one use of an operator; ``ModelError`` says which one.
public enum OperatorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The options could not be read.
  case format(FormatError)
  /// An option has a value that the operator does not support.
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
  /// An input's shape does not match the others; the expectation is the end of a sentence, such as "one bias for each
  /// of 8 filters".
  case inputShape(input: Int, expected: String, found: [Int])
  /// Two shapes do not broadcast.
  case broadcast([Int], [Int])
  /// An input that must be known at preparation is computed at run time.
  case inputNotConstant(Int)
  /// An input must be a variable, which the operator also writes, but is not.
  case inputNotVariable(Int)
  /// A variable is read before anything has been assigned to it.
  case inputNotAssigned(Int)
  /// A subgraph that the operator runs cannot be run by it; the reason is the end of a sentence, such as "does not
  /// exist".
  case subgraph(Int, reason: String)
  /// An axis is outside the tensor's dimensions.
  case axis(Int, rank: Int)
  /// An index or extent held by a constant is out of range.
  case value(name: String, Int)
  /// A shape has a negative extent or too many elements.
  case shapeTooLarge([Int])
  /// Elements of this type are not supported.
  case elementTypeNotSupported(ElementType)
  /// The scales or zero points of a tensor cannot be used; `place` is "input 1" or the like.
  case quantization(_ place: String, expected: String)
  /// The options of a custom operator cannot be read or have impossible values.
  case customOptions(String)
  /// A constant has more or fewer bytes than its shape.
  case constantSize(expected: Int, found: Int)
  /// A tensor has more bytes than the limit.
  case tensorTooLarge(shape: [Int], byteCount: Int, limit: Int)

  /// The index of the input that is at fault, if there is one.
  public var input: Int? {
    switch self {
    case .inputMissing(let input), .inputType(let input, _, _), .inputRank(let input, _, _),
      .inputShape(let input, _, _), .inputNotConstant(let input), .inputNotVariable(let input),
      .inputNotAssigned(let input):
      input
    default: nil
    }
  }

  /// The sentence, which begins with the input at fault, as in "input 1: shape [2], expected [3]".
  public var description: String {
    (input.map { "input \($0): " } ?? "") + rule
  }

  private var rule: String {
    switch self {
    case .format(let error): "\(error)"
    case .option(let name, let value): "option \(name) has unsupported value \(value)"
    case .inputCount(let expected, let found): "has \(found) inputs, expected \(Self.text(expected))"
    case .outputCount(let expected, let found): "has \(found) outputs, expected \(expected)"
    case .inputMissing: "absent, but required"
    case .inputType(_, let expected, let found):
      "\(found.name), expected \(expected.map { $0.name }.joined(separator: " or "))"
    case .inputRank(_, let expected, let found): "\(found) dimensions, expected \(Self.text(expected))"
    case .inputShape(_, let expected, let found): "shape \(Self.text(found)), expected \(expected)"
    case .broadcast(let left, let right): "shapes \(Self.text(left)) and \(Self.text(right)) do not broadcast"
    case .inputNotConstant: "computed at run time, expected a constant"
    case .inputNotVariable: "expected a variable"
    case .inputNotAssigned: "read before anything was assigned"
    case .subgraph(let index, let reason): "subgraph \(index) \(reason)"
    case .axis(let axis, let rank): "axis \(axis) is outside a tensor of \(rank) dimensions"
    case .value(let name, let value): "\(name) \(value) is out of range"
    case .shapeTooLarge(let shape): "shape \(Self.text(shape)) is negative or too large"
    case .elementTypeNotSupported(let type): "tensors of \(type.name) are not supported"
    case .quantization(let place, let expected): "\(place) needs \(expected)"
    case .customOptions(let reason): "custom options: \(reason)"
    case .constantSize(let expected, let found): "constant has \(found) bytes, its shape needs \(expected)"
    case .tensorTooLarge(let shape, let byteCount, let limit):
      "a tensor of shape \(Self.text(shape)) has \(byteCount) bytes, the limit is \(limit)"
    }
  }

  /// A shape in a file may have any length.
  private static func text(_ shape: [Int]) -> String {
    shape.count <= 9 ? "\(shape)" : "of \(shape.count) extents, \(shape.prefix(9)) …"
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }
}
