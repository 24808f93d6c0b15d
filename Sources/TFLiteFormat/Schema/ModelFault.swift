/// What is wrong with a model as a whole, apart from single tensors and operators.
package enum ModelFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The schema version is not 3.
  case version(Int)
  /// There is no subgraph.
  case noSubgraphs
  /// An operator code is negative.
  case operatorCode(index: Int, builtinCode: Int)
  /// A buffer outside the FlatBuffer is not inside the file.
  case buffer(index: Int, offset: UInt64, size: UInt64, available: Int)
  /// A subgraph has more operators than the limit.
  case tooManyOperators(subgraph: Int, count: Int, limit: Int)
  /// A metadata entry names a buffer that does not exist.
  case metadataBuffer(name: String, index: Int, count: Int)
  /// A subgraph's input names a tensor that does not exist.
  case inputIndex(subgraph: Int, input: Int, tensor: Int, count: Int)
  /// A subgraph's output names a tensor that does not exist.
  case outputIndex(subgraph: Int, output: Int, tensor: Int, count: Int)
  /// A subgraph's input is a constant.
  case inputIsConstant(subgraph: Int, input: Int, tensor: Int)
  /// Nothing writes a subgraph's output.
  case outputNeverWritten(subgraph: Int, output: Int, tensor: Int)
  /// A signature names a subgraph that does not exist.
  case signatureSubgraph(key: String, index: Int, count: Int)
  /// A signature names a tensor that does not exist.
  case signatureTensor(key: String, argument: String, tensor: Int, count: Int)

  /// A human-readable sentence.
  package var description: String {
    switch self {
    case .version(let version): "TFLite schema version \(version), expected 3"
    case .noSubgraphs: "the model has no subgraph"
    case .operatorCode(let index, let builtinCode): "operator code \(index): number \(builtinCode) is negative"
    case .buffer(let index, let offset, let size, let available):
      "buffer \(index) (\(size) bytes at \(offset)) lies outside the file's \(available) bytes"
    case .tooManyOperators(let subgraph, let count, let limit):
      "subgraph \(subgraph) has \(count) operators, the limit is \(limit)"
    case .metadataBuffer(let name, let index, let count):
      "metadata “\(name.printable)”: buffer \(index) does not exist, there are \(count)"
    case .inputIndex(let subgraph, let input, let tensor, let count):
      "subgraph \(subgraph), input \(input): tensor \(tensor) does not exist, there are \(count)"
    case .outputIndex(let subgraph, let output, let tensor, let count):
      "subgraph \(subgraph), output \(output): tensor \(tensor) does not exist, there are \(count)"
    case .inputIsConstant(let subgraph, let input, let tensor):
      "subgraph \(subgraph), input \(input): tensor \(tensor) is a constant"
    case .outputNeverWritten(let subgraph, let output, let tensor):
      "subgraph \(subgraph), output \(output): nothing writes tensor \(tensor)"
    case .signatureSubgraph(let key, let index, let count):
      "signature “\(key.printable)”: subgraph \(index) does not exist, there are \(count)"
    case .signatureTensor(let key, let argument, let tensor, let count):
      "signature “\(key.printable)”, “\(argument.printable)”: tensor \(tensor) does not exist, there are \(count)"
    }
  }
}
