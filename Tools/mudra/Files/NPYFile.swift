import HandRecording
import TFLiteFormat

/// An array in NumPy's file format, versions 1 to 3: little-endian, row-major.
struct NPYFile {
  /// The type of the elements.
  let elementType: ElementType
  /// Extents, outermost first; empty for a scalar.
  let shape: [Int]
  /// The elements.
  let bytes: Bytes

  private static let descriptors: [(text: String, type: ElementType)] = [
    ("<f4", .float32), ("<f2", .float16), ("<f8", .float64), ("|i1", .int8), ("|u1", .uint8), ("|b1", .bool),
    ("<i2", .int16), ("<u2", .uint16), ("<i4", .int32), ("<u4", .uint32), ("<i8", .int64), ("<u8", .uint64),
    ("<c8", .complex64),
  ]

  /// Reads a file.
  init(path: String, limits: BundleLimits) throws(CommandFailure) {
    try InputFile.check(path)
    do {
      try self.init(encoded: try Bytes(contentsOfFile: path, limits: limits), path: path)
    } catch let error as FormatError {
      throw CommandFailure(path, error)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(path, "\(error)")
    }
  }

  private init(encoded: Bytes, path: String) throws {
    let notNPY = CommandFailure(path, "not an NPY file")
    guard encoded.count >= 10, try encoded.slice(at: 0, count: 6).array == NPYArray.magic,
      let version = encoded.integer(UInt8.self, at: 6)
    else { throw notNPY }
    guard (1...3).contains(version) else { throw CommandFailure(path, "NPY version \(version) is not supported") }
    let lengthField = version == 1 ? 2 : 4
    let length =
      version == 1
      ? encoded.integer(UInt16.self, at: 8).map(Int.init) : encoded.integer(UInt32.self, at: 8).map(Int.init)
    let start = 8 + lengthField
    guard let length, encoded.contains(offset: start, count: length) else {
      throw CommandFailure(path, "the NPY header is cut short")
    }
    guard let text = try encoded.slice(at: start, count: length).utf8Text, let header = NPYHeader(text) else {
      throw CommandFailure(path, "the NPY header cannot be read")
    }
    guard let type = Self.descriptors.first(where: { $0.text == header.descriptor })?.type else {
      throw CommandFailure(path, "NPY elements of type '\(header.descriptor.printable)' are not supported")
    }
    guard !header.isColumnMajor || header.shape.count < 2 else {
      throw CommandFailure(path, "the array is stored columns first; save it with numpy.ascontiguousarray")
    }
    // A count that overflows cannot be that of a file.
    var expected = type.byteCount ?? 1
    var overflows = false
    for extent in header.shape {
      let (product, overflow) = expected.multipliedReportingOverflow(by: extent)
      expected = product
      overflows = overflows || overflow
    }
    let found = encoded.count - start - length
    guard !overflows, found == expected else {
      throw CommandFailure(
        path,
        "the array has \(found) bytes of data, expected \(overflows ? "more than fit in memory" : String(expected)) "
          + "for \(type.name) \(NumberText.shape(header.shape))")
    }
    elementType = type
    shape = header.shape
    bytes = try encoded.slice(at: start + length, count: found)
  }

  /// The bytes of a version 1.0 file, identical to those that NumPy writes; nil for element types that NumPy does not
  /// have.
  static func encoded(_ elementType: ElementType, _ shape: [Int], _ elements: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let descriptor = descriptors.first(where: { $0.type == elementType })?.text else { return nil }
    return NPYArray.encoded(descriptor, shape, elements)
  }
}
