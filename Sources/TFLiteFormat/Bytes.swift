import MudraPlatform

/// A read-only view of the bytes of a file or an array, or of a slice of either.
///
/// Slices share ownership of the memory, so slicing is free and keeps the whole alive.
public struct Bytes: Sendable {
  private let storage: ByteStorage
  private let start: Int
  /// The number of bytes in the view.
  public let count: Int

  private init(storage: ByteStorage, start: Int, count: Int) {
    self.storage = storage
    self.start = start
    self.count = count
  }

  /// Reads a whole file; later changes to the file have no effect. A missing or empty file is an error, as is anything
  /// that is not a regular file, and so is a file that is too large, before memory is allocated for it.
  ///
  /// - Throws: `FormatError.cannotOpen` or `.fileTooLarge`.
  public init(contentsOfFile path: String, limits: BundleLimits = BundleLimits()) throws(FormatError) {
    let storage = try ByteStorage(reading: path, limits: limits, maps: false)
    self.init(storage: storage, start: 0, count: storage.count)
  }

  /// Maps a whole file: the system reads a part of it when that is first used, and programs that map the same file
  /// share its memory. On Windows and WebAssembly, and where the system refuses to map it, the file is read.
  ///
  /// The caller promises that the file does not change while these bytes, a slice of them, or a network read from them
  /// exists. Otherwise bytes that have been checked may become others, and **if the file is cut off, the process
  /// ends**. ``init(contentsOfFile:limits:)`` needs no such promise.
  ///
  /// - Throws: `FormatError.cannotOpen` or `.fileTooLarge`.
  public init(mappingFile path: String, limits: BundleLimits = BundleLimits()) throws(FormatError) {
    let storage = try ByteStorage(reading: path, limits: limits, maps: true)
    self.init(storage: storage, start: 0, count: storage.count)
  }

  /// Copies an array.
  public init(_ array: [UInt8]) {
    self = array.withUnsafeBytes { Bytes(copying: $0) }
  }

  /// Copies memory.
  public init(copying bytes: UnsafeRawBufferPointer) {
    self.init(storage: ByteStorage(copying: bytes), start: 0, count: bytes.count)
  }

  /// The slice of `count` bytes at `offset`; an error if it is out of bounds.
  ///
  /// - Throws: `FormatError.outOfRange`.
  public func slice(at offset: Int, count: Int) throws(FormatError) -> Bytes {
    guard contains(offset: offset, count: count) else {
      throw .outOfRange(offset: offset, count: count, available: self.count)
    }
    return Bytes(storage: storage, start: start + offset, count: count)
  }

  /// The same bytes, whose pages are given back to the system once nothing views them through this value or a slice of
  /// it. The same value if they are not a file that has been read.
  ///
  /// - Precondition: nobody reads the bytes through another view from then on: they may be zeros.
  package var detached: Bytes {
    ByteStorage(of: storage, start..<start + count).map { Bytes(storage: $0, start: 0, count: count) } ?? self
  }

  /// Calls `body` with the bytes. The pointer is valid only during the call, and may be unaligned.
  ///
  /// - Throws: whatever `body` throws.
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    // `storage` owns start..<start+count: every initializer and `slice` establish it.
    let result = try body(UnsafeRawBufferPointer(start: storage.base + start, count: count))
    withExtendedLifetime(storage) {}
    return result
  }

  /// The place of a slice in this view; nil for bytes that are not one of its slices.
  func offset(of slice: Bytes) -> Int? {
    let offset = slice.start - start
    return slice.storage === storage && contains(offset: offset, count: slice.count) ? offset : nil
  }

  /// The first byte, which is there as long as this value or a copy of it exists; nil unless it is at a multiple of
  /// `alignment`.
  package func address(alignedTo alignment: Int) -> UnsafeRawPointer? {
    let address = storage.base + start
    return Int(bitPattern: address).isMultiple(of: alignment) ? address : nil
  }

  // MARK: Reading

  /// Whether `count` bytes at `offset` are in bounds.
  package func contains(offset: Int, count: Int) -> Bool {
    offset >= 0 && count >= 0 && offset <= self.count && count <= self.count - offset
  }

  /// The little-endian integer at `offset`, which need not be aligned; nil if it is out of bounds.
  package func integer<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T? {
    guard contains(offset: offset, count: MemoryLayout<T>.size) else { return nil }
    let value = (storage.base + start).loadUnaligned(fromByteOffset: offset, as: T.self)
    withExtendedLifetime(storage) {}
    return T(littleEndian: value)
  }

  /// The same for the types of all offsets and counts of a FlatBuffer: generic code takes long without optimization.
  func uint32(at offset: Int) -> UInt32? {
    guard contains(offset: offset, count: 4) else { return nil }
    let value = (storage.base + start).loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    withExtendedLifetime(storage) {}
    return value.littleEndian
  }

  func uint16(at offset: Int) -> UInt16? {
    guard contains(offset: offset, count: 2) else { return nil }
    let value = (storage.base + start).loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    withExtendedLifetime(storage) {}
    return value.littleEndian
  }

  /// The bytes as text; nil if they are not UTF-8.
  package var utf8Text: String? {
    withUnsafeBytes { bytes in
      // `String(validating:as:)` is not on macOS 14 and iOS 17. Decoding replaces what is no UTF-8 by other bytes.
      var text = String(decoding: bytes, as: UTF8.self)
      let isSame = text.withUTF8 { decoded in
        guard decoded.count == bytes.count else { return false }
        guard let decoded = decoded.baseAddress, let bytes = bytes.baseAddress else { return true }
        return memcmp(decoded, bytes, count) == 0
      }
      return isSame ? text : nil
    }
  }

  /// A copy of the bytes.
  package var array: [UInt8] {
    withUnsafeBytes { bytes in [UInt8](bytes) }
  }
}
