import TFLiteFormat

/// What a caller needs to know of an input or output of a plan.
public struct TensorDescription: Sendable, Hashable {
  /// The tensor's name in the model.
  public let name: String
  /// What an element is.
  public let elementType: ElementType
  /// Extents, outermost first (NHWC for pictures); empty for a scalar.
  public let shape: [Int]
  /// Number of elements; 1 for a scalar.
  public let elementCount: Int
  /// Bytes of all elements.
  public let byteCount: Int

  init(name: String, type: TensorType) {
    self.name = name
    elementType = type.elementType
    shape = type.shape
    elementCount = type.elementCount
    byteCount = type.byteCount
  }
}
