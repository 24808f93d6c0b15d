/// How the integers of a tensor represent real numbers: `real = scale × (integer − zeroPoint)`.
///
/// The values are those of the file: the operators that use them check their ranges.
package struct Quantization: Sendable, Equatable {
  /// A scheme other than one scale per tensor or per channel.
  package enum Details: Sendable, Equatable {
    /// Parameters of a custom scheme.
    case custom([UInt8])
    /// One scale per block; the indices of the tensors that hold the scales and the zero points.
    case blockwise(scales: Int, zeroPoints: Int, blockSize: Int)
    /// An unknown scheme, by the schema's `QuantizationDetails` tag.
    case unknown(tag: Int)
  }

  /// The smallest values seen in training; empty if not recorded.
  package let min: [Float]
  /// The largest values seen in training; empty if not recorded.
  package let max: [Float]
  /// One scale, or one for each index of `dimension`; empty for a tensor that is not quantized.
  package let scale: [Float]
  /// The integers that represent zero, one for each scale.
  package let zeroPoint: [Int]
  /// The parameters of another scheme, if one is used.
  package let details: Details?
  /// The dimension that has a scale for each of its indices.
  package let dimension: Int

  init(_ table: FlatTable) throws(FormatError) {
    min = try table.floats(0) ?? []
    max = try table.floats(1) ?? []
    scale = try table.floats(2) ?? []
    zeroPoint = try table.integers(3, as: Int64.self) ?? []
    dimension = Int(try table.scalar(6, default: Int32(0)))
    let value = try table.table(5)
    switch (try table.scalar(4, default: UInt8(0)), value) {
    case (0, _), (_, nil): details = nil
    case (1, let value?): details = .custom(try value.scalars(0, as: UInt8.self) ?? [])
    case (2, let value?):
      details = .blockwise(
        scales: Int(try value.scalar(0, default: Int32(0))), zeroPoints: Int(try value.scalar(1, default: Int32(0))),
        blockSize: Int(try value.scalar(2, default: Int32(0))))
    case (let tag, _): details = .unknown(tag: Int(tag))
    }
  }

  /// Whether there is no scale, one scale, or one for each index of the dimension, with at most one zero point or as
  /// many as scales.
  func fits(_ shape: [Int]) -> Bool {
    guard scale.count == 1 || scale.isEmpty || (shape.indices.contains(dimension) && shape[dimension] == scale.count)
    else { return false }
    return scale.isEmpty || zeroPoint.count <= 1 || zeroPoint.count == scale.count
  }
}
