/// A FlatBuffer table whose position and vtable have been verified; every accessor verifies what it reads.
///
/// ```
///   position ─▶ Int32: distance back to the vtable │ fields at the offsets that the vtable gives
///     vtable ─▶ UInt16: its own bytes │ UInt16: bytes of the table │ UInt16 per field: offset in the table, 0 = absent
/// ```
///
/// All integers are little-endian. Offsets to strings, vectors and tables are unsigned distances from their own
/// position. Loads are unaligned: a buffer inside an archive may begin at an odd address.
package struct FlatTable: Sendable {
  /// The whole buffer.
  let bytes: Bytes
  /// Where the table begins.
  let position: Int
  private let byteCount: Int
  private let vtable: Int
  private let vtableByteCount: Int
  private let budget: ReadingBudget?

  /// The root table of a buffer with the given four-character identifier.
  ///
  /// - Parameter budget: what may be spent on reading it; nil for the budget of a file of this size.
  package init(rootOf bytes: Bytes, identifier: String, budget: ReadingBudget? = nil) throws(FormatError) {
    guard bytes.count >= 8, let offset = bytes.uint32(at: 0) else {
      throw .flatBuffer(.tooShort(byteCount: bytes.count))
    }
    let found = try bytes.slice(at: 4, count: 4).array
    guard found.elementsEqual(identifier.utf8) else {
      throw .flatBuffer(.identifier(found: found, expected: identifier))
    }
    let budget = budget ?? ReadingBudget(fileByteCount: bytes.count)
    guard let position = Int(exactly: offset), position > 0 else {
      throw .flatBuffer(.offset(at: 0, target: Int(clamping: offset)))
    }
    try self.init(bytes: bytes, position: position, reference: 0, budget: budget)
  }

  /// The table at `position`, to which the offset at `reference` leads.
  private init(bytes: Bytes, position: Int, reference: Int, budget: ReadingBudget?) throws(FormatError) {
    guard position & 3 == 0, let distance = bytes.uint32(at: position) else {
      throw .flatBuffer(.offset(at: reference, target: position))
    }
    let (vtable, overflow) = position.subtractingReportingOverflow(Int(Int32(bitPattern: distance)))
    guard !overflow, vtable & 1 == 0, let vtableSize = bytes.uint16(at: vtable),
      let size = bytes.uint16(at: vtable &+ 2), vtableSize >= 4, vtableSize & 1 == 0, size >= 4,
      bytes.contains(offset: vtable, count: Int(vtableSize)), bytes.contains(offset: position, count: Int(size))
    else { throw .flatBuffer(.vtable(table: position)) }
    try budget?.spend(elements: 1)
    self.bytes = bytes
    self.position = position
    self.vtable = vtable
    self.budget = budget
    byteCount = Int(size)
    vtableByteCount = Int(vtableSize)
  }

  private init(unmetering table: FlatTable) {
    bytes = table.bytes
    position = table.position
    byteCount = table.byteCount
    vtable = table.vtable
    vtableByteCount = table.vtableByteCount
    budget = nil
  }

  /// The same table for use after the initial read: its accessors no longer count against the budget.
  var unmetered: FlatTable { FlatTable(unmetering: self) }

  // MARK: Scalars

  /// An integer field, or the default if it is absent.
  package func scalar<T: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ field: Int, default: T
  ) throws(FormatError) -> T {
    guard let place = try place(of: field, byteCount: MemoryLayout<T>.size) else { return `default` }
    return bytes.integer(T.self, at: place) ?? `default`
  }

  /// A 32-bit floating-point field, or the default if it is absent.
  package func float(_ field: Int, default: Float = 0) throws(FormatError) -> Float {
    Float(bitPattern: try scalar(field, default: `default`.bitPattern))
  }

  /// A boolean field, or the default if it is absent. Any byte other than 0 is true.
  package func bool(_ field: Int, default: Bool = false) throws(FormatError) -> Bool {
    try scalar(field, default: UInt8(`default` ? 1 : 0)) != 0
  }

  // MARK: References

  /// A table field; nil if absent.
  package func table(_ field: Int) throws(FormatError) -> FlatTable? {
    guard let place = try place(of: field, byteCount: 4) else { return nil }
    return try FlatTable(bytes: bytes, position: try target(of: place), reference: place, budget: budget)
  }

  /// The number of tables or 32-bit numbers in a vector; 0 if absent.
  package func count(_ field: Int) throws(FormatError) -> Int {
    try vector(field, elementByteCount: 4)?.count ?? 0
  }

  /// Counts operands, which are visited whenever the graph is.
  func spend(operands count: Int) throws(FormatError) {
    try budget?.spend(elements: count)
  }

  /// Counts bytes that are visited later.
  func spend(bytes count: Int) throws(FormatError) {
    try budget?.spend(bytes: count)
  }

  /// A vector of tables; empty if absent.
  package func tables(_ field: Int) throws(FormatError) -> [FlatTable] {
    try tables(field) { table, _ in table }
  }

  /// The value read from each table of a vector, given the table and its index; empty if absent.
  func tables<T>(
    _ field: Int, _ read: (FlatTable, _ index: Int) throws(FormatError) -> T
  ) throws(FormatError) -> [T] {
    guard let vector = try vector(field, elementByteCount: 4) else { return [] }
    // Counted before the array is made, so that the array's own memory is bounded too.
    try budget?.check(elements: vector.count)
    try budget?.spend(memory: vector.count * MemoryLayout<T>.stride)
    var values: [T] = []
    values.reserveCapacity(vector.count)
    for index in 0..<vector.count {
      let place = vector.start + 4 * index
      let table = try FlatTable(bytes: bytes, position: try target(of: place), reference: place, budget: budget)
      values.append(try read(table, index))
    }
    return values
  }

  /// A string field; nil if absent.
  package func string(_ field: Int) throws(FormatError) -> String? {
    guard let vector = try vector(field, elementByteCount: 1) else { return nil }
    let end = vector.start + vector.count
    guard bytes.integer(UInt8.self, at: end) == 0 else {
      throw .flatBuffer(.unterminatedString(at: vector.start - 4))
    }
    try budget?.spend(bytes: vector.count)
    try budget?.spend(memory: String.allocatedByteCount(ofLength: vector.count))
    guard let text = try bytes.slice(at: vector.start, count: vector.count).utf8Text else {
      throw .flatBuffer(.notUTF8(at: vector.start - 4))
    }
    return text
  }

  /// A vector of integers; nil if absent.
  ///
  /// - Parameter limit: the maximum number of elements read; the rest is left out.
  package func scalars<T: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ field: Int, as type: T.Type, limit: Int = .max
  ) throws(FormatError) -> [T]? {
    try elements(field, of: type, limit: limit) { $0 }
  }

  /// A vector of integers, as `Int`; nil if absent.
  func integers<T: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ field: Int, as type: T.Type
  ) throws(FormatError) -> [Int]? {
    try elements(field, of: type) { Int(truncatingIfNeeded: $0) }
  }

  /// A vector of 32-bit floating-point numbers; nil if absent. See ``scalars(_:as:limit:)`` for the limit.
  package func floats(_ field: Int, limit: Int = .max) throws(FormatError) -> [Float]? {
    try elements(field, of: UInt32.self, limit: limit) { Float(bitPattern: $0) }
  }

  /// A vector of numbers, each converted; nil if absent.
  private func elements<T: FixedWidthInteger & BitwiseCopyable & Sendable, Value>(
    _ field: Int, of type: T.Type, limit: Int = .max, _ value: (T) -> Value
  ) throws(FormatError) -> [Value]? {
    guard var vector = try vector(field, elementByteCount: MemoryLayout<T>.size) else { return nil }
    vector.count = min(vector.count, limit)
    // Initializing an empty array this way would write to the empty storage that all threads share.
    guard vector.count > 0 else { return [] }
    try budget?.spend(bytes: vector.count * MemoryLayout<T>.size)
    try budget?.spend(memory: vector.count * MemoryLayout<Value>.stride + 32)
    return [Value](unsafeUninitializedCapacity: vector.count) { buffer, count in
      for index in 0..<vector.count {
        // In range: `vector` has checked the whole vector.
        let element = bytes.integer(T.self, at: vector.start + index * MemoryLayout<T>.size) ?? 0
        buffer.initializeElement(at: index, to: value(element))
      }
      count = vector.count
    }
  }

  /// A vector of bytes, not copied; nil if absent.
  package func bytes(_ field: Int) throws(FormatError) -> Bytes? {
    guard let vector = try vector(field, elementByteCount: 1) else { return nil }
    return try bytes.slice(at: vector.start, count: vector.count)
  }

  // MARK: Places

  /// The position of a field of `byteCount` bytes; nil if it is absent.
  private func place(of field: Int, byteCount: Int) throws(FormatError) -> Int? {
    let entry = 4 + 2 * field
    guard entry + 2 <= vtableByteCount, let offset = bytes.uint16(at: vtable + entry), offset != 0 else {
      return nil
    }
    guard offset >= 4, Int(offset) + byteCount <= self.byteCount else {
      throw .flatBuffer(.field(table: position, field: field))
    }
    return position + Int(offset)
  }

  /// Where the offset at `place` leads.
  private func target(of place: Int) throws(FormatError) -> Int {
    guard let offset = bytes.uint32(at: place), offset != 0, let distance = Int(exactly: offset),
      distance <= bytes.count - place
    else { throw .flatBuffer(.offset(at: place, target: place)) }
    return place + distance
  }

  /// The position of the first element and the count of a vector, checked to be inside the buffer; nil if absent.
  private func vector(_ field: Int, elementByteCount: Int) throws(FormatError) -> (start: Int, count: Int)? {
    guard let place = try place(of: field, byteCount: 4) else { return nil }
    let head = try target(of: place)
    guard head & 3 == 0, let length = bytes.uint32(at: head) else {
      throw .flatBuffer(.offset(at: place, target: head))
    }
    guard let count = Int(exactly: length), count <= (bytes.count - head - 4) / elementByteCount else {
      throw .flatBuffer(.length(at: head, count: Int(clamping: length)))
    }
    return (head + 4, count)
  }
}
