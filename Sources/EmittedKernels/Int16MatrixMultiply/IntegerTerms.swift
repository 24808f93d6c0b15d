import TensorKernels

/// The terms of an integer product, which a 32-bit lane multiplies in groups.
///
///     words:         signed 16-bit × signed 16-bit, two terms
///     widenedBytes:  the same, with weights stored as bytes
///     bytes:         unsigned bytes × signed bytes, four terms
enum IntegerTerms: Sendable, Hashable {
  case words, widenedBytes, bytes

  var countPerLane: Int { self == .bytes ? 4 : 2 }
  /// Bytes of the weights of a lane.
  var weightByteCount: Int { self == .widenedBytes ? 2 : 4 }
}

/// Rows whose terms are in several segments: their number, and bytes between segments and between rows.
struct TermSegments: Hashable {
  let count: Int, byteCount: Int, rowByteCount: Int
}
