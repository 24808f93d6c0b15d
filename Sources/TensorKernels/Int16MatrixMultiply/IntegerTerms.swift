/// The terms of an integer product, of which a lane of 32 bits takes a group at a time.
///
///     words:    signed 16-bit integers × the same, two terms
///     bytes:    bytes without a sign × signed bytes, four terms
enum IntegerTerms: Sendable, Hashable {
  case words, bytes

  /// Terms that one lane takes.
  var countPerLane: Int { self == .words ? 2 : 4 }
}
