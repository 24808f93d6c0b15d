import TFLiteFormat

/// Why a model cannot be run. Each case carries the facts; ``description`` makes the sentence.
public enum ModelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's structure is wrong.
  case format(FormatError)
  /// Operators that this engine does not have, each named once, in the order of the model.
  case unsupportedOperators([String])
  /// One use of an operator is wrong.
  case node(index: Int, name: String, OperatorError)
  /// A graph input or constant has a type or shape that cannot be held.
  case tensor(index: Int, name: String, OperatorError)
  /// The arena would be larger than the plan's limit.
  case arenaTooLarge(byteCount: Int, limit: Int)
  /// The constants that are computed when the plan is prepared would be larger than the plan's limit.
  case constantsTooLarge(byteCount: Int, limit: Int)
  /// The system refuses memory that the limits allow.
  case outOfMemory(byteCount: Int)
  /// `MUDRA_KERNELS` names no kernel provider of this build.
  case unknownProvider(String)
  /// The model has no such subgraph.
  case noSubgraph(Int)
  /// The model has no such signature.
  case noSignature(String, available: [String])
  /// A signature does not name all inputs of its subgraph once, or names tensors that are no outputs.
  case signatureMismatch(String)
  /// An output of the graph is a variable that no operator writes.
  case outputWithoutValue(index: Int, name: String)

  /// The sentence.
  public var description: String {
    switch self {
    case .format(let error): "\(error)"
    case .unsupportedOperators(let names):
      "unsupported \(names.count == 1 ? "operator" : "operators") \(names.joined(separator: ", "))"
    case .node(let index, let name, let error): "operator \(index) \(name): \(error)"
    case .tensor(let index, let name, let error): "tensor \(index) \"\(name)\": \(error)"
    case .arenaTooLarge(let byteCount, let limit):
      "the model needs \(byteCount) bytes of working memory, the limit is \(limit)"
    case .constantsTooLarge(let byteCount, let limit):
      "the model computes \(byteCount) bytes of constants, the limit is \(limit)"
    case .outOfMemory(let byteCount): "the system refuses \(byteCount) bytes of memory"
    case .unknownProvider(let name):
      "MUDRA_KERNELS is \"\(name)\", expected one of \(KernelProvider.available.map(\.rawValue).joined(separator: ", "))"
    case .noSubgraph(let index): "the model has no subgraph \(index)"
    case .noSignature(let key, let available):
      "the model has no signature \"\(key)\"; it has \(available.isEmpty ? "none" : available.joined(separator: ", "))"
    case .signatureMismatch(let key): "signature \"\(key)\" does not fit its subgraph"
    case .outputWithoutValue(let index, let name): "output tensor \(index) \"\(name)\" is never written"
    }
  }
}
