import PixelImaging

/// A WebP file: a picture or the first one of an animation, and its orientation.
struct WebPPicture {
  /// A file with one picture and nothing else.
  private(set) var still: [UInt8]
  private(set) var orientation = ImageOrientation.up
  /// Where the picture lies in an animation whose size differs from its own; nil for all of it.
  private(set) var canvas: (width: Int, height: Int, x: Int, y: Int)?

  /// Reads the chunks of a file; nil if there is no picture among them.
  init?(_ file: [UInt8]) {
    still = file
    var metadata = OrientationMetadata()
    var size = (width: 0, height: 0)
    for (name, content) in Self.chunks(file.dropFirst(12)) {
      switch name {
      case "EXIF": metadata.read(exif: content)
      case "XMP ": metadata.read(xmp: content)
      case "VP8X" where content.count >= 10: size = (Self.number(content, 4) + 1, Self.number(content, 7) + 1)
      // A frame: place, size, duration and flags in 16 bytes, then the chunks of a picture.
      case "ANMF" where still.count == file.count:
        let parts = Self.chunks(content.dropFirst(16))
        guard let picture = parts.first(where: { $0.name == "VP8 " || $0.name == "VP8L" }) else { return nil }
        still = Self.file(of: picture)
        let (x, y) = (2 * Self.number(content, 0), 2 * Self.number(content, 3))
        let (width, height) = (Self.number(content, 6) + 1, Self.number(content, 9) + 1)
        guard x + width <= size.width, y + height <= size.height else { return nil }
        if (width, height) != size { canvas = (size.width, size.height, x, y) }
      default: break
      }
    }
    orientation = metadata.orientation
  }

  /// The number in three bytes of a chunk.
  private static func number(_ content: ArraySlice<UInt8>, _ offset: Int) -> Int {
    content.dropFirst(offset).prefix(3).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The chunks of some bytes, up to the first one that is cut short.
  private static func chunks(_ bytes: ArraySlice<UInt8>) -> [(name: String, content: ArraySlice<UInt8>)] {
    var (rest, chunks) = (bytes, [(name: String, content: ArraySlice<UInt8>)]())
    while rest.count >= 8 {
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      let count = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let content = rest.dropFirst(8)
      guard count <= content.count else { break }
      chunks.append((name, content.prefix(count)))
      rest = content.dropFirst(count + count % 2)
    }
    return chunks
  }

  private static func file(of picture: (name: String, content: ArraySlice<UInt8>)) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let padding = picture.content.count % 2
    // In parts: with the sum of all of them, Swift 6.2 does not find the types.
    let head = Array("RIFF".utf8) + number(12 + picture.content.count + padding) + Array("WEBP".utf8)
    let chunk = Array(picture.name.utf8) + number(picture.content.count) + Array(picture.content)
    return head + chunk + [UInt8](repeating: 0, count: padding)
  }
}
