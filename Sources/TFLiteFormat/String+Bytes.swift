extension String {
  /// Whether two names have the same bytes.
  ///
  /// Names in files are compared like this and in no other way: canonically equivalent names are different, and `==`
  /// takes time that grows with the square of the number of combining marks.
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether a name ends in a suffix, byte by byte.
  package func hasByteSuffix(_ suffix: String) -> Bool { utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }

  /// Bytes that a text of `length` bytes takes besides its value: texts of at most 15 bytes are stored in it.
  static func allocatedByteCount(ofLength length: Int) -> Int { length > 15 ? length + 32 : 0 }

  /// The same for this text.
  var allocatedByteCount: Int { Self.allocatedByteCount(ofLength: utf8.count) }
}

/// A name in a file as the key of a set or dictionary: see ``Swift/String/hasSameBytes(as:)``.
package struct NameKey: Hashable, Sendable {
  /// The name.
  package let name: String

  /// The key of a name.
  package init(_ name: String) {
    self.name = name
  }

  package static func == (left: NameKey, right: NameKey) -> Bool { left.name.hasSameBytes(as: right.name) }

  package func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
