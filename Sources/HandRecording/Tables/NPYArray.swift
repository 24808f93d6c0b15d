/// Arrays in NumPy's file format, version 1.0: little-endian, row-major, identical to what NumPy writes.
package enum NPYArray {
  /// What every file begins with.
  package static let magic: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59]

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - descriptor: the element type in NumPy's notation, such as `<f4`, or `<U5` for texts of five scalars.
  ///   - shape: extents, outermost first; empty for a scalar.
  ///   - elements: the bytes of the elements.
  package static func encoded(_ descriptor: String, _ shape: [Int], _ elements: UnsafeRawBufferPointer) -> [UInt8] {
    let extents = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    var header = Array("{'descr': '\(descriptor)', 'fortran_order': False, 'shape': (\(extents)), }".utf8)
    let unpadded = magic.count + 4 + header.count + 1
    header += [UInt8](repeating: 0x20, count: (64 - unpadded % 64) % 64) + [0x0A]
    return magic + [1, 0, UInt8(header.count & 255), UInt8(header.count >> 8)] + header + Array(elements)
  }
}
