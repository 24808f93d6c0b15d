import TFLiteFormat
import Testing

/// The arrays of texts in an NPZ file.
enum ArchiveTexts {
  /// The texts of a one-dimensional array of `<U…`.
  static func texts(_ path: String, _ name: String) throws -> [String] {
    let bytes = try Archive(Bytes(contentsOfFile: path)).entry(named: name + ".npy").array
    let start = 10 + Int(bytes[8]) + Int(bytes[9]) << 8
    let header = String(decoding: bytes[10..<start], as: UTF8.self)
    let match = try #require(
      header.firstMatch(of: /'descr': '<U([0-9]+)', 'fortran_order': False, 'shape': \(([0-9]+),\)/))
    let (width, count) = (try #require(Int(match.1)), try #require(Int(match.2)))
    #expect(start.isMultiple(of: 64))
    #expect(bytes.count == start + 4 * width * count)
    return (0..<count).map { row in
      var text = ""
      for column in 0..<width {
        let place = start + 4 * (row * width + column)
        let value = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        if value != 0, let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      return text
    }
  }
}
