import TFLiteFormat

/// What a caller needs to know about an input or output of a plan.
public struct TensorDescription: Sendable, Hashable {
  /// The tensor's name in the model.
  public let name: String
  /// The type of the elements.
  public let elementType: ElementType
  /// Extents, outermost first (NHWC for pictures); empty for a scalar.
  public let shape: [Int]
  /// What integers represent; nil for plain numbers.
  public let quantization: TensorQuantization?
  /// Number of elements; 1 for a scalar.
  public let elementCount: Int
  /// Bytes of all elements.
  public let byteCount: Int

  init(name: String, type: TensorType) {
    self.name = name
    elementType = type.elementType
    shape = type.shape
    quantization = type.quantization
    elementCount = type.elementCount
    byteCount = type.byteCount
  }

  /// The same tensor under a signature's name.
  func renamed(_ name: String) -> TensorDescription { TensorDescription(name: name, self) }

  private init(name: String, _ other: TensorDescription) {
    self.name = name
    (elementType, shape, quantization) = (other.elementType, other.shape, other.quantization)
    (elementCount, byteCount) = (other.elementCount, other.byteCount)
  }
}
