import TensorKernels

struct ByteScale {
  /// Includes the activation's limits.
  let range: ByteRange
  let scale: Float

  /// The quantization of a tensor of int8 or uint8.
  ///
  /// - Throws: `OperatorError.quantization` unless there is one scale.
  init(_ type: TensorType, _ place: String, activation: FusedActivation = .none) throws(OperatorError) {
    let (scale, zeroPoint) = try type.tensorScale(place)
    self.scale = scale
    range = ByteRange(
      isSigned: type.elementType == .int8, zeroPoint: zeroPoint,
      limits: activation.quantizedLimits(scale: scale, zeroPoint: zeroPoint, type.byteRange ?? 0...0))
  }
}
