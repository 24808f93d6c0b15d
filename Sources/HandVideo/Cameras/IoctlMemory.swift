/// The memory of an ioctl's argument: fields at their offsets in C's struct, zero at first.
package struct IoctlMemory: Sendable {
  /// All of it, in the byte order of the machine.
  package private(set) var bytes: [UInt8]

  /// Memory for a struct of a size.
  package init(byteCount: Int) {
    bytes = [UInt8](repeating: 0, count: byteCount)
  }

  /// The field of 32 bits at an offset, such as a `__u32` or an enumeration.
  package subscript(offset: Int) -> UInt32 {
    get { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) } }
    set { bytes.withUnsafeMutableBytes { $0.storeBytes(of: newValue, toByteOffset: offset, as: UInt32.self) } }
  }

  /// The field of 64 bits at an offset, such as a `long`.
  package subscript(wide offset: Int) -> Int64 {
    get { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Int64.self) } }
    set { bytes.withUnsafeMutableBytes { $0.storeBytes(of: newValue, toByteOffset: offset, as: Int64.self) } }
  }

  /// The text in a field of so many bytes, up to a NUL.
  package func text(at offset: Int, byteCount: Int) -> String {
    String(decoding: bytes[offset..<offset + byteCount].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Puts a text into a field.
  package mutating func set(_ text: String, at offset: Int) {
    bytes.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
  }

  /// Calls `body` with the address of the memory, which is valid only during the call.
  mutating func withPointer<R>(_ body: (UnsafeMutableRawPointer?) -> R) -> R {
    bytes.withUnsafeMutableBytes { body($0.baseAddress) }
  }
}
