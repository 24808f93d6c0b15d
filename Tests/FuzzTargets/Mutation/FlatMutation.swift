import TFLiteFormat
import TestSupport

/// Changes to a tree of FlatBuffers values that leave it one: what it says may become wrong, how it is written not.
struct FlatMutation {
  typealias Table = [Int: FlatWriter.Value]

  /// What decides.
  var random: SeededGenerator

  /// Numbers that are most likely to be taken for right by mistake.
  private static let numbers: [Int64] = [
    0, 1, 2, 3, 4, 8, 64, 127, 128, 255, 256, 65_535, 1 << 20, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, .max, -1, -2, .min,
  ]
  private static let floats: [Float] = [
    0, -0.0, 1, -1, 0.5, 255, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 3e38,
  ]
  private static let texts = [
    "", "a", "serving_default", "..", "../a", "/", "a/b", "\u{0}", "\u{1B}[31m", "\u{202E}a", "a\u{FE0F}",
    "\u{65}\u{301}",
    "\u{E9}", "labels.txt", "en", "\n",
  ]

  /// Changes a value or, mostly, something in it.
  mutating func change(_ value: inout FlatWriter.Value) {
    switch value {
    case .integer(let number, let byteCount): value = .integer(changed(number), byteCount: byteCount)
    case .float: value = .float(random.one(of: Self.floats))
    case .string(let text): value = .string(changed(text))
    case .vector(let bytes, let width): value = .vector(changed(bytes, width), elementByteCount: width)
    case .table(var table):
      change(&table)
      value = .table(table)
    case .tables(var tables):
      // Vectors whose offsets all lead to one table are small, and large when read.
      if let table = tables.last, random.once(in: 20) {
        value = .repeated(table, count: random.one(of: [0, 1, 2, 100, 500]))
      } else {
        change(&tables)
        value = .tables(tables)
      }
    case .repeated(var table, let count):
      change(&table)
      value = .repeated(table, count: random.once(in: 2) ? count : min(2 * count, 500))
    }
  }

  /// Changes something in a table, or leaves a field out.
  mutating func change(_ table: inout Table) {
    // In the order of the fields: that of a dictionary differs from process to process.
    guard !table.isEmpty else { return }
    let field = random.one(of: table.keys.sorted())
    guard !random.once(in: 10), var value = table[field] else { return table[field] = nil }
    change(&value)
    table[field] = value
  }

  /// Changes something in a table, or how many tables there are.
  mutating func change(_ tables: inout [Table]) {
    guard !tables.isEmpty else { return }
    let index = random.below(tables.count)
    switch random.below(10) {
    case 0: tables.remove(at: index)
    case 1: tables.insert(tables[index], at: random.below(tables.count + 1))
    case 2: tables.swapAt(index, random.below(tables.count))
    case 3: tables += Array(repeating: tables[index], count: random.one(of: [2, 8, 16]))
    default: change(&tables[index])
    }
  }

  /// Another number.
  mutating func changed(_ number: Int64) -> Int64 {
    switch random.below(4) {
    case 0: number &+ 1
    case 1: number &- 1
    case 2: number ^ 1 << Int64(random.below(32))
    default: random.one(of: Self.numbers)
    }
  }

  /// Another text.
  mutating func changed(_ text: String) -> String {
    switch random.below(4) {
    case 0: text + random.one(of: Self.texts)
    case 1: String(text.unicodeScalars.dropLast())
    case 2: String(repeating: text.isEmpty ? "x" : text, count: random.one(of: [2, 3, 16]))
    default: random.one(of: Self.texts)
    }
  }

  /// Another vector.
  private mutating func changed(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
    var bytes = bytes
    let element = bytes.count < width ? 0 : random.below(bytes.count / width) * width
    switch random.below(5) {
    case 0: bytes += (0..<width).map { _ in UInt8(random.below(4)) }
    case 1 where !bytes.isEmpty: bytes.removeSubrange(element..<element + width)
    case 2 where !bytes.isEmpty: bytes += bytes[element..<element + width]
    case 3 where !bytes.isEmpty && width == 4:
      replace(element, UInt64(random.one(of: Self.floats).bitPattern), width, in: &bytes)
    default:
      guard !bytes.isEmpty else { break }
      let number = (0..<width).reduce(UInt64(0)) { $0 | UInt64(bytes[element + $1]) << (8 * UInt64($1)) }
      replace(element, UInt64(bitPattern: changed(Int64(bitPattern: number))), width, in: &bytes)
    }
    return bytes
  }

  private func replace(_ place: Int, _ number: UInt64, _ width: Int, in bytes: inout [UInt8]) {
    for byte in 0..<width { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte))) }
  }
}
