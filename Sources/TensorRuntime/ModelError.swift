import TFLiteFormat

/// Why a model cannot be run. Each case carries the facts; ``description`` is a sentence.
public enum ModelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's structure is wrong.
  case format(FormatError)
  /// Operators that this engine does not have, each named once, in model order.
  case unsupportedOperators([String])
  /// One use of an operator is wrong.
  case node(subgraph: Int = 0, index: Int, name: String, OperatorError)
  /// A graph input or constant has an unsupported type or shape.
  case tensor(subgraph: Int = 0, index: Int, name: String, OperatorError)
  /// A plan and one of its sessions would need more memory than the limit.
  case memoryTooLarge(byteCount: Int, limit: Int)
  /// The constants computed when the plan is prepared would exceed the limit.
  case constantsTooLarge(byteCount: Int, limit: Int)
  /// A run would exceed the limit of multiply-adds.
  case tooManyMultiplyAdds(Int, limit: Int)
  /// Preparing the model, or a run, has taken more processor time than the limit.
  case tooSlow(limit: Duration)
  /// Preparing the model, or a run, was not done after this time by the wall clock, most of it spent waiting for a
  /// processor: many times the limit of processor time.
  case waitedTooLong(limit: Duration)
  /// A run has too many stages: shapes depend on values too often.
  case tooManyStages(limit: Int)
  /// The system refuses memory that the limits allow.
  case outOfMemory(byteCount: Int)
  /// `MUDRA_KERNELS` names no kernel provider of this build.
  case unknownProvider(String)
  /// `MUDRA_MACHINE_CODE` has a value that it cannot have.
  case unknownMachineCode(String, expected: [String])
  /// The model has no such subgraph.
  case noSubgraph(Int)
  /// The model has no such signature.
  case noSignature(String, available: [String])
  /// A signature does not name each input of its subgraph once, or names tensors that are not outputs.
  case signatureMismatch(String)
  /// A variable has another size than in the part of the model that used it first.
  case variableSize(name: String, expected: Int, found: Int)
  /// An output of the graph is a variable that no operator writes.
  case outputWithoutValue(index: Int, name: String)

  /// The sentence.
  public var description: String {
    switch self {
    case .format(let error): "\(error)"
    case .unsupportedOperators(let names):
      "unsupported \(names.count == 1 ? "operator" : "operators") "
        + names.printable()
    case .node(let subgraph, let index, let name, let error):
      "subgraph \(subgraph), operator \(index) \(name.printable)\(error.input == nil ? ":" : ",") \(error)"
    case .tensor(let subgraph, let index, let name, let error):
      "subgraph \(subgraph), tensor \(index) “\(name.printable)”: \(error)"
    case .memoryTooLarge(let byteCount, let limit):
      "the model needs \(byteCount) bytes of memory, the limit is \(limit)"
    case .constantsTooLarge(let byteCount, let limit):
      "the model computes \(byteCount) bytes of constants, the limit is \(limit)"
    case .tooManyMultiplyAdds(let count, let limit): "a run takes \(count) multiply-adds, the limit is \(limit)"
    case .tooSlow(let limit): "the model takes longer than the limit of \(limit) of processor time"
    case .waitedTooLong(let limit): "the model takes longer than \(limit) by the wall clock, most of it waiting"
    case .tooManyStages(let limit): "a run has more than \(limit) stages"
    case .outOfMemory(let byteCount): "the system refuses \(byteCount) bytes of memory"
    case .unknownProvider(let name):
      "MUDRA_KERNELS is \"\(name)\", expected one of \(KernelProvider.available.map { $0.rawValue }.joined(separator: ", "))"
    case .unknownMachineCode(let value, let expected):
      "MUDRA_MACHINE_CODE is \"\(value.printable)\", expected one of \(expected.joined(separator: ", "))"
    case .noSubgraph(let index): "the model has no subgraph \(index)"
    case .noSignature(let key, let available):
      "the model has no signature “\(key.printable)”; it has "
        + (available.isEmpty ? "none" : available.printable())
    case .signatureMismatch(let key): "signature “\(key.printable)” does not fit its subgraph"
    case .variableSize(let name, let expected, let found):
      "variable “\(name.printable)” has \(found) bytes, expected \(expected) as before"
    case .outputWithoutValue(let index, let name): "output tensor \(index) “\(name.printable)” is never written"
    }
  }
}
