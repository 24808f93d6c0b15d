import TFLiteFormat

/// How the integers of a tensor represent real numbers: `real = scale · (integer − zeroPoint)`, with one pair for the
/// whole tensor or one for each index of an axis.
public struct TensorQuantization: Sendable, Hashable {
  /// One scale, or one for each index of ``axis``.
  public let scales: [Float]
  /// The integers that represent zero, one for each scale.
  public var zeroPoints: [Int] {
    recorded.count == scales.count ? recorded : [Int](repeating: recorded.first ?? 0, count: scales.count)
  }
  /// The dimension whose indices have their own scales, if there are several.
  public let axis: Int
  /// The zero points, or a single one if all are the same. Tensors of a file may share very many, so they are not
  /// copied.
  private let recorded: [Int]

  /// One scale and zero point for a whole tensor.
  public init(scale: Float, zeroPoint: Int) {
    (scales, recorded, axis) = ([scale], [zeroPoint], 0)
  }

  /// The file's quantization of an integer tensor, if any. Missing zero points are zero, and a single one applies to
  /// all scales.
  init?(_ quantization: Quantization?, of elementType: ElementType) {
    guard let quantization, !quantization.scale.isEmpty,
      [.int8, .uint8, .int16, .int32, .int64].contains(elementType)
    else { return nil }
    scales = quantization.scale
    let first = quantization.zeroPoint.first ?? 0
    recorded = quantization.zeroPoint.allSatisfy { $0 == first } ? [first] : quantization.zeroPoint
    axis = quantization.dimension
  }
}

extension TensorType {
  /// The range of 8-bit elements; nil for other types.
  var byteRange: ClosedRange<Int>? {
    switch elementType {
    case .int8: -128...127
    case .uint8: 0...255
    default: nil
    }
  }

  /// The integers of a quantized tensor.
  var quantizedRange: ClosedRange<Int> {
    byteRange ?? (elementType == .int16 ? -32768...32767 : Int(Int32.min)...Int(Int32.max))
  }

  /// Whether the elements are quantized bytes, for which operators have quantized forms.
  var isQuantized: Bool { byteRange != nil && quantization != nil }

  /// Whether the elements are quantized 16-bit integers, which operators compute with as floats.
  var isQuantizedInt16: Bool { elementType == .int16 && quantization != nil }

  /// The scale and zero point of a per-tensor quantization.
  ///
  /// - Parameter orZero: whether the scale may be zero, as that of weights or of what DEQUANTIZE reads.
  /// - Throws: `OperatorError.quantization` if there are none or several, if the scale is negative, or zero where it
  ///   must not be, or if the zero point is not a value of the type.
  func tensorScale(
    _ place: String, orZero: Bool = false
  ) throws(OperatorError) -> (scale: Float, zeroPoint: Int) {
    guard let quantization, quantization.scales.count == 1 else {
      throw .quantization(place, expected: "one scale for the tensor")
    }
    let (scale, zeroPoint) = (quantization.scales[0], quantization.zeroPoints[0])
    guard scale > 0 || orZero && scale == 0, scale.isFinite else {
      throw .quantization(place, expected: "a positive scale")
    }
    let range = quantizedRange
    guard range.contains(zeroPoint) else { throw .quantization(place, expected: "a zero point in \(range)") }
    return (scale, zeroPoint)
  }

  /// One scale for all channels, or one per index of `axis`, in which case all zero points must be zero.
  func channelScales(
    _ place: String, axis: Int, count: Int
  ) throws(OperatorError) -> (scales: [Float], zeroPoint: Int) {
    guard let quantization else { throw .quantization(place, expected: "scales") }
    if quantization.scales.count == 1 {
      let (scale, zeroPoint) = try tensorScale(place, orZero: true)
      return ([scale], zeroPoint)
    }
    guard quantization.scales.count == count, quantization.axis == axis else {
      throw .quantization(place, expected: "one scale for each of \(count) indices of axis \(axis)")
    }
    // All weights of a channel with scale zero stand for zero.
    guard quantization.scales.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      throw .quantization(place, expected: "scales of at least zero")
    }
    guard quantization.zeroPoints.allSatisfy({ $0 == 0 }) else {
      throw .quantization(place, expected: "zero points of zero, since channels have scales of their own")
    }
    return (quantization.scales, 0)
  }

  /// Whether the elements are integers of 8 or 16 bits, with a scale or without.
  var isSmallInteger: Bool { byteRange != nil || elementType == .int16 }

  /// The same elements with these scales.
  func quantized(by quantization: TensorQuantization?) throws(OperatorError) -> TensorType {
    try TensorType(elementType, shape, quantization: quantization)
  }

  /// Integers of 8 and 16 bits without a scale have that of `declared`, if its elements are the same.
  func scaled(like declared: TensorType) throws(OperatorError) -> TensorType {
    guard quantization == nil, declared.quantization != nil, elementType == declared.elementType,
      isSmallInteger
    else { return self }
    return try quantized(by: declared.quantization)
  }
}
