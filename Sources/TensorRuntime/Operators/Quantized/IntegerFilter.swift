import TFLiteFormat

/// A filter's integers, minus their zero point, as floats with which sums are exact.
enum IntegerFilter {
  /// The largest sum of integers that floats hold exactly.
  private static let largestExactSum = 1 << 24 - 1

  /// The filter; or if its sums could exceed what floats hold exactly, one filter for each of a few digits of its
  /// integers, the lowest first.
  ///
  /// - Parameters:
  ///   - counts: the numbers of digits that are tried, each a divisor of eight. Digits have a sign.
  ///   - haveValues: whether digits are multiplied by what their places count, which leaves sums exact.
  /// - Returns: nil if the sums of the most digits could be 2²⁴.
  static func digits(
    _ constant: ConstantTensor, zeroPoint: Int, axis: Int, largestInput: Int, counts: [Int], haveValues: Bool = false
  ) throws(OperatorError) -> [ConstantTensor]? {
    let isSigned = constant.type.elementType == .int8
    // What each byte value represents.
    let integers = (0..<256).map { (isSigned ? Int(Int8(truncatingIfNeeded: $0)) : $0) - zeroPoint }
    let parts = constant.withUnsafeBytes { bytes in
      counts.lazy.map { digits(integers, count: $0) }.first { parts in
        parts.allSatisfy { part in
          largestSum(bytes, part, constant.type.shape, axis: axis) * largestInput <= largestExactSum
        }
      }
    }
    guard let parts else { return nil }
    let type = try TensorType(.float32, constant.type.shape)
    return parts.enumerated().map { place, part in
      let value = haveValues ? Float(1 << (8 / parts.count * place)) : 1
      return ConstantTensor(type, bytes: constant, standingFor: part.map { Float($0) * value })
    }
  }

  /// Some digits of each integer, whose magnitudes are at most half of the base, but for the last one.
  private static func digits(_ integers: [Int], count: Int) -> [[Int]] {
    let base = 1 << (8 / count)
    var digits: [[Int]] = [], rest = integers
    for _ in 1..<count {
      let quotients = rest.map { Int((Double($0) / Double(base)).rounded()) }
      digits.append(zip(rest, quotients).map { $0 - base * $1 })
      rest = quotients
    }
    return digits + [rest]
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
