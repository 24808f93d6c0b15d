import TFLiteFormat

/// A filter's integers, minus their zero point, as floats with which sums are exact.
struct IntegerFilter {
  /// The filter, or if its sums could exceed what floats hold exactly, its remainders of a division by 16.
  let low: ConstantTensor
  /// The quotients of that division; nil if the filter is not split.
  let high: ConstantTensor?

  /// The largest sum of integers that floats hold exactly.
  private static let largestExactSum = 1 << 24 - 1

  /// - Returns: nil if even remainders and quotients could have sums of 2²⁴.
  init?(_ constant: ConstantTensor, zeroPoint: Int, axis: Int, largestInput: Int) throws(OperatorError) {
    let isSigned = constant.type.elementType == .int8
    // What each byte value represents.
    let integers = (0..<256).map { (isSigned ? Int(Int8(truncatingIfNeeded: $0)) : $0) - zeroPoint }
    let quotients = integers.map { Int((Double($0) / 16).rounded()) }
    let remainders = zip(integers, quotients).map { $0 - 16 * $1 }
    let parts = constant.withUnsafeBytes { bytes in
      [[integers], [remainders, quotients]].first { parts in
        parts.allSatisfy { part in
          Self.largestSum(bytes, part, constant.type.shape, axis: axis) * largestInput <= Self.largestExactSum
        }
      }
    }
    guard let parts else { return nil }
    let type = try TensorType(.float32, constant.type.shape)
    let floats = parts.map { ConstantTensor(type, bytes: constant, standingFor: $0.map { Float($0) }) }
    (low, high) = (floats[0], floats.count > 1 ? floats[1] : nil)
  }

  /// The largest sum of a channel's magnitudes.
  private static func largestSum(
    _ bytes: UnsafeRawBufferPointer, _ integers: [Int], _ shape: [Int], axis: Int
  ) -> Int {
    let magnitudes = integers.map { Int32(abs($0)) }
    let channels = shape[axis]
    let (outer, inner) = (shape[..<axis].reduce(1, *), shape[(axis + 1)...].reduce(1, *))
    var largest = 0
    magnitudes.withUnsafeBufferPointer { magnitudes in
      for channel in 0..<channels {
        var sum = 0
        for block in 0..<outer {
          let start = (block * channels + channel) * inner
          for place in start..<start + inner { sum += Int(magnitudes[Int(bytes[place])]) }
        }
        largest = max(largest, sum)
      }
    }
    return largest
  }
}
