/// A 16-bit filter with a scale per output channel.
///
///     filter[n, k] ≈ values[n, k] · scales[n]
///
/// Values are as large as 16 bits allow without overflow of 32-bit sums for any terms up to ``Int16Row/largestValue``
/// (or that of other ``BoundedInt16`` terms):
///
///     Σk |values[n, k]| ≤ 2^18,    2^18 · 8191 < 2^31        2^16 · 32767 < 2^31
package struct Int16Filter {
  /// `depth` values per channel.
  package let values: [Int16]
  /// One per channel, zero-padded to a multiple of 8.
  let scales: AlignedBuffer

  /// Maximum terms of a sum, far below where rounding could cause overflow.
  package static let maxTerms = 1 << 14

  /// Networks have no weights beyond; within, no scale underflows or overflows.
  private static let magnitudes: ClosedRange<Float> = 0x1p-60...0x1p60

  /// Nil if a weight is not finite or too large, or if all of a channel's weights are too small.
  ///
  /// - Parameter terms: the integers to multiply with.
  /// - Precondition: `depth` is at most ``maxTerms``.
  init?(_ filter: UnsafePointer<Float>, columns: Int, depth: Int, terms: BoundedInt16 = .terms) {
    precondition(depth <= Self.maxTerms, "sums of this many terms could overflow")
    let largestMagnitudeSum = terms == .wide ? Double(1 << 16) : Double(1 << 18)
    let scales = AlignedBuffer(zeros: (columns + 7) / 8 * 8)
    var isRepresented = true
    values = [Int16](unsafeUninitializedCapacity: columns * depth) { values, count in
      count = columns * depth
      for n in 0..<columns {
        let source = UnsafeBufferPointer(start: filter + n * depth, count: depth)
        let (sum, largest) = Self.magnitudes(source.baseAddress, count: depth, stride: 1)
        guard Self.isRepresented(sum, largest) else {
          isRepresented = false
          return values.initialize(repeating: 0)
        }
        // Rounding adds at most ½ to each magnitude.
        let room = largestMagnitudeSum - Double(depth) / 2
        let limit = sum == 0 ? 1 : min(Double(Int16.max), room * Double(largest) / sum)
        scales.pointer[n] = Float(Double(largest) / limit)
        let inverse = sum == 0 ? 0 : Float(limit / Double(largest))
        for k in 0..<depth {
          values.initializeElement(
            at: n * depth + k, to: Int16(truncatingIfNeeded: Int16Row.rounded(source[k] * inverse)))
        }
      }
    }
    guard isRepresented else { return nil }
    self.scales = scales
  }

  /// A channel's sum of magnitudes, which is not finite if a weight is not, and its maximum.
  private static func magnitudes(
    _ weights: UnsafePointer<Float>?, count: Int, stride: Int
  ) -> (sum: Double, largest: Float) {
    var (sum, largest) = (0.0, Float(0))
    guard let weights else { return (sum, largest) }
    for k in 0..<count {
      let magnitude = abs(weights[k &* stride])
      sum += Double(magnitude)
      largest = max(largest, magnitude)
    }
    return (sum, largest)
  }

  private static func isRepresented(_ sum: Double, _ largest: Float) -> Bool {
    sum.isFinite && (sum == 0 || magnitudes.contains(largest))
  }

  /// Whether 16 bits can represent a filter.
  ///
  /// - Parameter isDepthwise: whether channels, not terms, are contiguous.
  package static func represents(
    _ weights: LayerWeights, columns: Int, depth: Int, isDepthwise: Bool = false
  ) -> Bool {
    (0..<columns).allSatisfy { n in
      let first = weights.filter + (isDepthwise ? n : n * depth)
      let (sum, largest) = magnitudes(first, count: depth, stride: isDepthwise ? columns : 1)
      return isRepresented(sum, largest)
    }
  }

  private init(_ values: [Int16], _ scales: AlignedBuffer) { (self.values, self.scales) = (values, scales) }

  /// The same filter with scales multiplied by `factor`.
  func scaled(by factor: Float) -> Int16Filter { Int16Filter(values, scales.scaled(by: factor)) }

  /// The same filter with zeros after each segment of terms.
  func padded(_ segmentLength: Int, to paddedLength: Int) -> Int16Filter {
    guard paddedLength != segmentLength else { return self }
    let segmentCount = values.count / max(segmentLength, 1)
    var padded = [Int16](repeating: 0, count: segmentCount * paddedLength)
    for segment in 0..<segmentCount {
      for term in 0..<segmentLength {
        padded[segment * paddedLength + term] = values[segment * segmentLength + term]
      }
    }
    return Int16Filter(padded, scales)
  }
}
