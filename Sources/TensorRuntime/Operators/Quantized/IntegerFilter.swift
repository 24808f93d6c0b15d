import TFLiteFormat

/// A filter's integers minus their zero point, as floats with exact sums.
enum IntegerFilter {
  /// Floats hold sums up to here exactly.
  private static let maxExactSum = 1 << 24 - 1

  /// The filter; or, if its sums could exceed exact floats, one filter per digit of its integers, lowest first.
  ///
  /// - Parameters:
  ///   - counts: the numbers of (signed) digits to try, divisors of eight.
  ///   - haveValues: whether digits are multiplied by their place values, which keeps sums exact.
  /// - Returns: nil if sums could reach 2²⁴ with the most digits.
  static func digits(
    _ constant: ConstantTensor, zeroPoint: Int, axis: Int, maxInput: Int, counts: [Int], haveValues: Bool = false
  ) throws(OperatorError) -> [ConstantTensor]? {
    let isSigned = constant.type.elementType == .int8
    // Each byte's integer.
    let integers = (0..<256).map { (isSigned ? Int(Int8(truncatingIfNeeded: $0)) : $0) - zeroPoint }
    let parts = constant.withUnsafeBytes { bytes in
      counts.lazy.map { digits(integers, count: $0) }.first { parts in
        parts.allSatisfy { part in
          maxSum(bytes, part, constant.type.shape, axis: axis) * maxInput <= maxExactSum
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

  /// Splits each integer into digits of at most half the base in magnitude, except the last.
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

  /// The maximum of a channel's sum of magnitudes.
  private static func maxSum(
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
