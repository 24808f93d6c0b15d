import PixelImaging

/// The picture of a HEIC or AVIF file: its parts as streams that FFmpeg decodes, and how they are put together.
///
/// Phones store a picture as a grid of tiles, which few versions of FFmpeg put together; none before 7 opens HEIC. So
/// the file is taken apart here, and FFmpeg gets what any version decodes: frames of HEVC or AV1.
struct HEIFPicture {
  /// The name of the codec's raw stream for FFmpeg: `hevc` or `obu`.
  let format: String
  /// The frames, one after another.
  private(set) var stream: [UInt8] = []
  /// The number of tiles, in rows from the top left.
  private(set) var columns = 1
  private(set) var rows = 1
  /// The size of the picture as it is stored; nil for that of its only tile.
  private(set) var size: (width: Int, height: Int)?
  /// The part that is shown; nil for all of it.
  private(set) var aperture: CleanAperture?
  /// How it is displayed. The file's own properties decide, even against EXIF, which repeats them; without any, EXIF
  /// and XMP do.
  private(set) var orientation = ImageOrientation.up
  /// What the file says about the colors, as arguments of the filter `scale`; nil to leave it to the stream.
  private(set) var colors: String?

  /// The most tiles; a phone's picture of 48 megapixels has 192.
  private static let tileLimit = 4096

  /// Reads a file; nil if it is damaged, or its picture is made in another way.
  init?(_ file: [UInt8]) {
    guard let items = HEIFItems(file) else { return nil }
    var tiles = [items.primary]
    if items.types[items.primary] == "grid" {
      guard let grid = items.bytes(of: items.primary), let parts = items.parts[items.primary] else { return nil }
      var reader = BoxReader(grid)
      guard reader.skip(1) != nil, let flags = reader.number(1), let lastRow = reader.number(1),
        let lastColumn = reader.number(1), let width = reader.number(flags & 1 == 0 ? 2 : 4),
        let height = reader.number(flags & 1 == 0 ? 2 : 4)
      else { return nil }
      (rows, columns, size) = (lastRow + 1, lastColumn + 1, (width, height))
      tiles = parts
    }
    guard let first = tiles.first, tiles.count == rows * columns, tiles.count <= Self.tileLimit else { return nil }
    let isHEVC = items.types[first] == "hvc1" || items.types[first] == "hev1"
    guard isHEVC || items.types[first] == "av01" else { return nil }
    format = isHEVC ? "hevc" : "obu"
    for tile in tiles {
      guard let bytes = items.bytes(of: tile), items.types[tile] == items.types[first],
        let setup = items.properties(of: tile).first(where: { $0.type == (isHEVC ? "hvcC" : "av1C") })?.content.rest,
        let frame = isHEVC ? Self.hevcFrame(bytes, setup: Array(setup)) : Self.av1Frame(bytes, setup: setup),
        stream.count <= 2 * file.count + (1 << 20)
      else { return nil }
      stream += frame
    }
    if !readProperties(items.properties(of: items.primary)) { readMetadata(items) }
    if colors == nil { readColors(items.properties(of: first)) }
  }

  // MARK: Properties

  /// Turns and mirrors in the order of the file: first a number of quarter turns to the left, then perhaps a mirror.
  /// Returns whether there are any.
  private mutating func readProperties(_ properties: [BoxReader.Box]) -> Bool {
    var (turns, isMirrored) = (0, false)
    for (type, content) in properties {
      var content = content
      if type == "clap" { aperture = CleanAperture(content) }
      if type == "irot", let angle = content.number(1) {
        // A turn of what is mirrored is a turn the other way before it is mirrored.
        turns += (isMirrored ? -1 : 1) * (angle & 3)
      } else if type == "imir", let axis = content.number(1) {
        isMirrored.toggle()
        // Top and bottom exchanged: left and right exchanged, and a half turn.
        if axis & 1 == 0 { turns += 2 }
      }
    }
    let plain: [ImageOrientation] = [.up, .left, .down, .right]
    let mirrored: [ImageOrientation] = [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
    orientation = (isMirrored ? mirrored : plain)[turns & 3]
    readColors(properties)
    return properties.contains { $0.type == "irot" || $0.type == "imir" }
  }

  private mutating func readMetadata(_ items: HEIFItems) {
    var metadata = OrientationMetadata()
    for (item, type) in items.types.sorted(by: { $0.key < $1.key }) where type == "Exif" || type == "mime" {
      guard let bytes = items.bytes(of: item) else { continue }
      if type == "Exif" {
        // The offset of the TIFF header comes first.
        var reader = BoxReader(bytes)
        if let offset = reader.number(4), reader.skip(offset) != nil { metadata.read(exif: reader.rest) }
      } else {
        metadata.read(xmp: bytes[...])
      }
    }
    orientation = metadata.orientation
  }

  private mutating func readColors(_ properties: [BoxReader.Box]) {
    for case (type: "colr", content: var content) in properties where content.rest.starts(with: "nclx".utf8) {
      guard content.skip(8) != nil, let matrix = content.number(2), let range = content.number(1) else { continue }
      let names = [1: "bt709", 5: "bt601", 6: "bt601", 9: "bt2020"]
      let matrixArgument = names[matrix].map { ":in_color_matrix=\($0)" } ?? ""
      colors = "scale=in_range=\(range & 0x80 == 0 ? "limited" : "full")" + matrixArgument
    }
  }

  // MARK: Streams

  /// A frame as a byte stream (ITU-T H.265, annex B): parameters and slices, each behind a start code.
  private static func hevcFrame(_ bytes: [UInt8], setup: [UInt8]) -> [UInt8]? {
    let startCode: [UInt8] = [0, 0, 0, 1]
    var (reader, frame) = (BoxReader(setup), [UInt8]())
    guard reader.skip(21) != nil, let lengthSize = reader.number(1), let arrayCount = reader.number(1) else {
      return nil
    }
    for _ in 0..<arrayCount {
      guard reader.skip(1) != nil, let count = reader.number(2) else { return nil }
      for _ in 0..<count {
        guard let length = reader.number(2), length <= reader.rest.count else { return nil }
        frame += startCode + reader.rest.prefix(length)
        _ = reader.skip(length)
      }
    }
    reader = BoxReader(bytes)
    while !reader.rest.isEmpty {
      guard let length = reader.number((lengthSize & 3) + 1), length <= reader.rest.count else { return nil }
      frame += startCode + reader.rest.prefix(length)
      _ = reader.skip(length)
    }
    return frame
  }

  /// A frame as a stream of open bitstream units (AV1), which begins with a delimiter.
  private static func av1Frame(_ bytes: [UInt8], setup: ArraySlice<UInt8>) -> [UInt8] {
    let delimiter: [UInt8] = [0x12, 0]
    return delimiter + setup.dropFirst(4) + (bytes.starts(with: delimiter) ? bytes.dropFirst(2) : bytes[...])
  }
}
