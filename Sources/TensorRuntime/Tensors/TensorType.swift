import TFLiteFormat

/// Element type and shape of a tensor, NHWC for pictures; an empty shape is a scalar.
package struct TensorType: Sendable, Hashable {
  package var elementType: ElementType { contents.elementType }
  /// Extents, outermost first. Never negative; their product was checked when the value was created.
  package var shape: [Int] { contents.shape }
  package var elementCount: Int { contents.elementCount }
  package var byteCount: Int { contents.byteCount }
  package var quantization: TensorQuantization? { contents.quantization }

  /// A single reference, because types are copied very often while a network is prepared.
  private let contents: Contents

  private final class Contents: Sendable {
    let elementType: ElementType, shape: [Int]
    let elementCount: Int, byteCount: Int
    let quantization: TensorQuantization?

    init(
      _ elementType: ElementType, _ shape: [Int], elementCount: Int, byteCount: Int,
      quantization: TensorQuantization?
    ) {
      (self.elementType, self.shape, self.quantization) = (elementType, shape, quantization)
      (self.elementCount, self.byteCount) = (elementCount, byteCount)
    }
  }

  package static let maxRank = 8

  /// Checks and measures a shape.
  ///
  /// - Throws: `OperatorError.shapeTooLarge` if an extent is negative, the size exceeds 2 GiB or the tensor is empty
  ///   but too wide, `.value` if it has too many dimensions, and `.elementTypeNotSupported` for elements without a
  ///   fixed size.
  package init(
    _ elementType: ElementType, _ shape: [Int], quantization: TensorQuantization? = nil
  ) throws(OperatorError) {
    guard let size = elementType.byteCount else { throw .elementTypeNotSupported(elementType) }
    guard shape.count <= Self.maxRank else { throw .value(name: "number of dimensions", shape.count) }
    var count = 1
    var bound = 1
    for extent in shape {
      // A zero elsewhere must not hide an absurd extent, so the bound ignores zeros.
      let (product, overflow) = bound.multipliedReportingOverflow(by: max(extent, 1))
      guard extent >= 0, !overflow, product <= FixedLimits.tensorByteCount / size else { throw .shapeTooLarge(shape) }
      bound = product
      count *= extent
    }
    guard count > 0 || bound <= FixedLimits.emptyExtent else { throw .shapeTooLarge(shape) }
    contents = Contents(
      elementType, shape, elementCount: count, byteCount: count * size, quantization: quantization)
  }

  private init(_ contents: Contents) { self.contents = contents }

  /// - Precondition: elements have a fixed size.
  static func scalar(_ elementType: ElementType) -> TensorType {
    TensorType(Contents(elementType, [], elementCount: 1, byteCount: elementType.byteCount ?? 0, quantization: nil))
  }

  /// Of floats.
  static let emptyVector = TensorType(Contents(.float32, [0], elementCount: 0, byteCount: 0, quantization: nil))

  // Not inlined: there are many comparisons, of many instructions.
  @inline(never)
  package static func == (left: TensorType, right: TensorType) -> Bool {
    left.contents === right.contents
      || left.elementType == right.elementType && left.shape == right.shape
        && left.quantization == right.quantization
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(elementType)
    hasher.combine(shape)
    hasher.combine(quantization)
  }

  /// The same elements and quantization in another shape.
  func reshaped(_ shape: [Int]) throws(OperatorError) -> TensorType {
    try TensorType(elementType, shape, quantization: quantization)
  }
}
