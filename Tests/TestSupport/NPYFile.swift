import Foundation
import TFLiteFormat

/// An array in an NPY file: version 1.0, little-endian, row-major, as written by NumPy's `save`.
public struct NPYFile: Sendable, Equatable {
  /// What is wrong with an unreadable file.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    case notNPY
    case unsupported(header: String)
    case wrongByteCount(found: Int, expected: Int)

    /// The failure as a sentence.
    public var description: String {
      switch self {
      case .notNPY: "not an NPY file of version 1.0"
      case .unsupported(let header): "unsupported NPY header: \(header)"
      case .wrongByteCount(let found, let expected): "NPY data has \(found) bytes, expected \(expected)"
      }
    }
  }

  /// Type of the elements.
  public let elementType: ElementType
  /// Sizes of the axes; empty for a scalar.
  public let shape: [Int]
  /// The elements' bytes.
  public let bytes: [UInt8]

  private static let descriptors: [(text: String, type: ElementType)] = [
    ("<f4", .float32), ("<f2", .float16), ("<f8", .float64), ("<i4", .int32), ("<i8", .int64), ("<i2", .int16),
    ("|i1", .int8), ("|u1", .uint8), ("<u2", .uint16), ("<u4", .uint32), ("<u8", .uint64), ("|b1", .bool),
  ]
  private static let magic: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, 1, 0]

  /// An array of the given bytes.
  public init(elementType: ElementType, shape: [Int], bytes: [UInt8]) {
    (self.elementType, self.shape, self.bytes) = (elementType, shape, bytes)
  }

  /// An array of float32.
  public init(floats: [Float], shape: [Int]) {
    self.init(elementType: .float32, shape: shape, bytes: floats.withUnsafeBytes { Array($0) })
  }

  /// Reads a file.
  public init(contentsOf url: URL) throws {
    try self.init(encoded: Array(Data(contentsOf: url)))
  }

  /// Reads a file's bytes.
  public init(encoded: [UInt8]) throws {
    guard encoded.count >= 10, Array(encoded[..<8]) == Self.magic else { throw Failure.notNPY }
    let dataStart = 10 + Int(encoded[8]) + Int(encoded[9]) << 8
    guard dataStart <= encoded.count else { throw Failure.notNPY }
    let header = String(decoding: encoded[10..<dataStart], as: UTF8.self)
    guard header.contains("'fortran_order': False"),
      let type = Self.descriptors.first(where: { header.contains("'descr': '\($0.text)'") })?.type,
      let open = header.range(of: "'shape': (")?.upperBound,
      let close = header[open...].firstIndex(of: ")")
    else { throw Failure.unsupported(header: header) }
    shape = header[open..<close].split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    elementType = type
    bytes = Array(encoded[dataStart...])
    let expected = shape.reduce(type.byteCount ?? 0, *)
    guard bytes.count == expected else { throw Failure.wrongByteCount(found: bytes.count, expected: expected) }
  }

  /// The file's bytes, equal to those that NumPy writes.
  public func encoded() -> [UInt8] {
    let descriptor = Self.descriptors.first { $0.type == elementType }?.text ?? "|V1"
    let sizes = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    var header = Array("{'descr': '\(descriptor)', 'fortran_order': False, 'shape': (\(sizes)), }".utf8)
    let unpadded = Self.magic.count + 2 + header.count + 1
    header += [UInt8](repeating: 0x20, count: (64 - unpadded % 64) % 64) + [0x0A]
    return Self.magic + [UInt8(header.count & 255), UInt8(header.count >> 8)] + header + bytes
  }

  /// The elements as one Swift type of the same width.
  public func elements<Element: BitwiseCopyable>(as type: Element.Type) -> [Element] {
    bytes.withUnsafeBytes { memory in
      let stride = MemoryLayout<Element>.stride
      return (0..<memory.count / stride).map { memory.loadUnaligned(fromByteOffset: $0 * stride, as: type) }
    }
  }

  /// The elements of a float32 array; empty for any other.
  public var floats: [Float] { elementType == .float32 ? elements(as: Float.self) : [] }

  /// The elements of a float16 array as floats.
  public var halves: [Float] {
    elements(as: UInt16.self).map { bits in
      let exponent = Int(bits >> 10 & 31), mantissa = Int(bits & 1023)
      guard exponent < 31 else { return mantissa > 0 ? .nan : bits < 0x8000 ? .infinity : -.infinity }
      let magnitude =
        exponent == 0
        ? Float(mantissa) : Float(sign: .plus, exponent: exponent - 1, significand: Float(1024 + mantissa))
      return (bits < 0x8000 ? magnitude : -magnitude) * 0x1p-24
    }
  }

  /// The elements of quantized tensors; none for other types.
  public var integers: [Int] {
    switch elementType {
    case .int8: elements(as: Int8.self).map { Int($0) }
    case .uint8: bytes.map { Int($0) }
    case .int16: elements(as: Int16.self).map { Int($0) }
    default: []
    }
  }
}
