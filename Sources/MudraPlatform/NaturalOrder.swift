/// The order of names as people number them: `frame2` before `frame10`.
package enum NaturalOrder {
  /// Whether a name comes before another one: runs of digits are compared as numbers, all else by bytes. Names that
  /// differ only in leading zeros are ordered by their bytes.
  package static func isBefore(_ first: String, _ second: String) -> Bool {
    let (a, b) = (Array(first.utf8), Array(second.utf8))
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (left, right) = (digits(a, &i), digits(b, &j))
        // Without leading zeros, the longer number is the larger one.
        guard left.count == right.count else { return left.count < right.count }
        if let place = zip(left, right).first(where: { $0 != $1 }) { return place.0 < place.1 }
      } else {
        guard a[i] == b[j] else { return a[i] < b[j] }
        (i, j) = (i + 1, j + 1)
      }
    }
    if (i < a.count) != (j < b.count) { return j < b.count }
    return a.lexicographicallyPrecedes(b)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The digits of the number at a place, without leading zeros; moves the place behind it.
  private static func digits(_ bytes: [UInt8], _ place: inout Int) -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.count, isDigit(bytes[place]) { place += 1 }
    return bytes[start..<place].drop { $0 == UInt8(ascii: "0") }
  }
}
