/// What is wrong with an operator in its subgraph.
///
/// Descriptions begin with the operand or a colon, so they can follow the operator's name.
package enum OperatorFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The operator code does not exist.
  case codeIndex(Int, count: Int)
  /// An input names a tensor that does not exist.
  case inputIndex(input: Int, tensor: Int, count: Int)
  /// An output names a tensor that does not exist.
  case outputIndex(output: Int, tensor: Int, count: Int)
  /// An intermediate names a tensor that does not exist.
  case intermediateIndex(intermediate: Int, tensor: Int, count: Int)
  /// An input is written by this or a later operator: the order is wrong, or there is a cycle.
  case inputTooEarly(input: Int, tensor: Int, producer: Int)
  /// An input is neither a constant, a variable nor an input of the subgraph, and nothing writes it.
  case inputNeverWritten(input: Int, tensor: Int)
  /// An output is a constant.
  case outputIsConstant(output: Int, tensor: Int)
  /// An output is a variable, which only dedicated operators may write.
  case outputIsVariable(output: Int, tensor: Int)
  /// An output is an input of the subgraph.
  case outputIsGraphInput(output: Int, tensor: Int)
  /// An output has already been written.
  case outputWrittenTwice(output: Int, tensor: Int)
  /// Custom options outside the FlatBuffer are not inside the file.
  case customOptions(offset: UInt64, size: UInt64, available: Int)

  /// A human-readable sentence.
  package var description: String {
    switch self {
    case .codeIndex(let index, let count): ": operator code \(index) does not exist, there are \(count)"
    case .inputIndex(let input, let tensor, let count):
      ", input \(input): tensor \(tensor) does not exist, there are \(count)"
    case .outputIndex(let output, let tensor, let count):
      ", output \(output): tensor \(tensor) does not exist, there are \(count)"
    case .intermediateIndex(let intermediate, let tensor, let count):
      ", intermediate \(intermediate): tensor \(tensor) does not exist, there are \(count)"
    case .inputTooEarly(let input, let tensor, let producer):
      ", input \(input): tensor \(tensor) is not written before operator \(producer)"
    case .inputNeverWritten(let input, let tensor):
      ", input \(input): tensor \(tensor) is not a constant, and nothing writes it"
    case .outputIsConstant(let output, let tensor): ", output \(output): tensor \(tensor) is a constant"
    case .outputIsVariable(let output, let tensor): ", output \(output): tensor \(tensor) is a variable"
    case .outputIsGraphInput(let output, let tensor): ", output \(output): tensor \(tensor) is an input of the graph"
    case .outputWrittenTwice(let output, let tensor): ", output \(output): tensor \(tensor) has been written before"
    case .customOptions(let offset, let size, let available):
      ": custom options (\(size) bytes at \(offset)) lie outside the file's \(available) bytes"
    }
  }
}
