/// The items of a HEIC or AVIF file (ISO/IEC 23008-12): pictures, of which others may be made, with their properties.
struct HEIFItems {
  /// Where the bytes of an item lie.
  private struct Location {
    var isInBox = false
    var extents: [Range<Int>] = []
  }

  /// The item that is shown.
  private(set) var primary = 0
  /// The kind of each item, such as `hvc1`.
  private(set) var types: [Int: String] = [:]
  /// The items that an item is made of.
  private(set) var parts: [Int: [Int]] = [:]
  private var properties: [BoxReader.Box] = []
  private var associations: [Int: [Int]] = [:]
  private var locations: [Int: Location] = [:]
  private var ownBytes: ArraySlice<UInt8> = []
  private let file: [UInt8]

  /// Reads the directory of a file; nil if it is not one, or damaged.
  init?(_ file: [UInt8]) {
    self.file = file
    guard var meta = BoxReader(file).boxes().first(where: { $0.type == "meta" })?.content,
      meta.versionAndFlags() != nil
    else { return nil }
    for (type, content) in meta.boxes() {
      let isRead: Bool
      switch type {
      case "pitm": isRead = readPrimary(content)
      case "iinf": isRead = readTypes(content)
      case "iref": isRead = readParts(content)
      case "iloc": isRead = readLocations(content)
      case "iprp": isRead = readProperties(content)
      case "idat":
        ownBytes = content.rest
        isRead = true
      default: isRead = true
      }
      guard isRead else { return nil }
    }
    guard types[primary] != nil else { return nil }
  }

  /// The properties of an item, in the order in which they apply.
  func properties(of item: Int) -> [BoxReader.Box] {
    (associations[item] ?? []).compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
  }

  /// The bytes of an item; nil if they lie elsewhere.
  func bytes(of item: Int) -> [UInt8]? {
    guard let location = locations[item] else { return nil }
    let whole = location.isInBox ? ownBytes : file[...]
    var bytes: [UInt8] = []
    for extent in location.extents {
      let range = extent.lowerBound..<(extent.isEmpty ? whole.count : extent.upperBound)
      guard range.upperBound <= whole.count, bytes.count + range.count <= file.count else { return nil }
      bytes += whole.dropFirst(range.lowerBound).prefix(range.count)
    }
    return bytes
  }

  // MARK: Boxes

  private mutating func readPrimary(_ box: BoxReader) -> Bool {
    var box = box
    guard let (version, _) = box.versionAndFlags(), let item = box.number(version == 0 ? 2 : 4) else { return false }
    primary = item
    return true
  }

  private mutating func readTypes(_ box: BoxReader) -> Bool {
    var box = box
    guard let (version, _) = box.versionAndFlags(), box.number(version == 0 ? 2 : 4) != nil else { return false }
    for case (type: "infe", content: var entry) in box.boxes() {
      guard let (version, _) = entry.versionAndFlags() else { return false }
      // Older entries have no kind, and no picture has them.
      guard version >= 2 else { continue }
      guard let item = entry.number(version == 2 ? 2 : 4), entry.skip(2) != nil else { return false }
      types[item] = String(decoding: entry.rest.prefix(4), as: UTF8.self)
    }
    return true
  }

  private mutating func readParts(_ box: BoxReader) -> Bool {
    var box = box
    guard let (version, _) = box.versionAndFlags() else { return false }
    let idByteCount = version == 0 ? 2 : 4
    for case (type: "dimg", content: var entry) in box.boxes() {
      guard let item = entry.number(idByteCount), let count = entry.number(2) else { return false }
      var items: [Int] = []
      for _ in 0..<count {
        guard let part = entry.number(idByteCount) else { return false }
        items.append(part)
      }
      parts[item] = items
    }
    return true
  }

  private mutating func readProperties(_ box: BoxReader) -> Bool {
    for (type, content) in box.boxes() {
      if type == "ipco" { properties = content.boxes() }
      guard type == "ipma" else { continue }
      var list = content
      guard let (version, flags) = list.versionAndFlags(), let count = list.number(4) else { return false }
      for _ in 0..<count {
        guard let item = list.number(version == 0 ? 2 : 4), let linkCount = list.number(1) else { return false }
        var links: [Int] = []
        for _ in 0..<linkCount {
          // The highest bit says that the property must be understood.
          guard let link = list.number(flags & 1 == 0 ? 1 : 2) else { return false }
          links.append(link & (flags & 1 == 0 ? 0x7F : 0x7FFF))
        }
        associations[item] = links
      }
    }
    return true
  }

  private mutating func readLocations(_ box: BoxReader) -> Bool {
    var box = box
    guard let (version, _) = box.versionAndFlags(), let sizes = box.number(2), version <= 2,
      let count = box.number(version < 2 ? 2 : 4)
    else { return false }
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    for _ in 0..<count {
      var location = Location()
      guard let item = box.number(version < 2 ? 2 : 4) else { return false }
      if version > 0 {
        guard let method = box.number(2) else { return false }
        location.isInBox = method & 15 == 1
      }
      guard let source = box.number(2), let base = box.number(baseSize), let extentCount = box.number(2) else {
        return false
      }
      for _ in 0..<extentCount {
        guard box.skip(indexSize) != nil, let offset = box.number(offsetSize), let length = box.number(lengthSize)
        else { return false }
        location.extents.append(base + offset..<base + offset + length)
      }
      // Bytes of another file are not read.
      if source == 0 { locations[item] = location }
    }
    return true
  }
}
