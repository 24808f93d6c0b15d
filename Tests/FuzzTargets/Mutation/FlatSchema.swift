import TFLiteFormat

/// What the fields of a FlatBuffers table are: enough to take a buffer apart into what `FlatWriter` writes.
indirect enum FlatSchema: Sendable {
  /// A table whose fields are these; others are left out.
  case table([Int: Field])
  /// A table whose fields are all numbers, as wide as the next one is away.
  case numbers

  /// A field of a table.
  enum Field: Sendable {
    /// A number of some bytes.
    case number(Int)
    /// A text.
    case string
    /// A vector of numbers of some bytes.
    case vector(Int)
    /// A table.
    case table(FlatSchema)
    /// A vector of tables.
    case tables(FlatSchema)
    /// A table that is one of several, by the number in another field; of numbers for those that are not named.
    case union(tag: Int, [Int: FlatSchema])
  }

  /// A table's fields.
  typealias Table = [Int: FlatWriter.Value]

  /// The root table of a buffer; nil if anything leads outside of it, or if there are very many tables.
  func root(of bytes: [UInt8], identifier: String) -> Table? {
    guard bytes.count >= 8, bytes[4..<8].elementsEqual(identifier.utf8) else { return nil }
    var reader = Reader(bytes: bytes)
    return reader.target(of: 0).flatMap { reader.table(at: $0, self) }
  }

  /// A buffer that is being read.
  private struct Reader {
    let bytes: [UInt8]
    var tableCount = 0

    func number(at place: Int, byteCount: Int) -> Int64? {
      guard place >= 0, place <= bytes.count - byteCount else { return nil }
      let value = (0..<byteCount).reduce(UInt64(0)) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
      return Int64(bitPattern: value)
    }

    func target(of place: Int) -> Int? {
      number(at: place, byteCount: 4).flatMap { $0 == 0 ? nil : place + Int($0) }
    }

    mutating func table(at place: Int, _ schema: FlatSchema) -> Table? {
      tableCount += 1
      guard tableCount < 4096, let distance = number(at: place, byteCount: 4) else { return nil }
      let vtable = place - Int(Int32(truncatingIfNeeded: distance))
      guard let vtableByteCount = number(at: vtable, byteCount: 2), vtableByteCount >= 4,
        let byteCount = number(at: vtable + 2, byteCount: 2)
      else { return nil }
      var offsets: [Int: Int] = [:]
      for field in 0..<Int(vtableByteCount - 4) / 2 {
        guard let offset = number(at: vtable + 4 + 2 * field, byteCount: 2) else { return nil }
        if offset != 0 { offsets[field] = Int(offset) }
      }
      var values: Table = [:]
      for (field, offset) in offsets.sorted(by: { $0.key < $1.key }) {
        switch schema {
        case .numbers:
          let next = offsets.values.filter { $0 > offset }.min() ?? Int(byteCount)
          let width = next - offset >= 8 ? 8 : next - offset >= 4 ? 4 : next - offset >= 2 ? 2 : 1
          guard let number = number(at: place + offset, byteCount: width) else { return nil }
          values[field] = .integer(number, byteCount: width)
        case .table(let fields):
          guard let kind = fields[field] else { continue }
          let tag = { (other: Int, reader: Reader) in
            offsets[other].flatMap { reader.number(at: place + $0, byteCount: 1) }.map { Int($0) } ?? 0
          }
          guard let value = self.value(at: place + offset, kind, tag) else { return nil }
          values[field] = value
        }
      }
      return values
    }

    private mutating func value(
      at place: Int, _ field: Field, _ tag: (Int, Reader) -> Int
    ) -> FlatWriter.Value? {
      if case .number(let width) = field {
        return number(at: place, byteCount: width).map { .integer($0, byteCount: width) }
      }
      guard let target = target(of: place) else { return nil }
      switch field {
      case .number: return nil
      case .string: return elements(at: target, byteCount: 1).map { .string(String(decoding: $0, as: UTF8.self)) }
      case .vector(let width):
        return elements(at: target, byteCount: width).map { .vector($0, elementByteCount: width) }
      case .table(let schema): return table(at: target, schema).map { .table($0) }
      case .union(let other, let schemas):
        return table(at: target, schemas[tag(other, self)] ?? .numbers).map { .table($0) }
      case .tables(let schema):
        guard let count = number(at: target, byteCount: 4), count <= 4096 else { return nil }
        var tables: [Table] = []
        for index in 0..<Int(count) {
          guard let element = self.target(of: target + 4 + 4 * index), let table = table(at: element, schema) else {
            return nil
          }
          tables.append(table)
        }
        return .tables(tables)
      }
    }

    private func elements(at place: Int, byteCount: Int) -> [UInt8]? {
      guard let count = number(at: place, byteCount: 4), count <= (bytes.count - place - 4) / byteCount else {
        return nil
      }
      return Array(bytes[place + 4..<place + 4 + Int(count) * byteCount])
    }
  }
}

// MARK: The schemas of TFLite

extension FlatSchema {
  /// A model. Source: TFLite's schema.fbs.
  static let model = table([
    0: .number(4), 1: .tables(table([0: .number(1), 1: .string, 2: .number(4), 3: .number(4)])),
    2: .tables(subgraph), 3: .string, 4: .tables(table([0: .vector(1), 1: .number(8), 2: .number(8)])),
    6: .tables(table([0: .string, 1: .number(4)])), 7: .tables(signature),
  ])

  private static let subgraph = table([
    0: .tables(tensor), 1: .vector(4), 2: .vector(4), 3: .tables(operation), 4: .string,
  ])

  private static let tensor = table([
    0: .vector(4), 1: .number(1), 2: .number(4), 3: .string, 4: .table(quantization), 5: .number(1),
    6: .table(sparsity), 7: .vector(4), 8: .number(1),
  ])

  private static let quantization = table([
    0: .vector(4), 1: .vector(4), 2: .vector(4), 3: .vector(8), 4: .number(1), 5: .table(table([0: .vector(1)])),
    6: .number(4),
  ])

  private static let sparsity = table([
    0: .vector(4), 1: .vector(4),
    2: .tables(
      table([
        0: .number(1), 1: .number(4), 2: .number(1), 3: .union(tag: 2, indexVectors), 4: .number(1),
        5: .union(tag: 4, indexVectors),
      ])),
  ])

  private static let indexVectors: [Int: FlatSchema] = [
    1: table([0: .vector(4)]), 2: table([0: .vector(2)]), 3: table([0: .vector(1)]),
  ]

  private static let operation = table([
    // Options of RESHAPE and SQUEEZE have a vector.
    0: .number(4), 1: .vector(4), 2: .vector(4), 3: .number(1),
    4: .union(
      tag: 3,
      [
        17: table([0: .vector(4)]), 30: table([0: .vector(4)]), 111: table([0: .string, 1: .string]),
      ]),
    5: .vector(1), 6: .number(1), 7: .vector(1), 8: .vector(4), 9: .number(8), 10: .number(8), 11: .number(1),
    // Options of STABLEHLO_COMPOSITE; those of VAR_HANDLE are two texts.
    12: .union(tag: 11, [21: table([0: .string, 1: .number(4), 2: .vector(1), 3: .number(1), 4: .number(4)])]),
  ])

  private static let signature = table([
    0: .tables(table([0: .string, 1: .number(4)])), 1: .tables(table([0: .string, 1: .number(4)])), 2: .string,
    4: .number(4),
  ])

  /// A model's metadata. Source: TFLite's metadata_schema.fbs.
  static let metadata = table([
    0: .string, 1: .string, 2: .string, 3: .tables(subgraphMetadata), 4: .string, 5: .string, 6: .tables(file),
    7: .string,
  ])

  private static let subgraphMetadata = table([
    0: .string, 1: .string, 2: .tables(tensorMetadata), 3: .tables(tensorMetadata), 4: .tables(file),
    5: .tables(processUnit), 6: .tables(processUnit),
  ])

  private static let tensorMetadata = table([
    0: .string, 1: .string, 3: .table(table([0: .number(1), 1: .union(tag: 0, [:]), 2: .table(numbers)])),
    4: .tables(processUnit), 5: .table(table([0: .vector(4), 1: .vector(4)])), 6: .tables(file),
  ])

  private static let processUnit = table([
    0: .number(1), 1: .union(tag: 0, [1: table([0: .vector(4), 1: .vector(4)])]),
  ])

  private static let file = table([0: .string, 1: .string, 2: .number(1), 3: .string, 4: .string])
}
