/// Writes FlatBuffers from a tree of values. Parents precede children, and nothing is shared unless it is said to be;
/// meant for small buffers.
package struct FlatWriter {
  /// A value that a field of a table can hold.
  package indirect enum Value: Sendable {
    /// An integer of 1, 2, 4 or 8 bytes.
    case integer(Int64, byteCount: Int)
    /// A 32-bit floating-point number.
    case float(Float)
    /// A string.
    case string(String)
    /// A vector of scalars, given as their bytes in memory order.
    case vector([UInt8], elementByteCount: Int)
    /// A vector of tables.
    case tables([[Int: Value]])
    /// A vector whose offsets all lead to the same table.
    case repeated([Int: Value], count: Int)
    /// A table: field number to value.
    case table([Int: Value])

    /// A vector of 32-bit integers.
    package static func int32s(_ values: [Int]) -> Value {
      .vector(values.flatMap { FlatWriter.bytes(Int64($0), 4) }, elementByteCount: 4)
    }

    /// A vector of 32-bit floating-point numbers.
    package static func floats(_ values: [Float]) -> Value {
      .vector(values.flatMap { FlatWriter.bytes(Int64($0.bitPattern), 4) }, elementByteCount: 4)
    }

    /// A vector of bytes, aligned to 16 in the buffer, as TFLite requires for weights.
    package static func bytes(_ values: [UInt8]) -> Value {
      .vector(values, elementByteCount: 1)
    }

    /// A 32-bit integer.
    package static func int(_ value: Int) -> Value { .integer(Int64(value), byteCount: 4) }

    /// An 8-bit integer, boolean or enum.
    package static func byte(_ value: Int) -> Value { .integer(Int64(value), byteCount: 1) }
  }

  private var output: [UInt8] = []

  /// The buffer of a root table with a four-character identifier.
  package static func buffer(root: [Int: Value], identifier: String) -> [UInt8] {
    var writer = FlatWriter()
    writer.output = [0, 0, 0, 0] + Array(identifier.utf8)
    writer.refer(from: 0, to: writer.write(table: root))
    return writer.output
  }

  // MARK: Writing

  private static func bytes(_ value: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
  }

  /// Pads so that the end of what is written, plus `ahead`, is a multiple of `alignment`.
  private mutating func align(to alignment: Int, ahead: Int = 0) {
    while (output.count + ahead) % alignment != 0 { output.append(0) }
  }

  /// Overwrites four bytes at `place` with the distance to `target`.
  private mutating func refer(from place: Int, to target: Int) {
    output.replaceSubrange(place..<place + 4, with: Self.bytes(Int64(target - place), 4))
  }

  /// Writes a vtable, its table and then what the fields refer to; returns the table's position.
  private mutating func write(table fields: [Int: Value]) -> Int {
    // Writing wide fields first keeps every field aligned if the table starts 4 bytes after a multiple of 8.
    let order = fields.sorted { ($0.value.inlineByteCount, $1.key) > ($1.value.inlineByteCount, $0.key) }
    var offsets: [Int: Int] = [:]
    var size = 4
    for (field, value) in order {
      offsets[field] = size
      size += value.inlineByteCount
    }
    let vtableCount = 2 + ((fields.keys.max() ?? -1) + 1)
    align(to: 8, ahead: 2 * vtableCount + 4)
    let vtable = output.count
    output += Self.bytes(Int64(2 * vtableCount), 2) + Self.bytes(Int64(size), 2)
    for field in 0..<vtableCount - 2 { output += Self.bytes(Int64(offsets[field] ?? 0), 2) }
    let table = output.count
    output += Self.bytes(Int64(table - vtable), 4) + [UInt8](repeating: 0, count: size - 4)
    for (field, value) in order {
      let place = table + (offsets[field] ?? 0)
      if case .integer(let integer, let count) = value {
        output.replaceSubrange(place..<place + count, with: Self.bytes(integer, count))
      } else if case .float(let number) = value {
        output.replaceSubrange(place..<place + 4, with: Self.bytes(Int64(number.bitPattern), 4))
      } else {
        refer(from: place, to: write(value))
      }
    }
    return table
  }

  /// Writes what an offset refers to; returns its position.
  private mutating func write(_ value: Value) -> Int {
    switch value {
    case .integer, .float: return output.count
    case .table(let fields): return write(table: fields)
    case .string(let text):
      align(to: 4)
      let position = output.count
      output += Self.bytes(Int64(text.utf8.count), 4) + Array(text.utf8) + [0]
      return position
    case .vector(let bytes, let elementByteCount):
      align(to: elementByteCount == 1 ? 16 : max(4, elementByteCount), ahead: 4)
      let position = output.count
      output += Self.bytes(Int64(bytes.count / elementByteCount), 4) + bytes
      return position
    case .tables(let tables):
      let position = writeOffsets(tables.count)
      for (index, fields) in tables.enumerated() {
        refer(from: position + 4 + 4 * index, to: write(table: fields))
      }
      return position
    case .repeated(let fields, let count):
      let position = writeOffsets(count)
      let table = write(table: fields)
      for index in 0..<count { refer(from: position + 4 + 4 * index, to: table) }
      return position
    }
  }

  /// Writes a vector of offsets that lead nowhere yet; returns its position.
  private mutating func writeOffsets(_ count: Int) -> Int {
    align(to: 4)
    let position = output.count
    output += Self.bytes(Int64(count), 4) + [UInt8](repeating: 0, count: 4 * count)
    return position
  }
}

extension FlatWriter.Value {
  /// The number of bytes that the value takes in its table.
  fileprivate var inlineByteCount: Int {
    if case .integer(_, let byteCount) = self { byteCount } else { 4 }
  }
}
