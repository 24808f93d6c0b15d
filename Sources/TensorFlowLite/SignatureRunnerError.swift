import Foundation

/// Why a ``SignatureRunner`` cannot do what was asked, with TensorFlow Lite's cases.
///
/// Errors are equal if they are the same for Google's library: a reason that it does not give is not compared.
public enum SignatureRunnerError: Error, Sendable {
  /// A tensor takes another number of bytes.
  case invalidTensorDataCount(provided: Int, required: Int)
  /// `Tensor.DataType` has no case for a tensor's elements.
  case invalidTensorDataType
  /// The model has no such signature, or it does not fit its subgraph.
  case failedToCreateSignatureRunner(signatureKey: String)
  /// The signature has no such input or output.
  case failedToGetTensor(tensorType: String, nameInSignature: String)
  /// The signature has no such input, or there can be no tensor of this shape.
  case failedToResizeInputTensor(inputName: String)
  /// Not thrown here.
  case failedToCopyDataToInputTensor
  /// The subgraph cannot be prepared for the shapes of its inputs, and why.
  case failedToAllocateTensors(reason: String)
  /// A run was not possible, and why.
  case failedToInvokeSignature(signatureKey: String, reason: String)
  /// The tensors are not allocated, or the output is not computed.
  case allocateTensorsRequired
}

extension SignatureRunnerError: Hashable {
  /// The subgraph cannot be prepared: Google's case, to compare with.
  public static var failedToAllocateTensors: SignatureRunnerError { .failedToAllocateTensors(reason: "") }

  /// A run was not possible: Google's case, to compare with.
  public static func failedToInvokeSignature(signatureKey: String) -> SignatureRunnerError {
    .failedToInvokeSignature(signatureKey: signatureKey, reason: "")
  }

  /// Whether both are the same error for Google's library.
  public static func == (left: SignatureRunnerError, right: SignatureRunnerError) -> Bool {
    left.sentence == right.sentence
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(sentence) }
}

extension SignatureRunnerError: LocalizedError, CustomStringConvertible {
  /// The error as a sentence, with the reason if there is one.
  public var errorDescription: String? { description }

  /// The error as a sentence, with the reason if there is one.
  public var description: String {
    switch self {
    case .failedToAllocateTensors(let reason) where !reason.isEmpty,
      .failedToInvokeSignature(_, let reason) where !reason.isEmpty:
      "\(sentence) \(reason)"
    default: sentence
    }
  }

  /// What Google's library says.
  private var sentence: String {
    switch self {
    case .invalidTensorDataCount(let provided, let required):
      "Provided data count \(provided) must match the required count \(required)."
    case .invalidTensorDataType:
      "Tensor data type is unsupported or could not be determined due to a model error."
    case .failedToCreateSignatureRunner(let key):
      "Failed to create a signature runner. Signature with key (\(key)) not found."
    case .failedToGetTensor(let type, let name): "Failed to get \(type) tensor with \(type) name (\(name))."
    case .failedToResizeInputTensor(let name): "Failed to resize input tensor with input name (\(name))."
    case .failedToCopyDataToInputTensor: "Failed to copy data to input tensor."
    case .failedToAllocateTensors: "Failed to allocate memory for input tensors."
    case .failedToInvokeSignature(let key, _): "Failed to invoke the signature runner with key (\(key))."
    case .allocateTensorsRequired: "Must call allocateTensors()."
    }
  }
}
