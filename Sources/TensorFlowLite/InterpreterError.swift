import Foundation

/// Why an ``Interpreter`` cannot do what was asked, with TensorFlow Lite's cases.
///
/// Instead of those that do not say why (`failedToCreateInterpreter`, `failedToAllocateTensors`,
/// `failedToCopyDataToInputTensor`), `tensorFlowLiteError` is thrown with a sentence.
///
/// Errors are equal if they are the same for Google's library: a reason that it does not give is not compared.
public enum InterpreterError: Error, Sendable {
  /// There is no input or output of this index.
  case invalidTensorIndex(index: Int, maxIndex: Int)
  /// A tensor takes another number of bytes.
  case invalidTensorDataCount(provided: Int, required: Int)
  /// `Tensor.DataType` has no case for a tensor's elements.
  case invalidTensorDataType
  /// The file does not exist or is not a model, and why.
  case failedToLoadModel(reason: String)
  /// Not thrown here.
  case failedToCreateInterpreter
  /// There can be no tensor of this shape.
  case failedToResizeInputTensor(index: Int)
  /// Not thrown here.
  case failedToCopyDataToInputTensor
  /// Not thrown here.
  case failedToAllocateTensors
  /// The tensors are not allocated.
  case allocateTensorsRequired
  /// The output is not computed.
  case invokeInterpreterRequired
  /// Why the model cannot be prepared or run, as a sentence.
  case tensorFlowLiteError(String)
}

extension InterpreterError: Hashable {
  /// The file does not exist or is not a model: Google's case, to compare with.
  public static var failedToLoadModel: InterpreterError { .failedToLoadModel(reason: "") }

  /// Whether both are the same error for Google's library.
  public static func == (left: InterpreterError, right: InterpreterError) -> Bool { left.sentence == right.sentence }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(sentence) }
}

extension InterpreterError: LocalizedError, CustomStringConvertible {
  /// The error as a sentence, with the reason if there is one.
  public var errorDescription: String? { description }

  /// The error as a sentence, with the reason if there is one.
  public var description: String {
    if case .failedToLoadModel(let reason) = self, !reason.isEmpty { return "\(sentence) \(reason)" }
    return sentence
  }

  /// What Google's library says.
  private var sentence: String {
    switch self {
    case .invalidTensorIndex(let index, let maxIndex): "Invalid tensor index \(index), max index is \(maxIndex)."
    case .invalidTensorDataCount(let provided, let required):
      "Provided data count \(provided) must match the required count \(required)."
    case .invalidTensorDataType:
      "Tensor data type is unsupported or could not be determined due to a model error."
    case .failedToLoadModel: "Failed to load the given model."
    case .failedToCreateInterpreter: "Failed to create the interpreter."
    case .failedToResizeInputTensor(let index): "Failed to resize input tensor at index \(index)."
    case .failedToCopyDataToInputTensor: "Failed to copy data to input tensor."
    case .failedToAllocateTensors: "Failed to allocate memory for input tensors."
    case .allocateTensorsRequired: "Must call allocateTensors()."
    case .invokeInterpreterRequired: "Must call invoke()."
    case .tensorFlowLiteError(let message): "TensorFlow Lite Error: \(message)"
    }
  }
}
