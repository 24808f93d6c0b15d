/// A read-only view of bytes: those of a file, an array, or a part of either.
///
/// Slices share the owner of the memory, so taking one costs nothing and keeps the whole alive.
public struct Bytes: Sendable {
  private let storage: ByteStorage
  private let start: Int
  /// How many bytes the view holds.
  public let count: Int

  private init(storage: ByteStorage, start: Int, count: Int) {
    self.storage = storage
    self.start = start
    self.count = count
  }

  /// Reads a file whole; what happens to it afterward has no effect. A missing or empty file, and anything that is not
  /// a regular file, is an error; so is a file of too many bytes, before memory is taken for it.
  ///
  /// - Throws: `FormatError.cannotOpen` or `.fileTooLarge`.
  public init(contentsOfFile path: String, limits: BundleLimits = BundleLimits()) throws(FormatError) {
    let storage = try ByteStorage(reading: path, limits: limits)
    self.init(storage: storage, start: 0, count: storage.count)
  }

  /// Holds a copy of an array.
  public init(_ array: [UInt8]) {
    self = array.withUnsafeBytes { Bytes(copying: $0) }
  }

  /// Holds a copy of memory.
  public init(copying bytes: UnsafeRawBufferPointer) {
    self.init(storage: ByteStorage(copying: bytes), start: 0, count: bytes.count)
  }

  /// The part of `count` bytes at `offset`; an error when it does not lie inside.
  ///
  /// - Throws: `FormatError.outOfRange`.
  public func slice(at offset: Int, count: Int) throws(FormatError) -> Bytes {
    guard contains(offset: offset, count: count) else {
      throw .outOfRange(offset: offset, count: count, available: self.count)
    }
    return Bytes(storage: storage, start: start + offset, count: count)
  }

  /// Calls `body` with the bytes. The pointer is valid during the call only, and may be unaligned.
  ///
  /// - Throws: what `body` throws.
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    // `storage` owns start..<start+count: every initializer and `slice` establish it.
    let result = try body(UnsafeRawBufferPointer(start: storage.base + start, count: count))
    withExtendedLifetime(storage) {}
    return result
  }

  // MARK: Reading

  /// Whether `count` bytes at `offset` lie inside.
  package func contains(offset: Int, count: Int) -> Bool {
    offset >= 0 && count >= 0 && offset <= self.count && count <= self.count - offset
  }

  /// The little-endian integer at `offset`, which need not be aligned; nil when it does not lie inside.
  package func integer<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T? {
    guard contains(offset: offset, count: MemoryLayout<T>.size) else { return nil }
    let value = (storage.base + start).loadUnaligned(fromByteOffset: offset, as: T.self)
    withExtendedLifetime(storage) {}
    return T(littleEndian: value)
  }

  /// The bytes as text; nil when they are not UTF-8.
  package var utf8Text: String? {
    withUnsafeBytes { bytes in String(validating: bytes, as: UTF8.self) }
  }

  /// A copy of the bytes.
  package var array: [UInt8] {
    withUnsafeBytes { bytes in [UInt8](bytes) }
  }
}
