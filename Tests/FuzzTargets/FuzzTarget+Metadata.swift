import Foundation
import PixelImaging
import TestSupport

extension FuzzTarget {
  /// What pictures say about their orientation: EXIF blocks, XMP packets, and the chunks of a PNG or the segments of a
  /// JPEG that hold them.
  static let metadata = FuzzTarget(name: "metadata", byteLimit: 4096, seeds: metadataSeeds) { bytes in
    var metadata = OrientationMetadata()
    metadata.read(exif: bytes[...])
    metadata.read(xmp: bytes[...])
    // A slice is read as its bytes are, wherever it lies.
    let moved = [7] + bytes + [7]
    var again = OrientationMetadata()
    again.read(exif: moved.dropFirst().dropLast())
    again.read(xmp: moved.dropFirst().dropLast())
    try require(metadata.orientation == again.orientation, "an orientation depends on where its bytes lie")
    for chunk in ["eXIf", "iTXt", "tEXt", "zTXt"] {
      let picture = onePixel(chunk: Array(chunk.utf8), bytes)
      let stored = try? PixelImage.stored(encoded: picture)
      try require(stored != nil, "the pixels of a picture depend on \(chunk)")
    }
  }

  private static func metadataSeeds() throws -> [[UInt8]] {
    struct Case: Decodable { let file: Data }
    let file = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("orientations.json")
    let pictures = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file)).map { [UInt8]($0.file) }
    // The pictures, the chunks of a PNG, and the first segment of a JPEG.
    return pictures.flatMap { picture -> [[UInt8]] in
      guard picture.starts(with: [0x89]) else {
        return [picture, Array(picture[12..<min(picture.count, 2 + Int(picture[4]) << 8 + Int(picture[5]))])]
      }
      var (chunks, place) = ([picture], 8)
      while picture.count - place >= 12 {
        let count = picture[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        guard count <= picture.count - place - 12 else { break }
        if count > 13 { chunks.append(Array(picture[place + 8..<place + 8 + count])) }
        place += 12 + count
      }
      return chunks
    }
  }

  /// A picture of one gray pixel with a chunk before it.
  private static func onePixel(chunk: [UInt8], _ content: [UInt8]) -> [UInt8] {
    func bigEndian(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
    }
    func block(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
      bigEndian(UInt32(content.count)) + type + content + bigEndian(crc32(type + content))
    }
    let header = block(Array("IHDR".utf8), bigEndian(1) + bigEndian(1) + [8, 0, 0, 0, 0])
    // One stored block of two bytes: the filter, and the pixel.
    let pixels: [UInt8] = [0x78, 0x01, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x00, 0x80, 0x00, 0x82, 0x00, 0x81]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header + block(chunk, content)
      + block(Array("IDAT".utf8), pixels) + block(Array("IEND".utf8), [])
  }
}
