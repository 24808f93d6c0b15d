/// A value of a FlexBuffer, the schema-less format in which custom operators keep their options.
///
/// A value is stored in a slot of its parent, `width` bytes wide: numbers directly, everything else as a distance back
/// to its data. Types are stored apart from values.
///
/// ```
///   vector    size │ slot… │ one type byte per slot          (the distance leads past the size)
///   map       distance to the keys │ width of the keys │ size │ slot… │ type byte…
///   root      at the end of the buffer: slot │ type byte │ width of the slot
/// ```
///
/// Every access is checked, since the bytes are untrusted. Vectors and maps have a limited length.
package struct FlexValue: Sendable {
  private let bytes: Bytes
  /// The position of the slot and its size in bytes.
  private let slot: Int, width: Int
  private let type: UInt8

  private init(_ bytes: Bytes, slot: Int, width: Int, type: UInt8) {
    self.bytes = bytes
    self.slot = slot
    self.width = width
    self.type = type
  }

  /// The root of a buffer; nil if there is none.
  package init?(root bytes: Bytes) {
    let count = bytes.count
    guard let last = bytes.integer(UInt8.self, at: count - 1), let type = bytes.integer(UInt8.self, at: count - 2),
      [1, 2, 4, 8].contains(last), count >= 2 + Int(last)
    else { return nil }
    self.init(bytes, slot: count - 2 - Int(last), width: Int(last), type: type)
  }

  /// The maximum number of integers in a vector, and of keys in a map.
  private static let largestCount = 4096

  // MARK: Numbers

  /// An integer; nil for anything else.
  package var integer: Int? {
    switch type >> 2 {
    case 1, 26: Self.signed(bytes, slot, width)
    case 2: Self.unsigned(bytes, slot, width)
    case 6: target.flatMap { Self.signed(bytes, $0, childWidth) }
    case 7: target.flatMap { Self.unsigned(bytes, $0, childWidth) }
    default: nil
    }
  }

  /// A number; nil for anything else.
  package var float: Float? {
    switch type >> 2 {
    case 3: Self.float(bytes, slot, width)
    case 8: target.flatMap { Self.float(bytes, $0, childWidth) }
    default: integer.map { Float($0) }
    }
  }

  // MARK: Collections

  /// The integers of a vector; nil for anything else, if an element is not an integer, or for more than 4096.
  package var integers: [Int]? {
    guard let start = target else { return nil }
    let kind = type >> 2
    // Typed vectors have no type bytes, and short typed vectors of numbers have no size.
    let isTyped = kind == 11 || kind == 12
    let fixedCount = [16: 2, 17: 2, 19: 3, 20: 3, 22: 4, 23: 4][kind]
    guard kind == 10 || isTyped || fixedCount != nil else { return nil }
    guard let count = fixedCount ?? Self.unsigned(bytes, start - childWidth, childWidth),
      count <= min((bytes.count - start) / childWidth, Self.largestCount)
    else { return nil }
    var values: [Int] = []
    for index in 0..<count {
      let elementType: UInt8?
      switch kind {
      case 10: elementType = bytes.integer(UInt8.self, at: start + count * childWidth + index)
      case 11, 16, 19, 22: elementType = 1 << 2
      default: elementType = 2 << 2
      }
      guard let elementType,
        let value = FlexValue(bytes, slot: start + index * childWidth, width: childWidth, type: elementType).integer
      else { return nil }
      values.append(value)
    }
    return values
  }

  /// The value for a key in a map; nil if this is not a map, has no such key, or has more than 4096.
  package subscript(key: String) -> FlexValue? {
    guard type >> 2 == 9, let start = target, let count = Self.unsigned(bytes, start - childWidth, childWidth),
      count <= min((bytes.count - start) / childWidth, Self.largestCount), start >= 3 * childWidth,
      let keyWidth = Self.unsigned(bytes, start - 2 * childWidth, childWidth), [1, 2, 4, 8].contains(keyWidth),
      let distance = Self.unsigned(bytes, start - 3 * childWidth, childWidth), distance <= start - 3 * childWidth
    else { return nil }
    let keys = start - 3 * childWidth - distance
    for index in 0..<count {
      let place = keys + index * keyWidth
      guard let distance = Self.unsigned(bytes, place, keyWidth), distance <= place else { return nil }
      guard hasText(key, at: place - distance) else { continue }
      guard let type = bytes.integer(UInt8.self, at: start + count * childWidth + index) else { return nil }
      return FlexValue(bytes, slot: start + index * childWidth, width: childWidth, type: type)
    }
    return nil
  }

  /// Whether there is a NUL-terminated string equal to `text` at a position.
  private func hasText(_ text: String, at place: Int) -> Bool {
    let count = text.utf8.count
    guard bytes.integer(UInt8.self, at: place + count) == 0, let found = try? bytes.slice(at: place, count: count)
    else { return false }
    return found.withUnsafeBytes { $0.elementsEqual(text.utf8) }
  }

  // MARK: Places

  /// The width of the slots of the collection that this value leads to.
  private var childWidth: Int { 1 << Int(type & 3) }

  /// Where the distance in the slot leads; nil if that is out of bounds.
  private var target: Int? {
    guard let distance = Self.unsigned(bytes, slot, width), distance <= slot else { return nil }
    return slot - distance
  }

  private static func unsigned(_ bytes: Bytes, _ place: Int, _ width: Int) -> Int? {
    switch width {
    case 1: bytes.integer(UInt8.self, at: place).map { Int($0) }
    case 2: bytes.integer(UInt16.self, at: place).map { Int($0) }
    case 4: bytes.integer(UInt32.self, at: place).map { Int($0) }
    default: bytes.integer(UInt64.self, at: place).flatMap { Int(exactly: $0) }
    }
  }

  private static func signed(_ bytes: Bytes, _ place: Int, _ width: Int) -> Int? {
    switch width {
    case 1: bytes.integer(Int8.self, at: place).map { Int($0) }
    case 2: bytes.integer(Int16.self, at: place).map { Int($0) }
    case 4: bytes.integer(Int32.self, at: place).map { Int($0) }
    default: bytes.integer(Int64.self, at: place).flatMap { Int(exactly: $0) }
    }
  }

  private static func float(_ bytes: Bytes, _ place: Int, _ width: Int) -> Float? {
    switch width {
    case 4: bytes.integer(UInt32.self, at: place).map { Float(bitPattern: $0) }
    case 8: bytes.integer(UInt64.self, at: place).map { Float(Double(bitPattern: $0)) }
    default: nil
    }
  }
}
