/// A zip archive as unusual but valid as other writers make them: sizes behind the content, zip64 fields that nothing
/// needs, bytes around it, offsets that do not count what precedes the archive.
package struct OddArchive: Sendable {
  /// What follows the content of an entry whose local header has no sizes (bit 3 of the flags).
  package enum Descriptor: Sendable, CaseIterable {
    case none, plain, signed, wide, wideSigned
  }

  /// Fields that are in a zip64 extra field although they would fit.
  package enum WideField: Sendable, CaseIterable {
    case localSizes, sizes, storedSize, offset, unused
  }

  package var entries: [(name: String, data: [UInt8])]
  package var descriptor = Descriptor.none
  package var wideFields: Set<WideField> = []
  /// Whether there is a zip64 end record.
  package var hasWideEnd = false
  /// Whether the plain end record leaves everything to that one.
  package var leavesAllToWideEnd = false
  package var prefix: [UInt8] = []
  /// Whether offsets count what precedes the archive.
  package var countsPrefix = true
  package var gap: [UInt8] = []
  package var comment: [UInt8] = []
  package var suffix: [UInt8] = []

  /// A plain archive.
  package init(_ entries: [(name: String, data: [UInt8])]) {
    self.entries = entries
  }

  /// Any of these archives.
  package static func random(using random: inout some RandomNumberGenerator) -> OddArchive {
    func bytes(_ counts: [Int]) -> [UInt8] {
      // Never the first letter of a signature.
      (0..<(counts.randomElement(using: &random) ?? 0)).map { _ in UInt8.random(in: 0x51...0xFF, using: &random) }
    }
    let count = Int.random(in: 0...3, using: &random)
    var archive = OddArchive(
      (0..<count).map { ("\($0)" + String(repeating: "n", count: $0), bytes([0, 1, 40])) })
    archive.descriptor = Descriptor.allCases.randomElement(using: &random) ?? .none
    archive.wideFields = Set(WideField.allCases.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    archive.hasWideEnd = Bool.random(using: &random)
    archive.leavesAllToWideEnd = archive.hasWideEnd && Bool.random(using: &random)
    archive.prefix = bytes([0, 0, 1, 77])
    archive.countsPrefix = Bool.random(using: &random)
    archive.gap = bytes([0, 0, 13])
    archive.comment = bytes([0, 0, 9])
    archive.suffix = bytes([0, 0, 2, 300])
    return archive
  }

  /// The file.
  package var bytes: [UInt8] {
    var output = prefix
    let base = countsPrefix ? 0 : prefix.count
    var directory: [UInt8] = []
    for (name, data) in entries {
      let offset = output.count - base
      output += localHeader(name, data) + data + descriptor(of: data)
      directory += record(name, data, offset: offset)
    }
    output += gap
    let start = output.count - base
    output += directory
    if hasWideEnd {
      let place = output.count - base
      output += word(0x0606_4B50) + wide(44) + half(45) + half(45) + word(0) + word(0)
      output += wide(entries.count) + wide(entries.count) + wide(directory.count) + wide(start)
      output += word(0x0706_4B50) + word(0) + wide(place) + word(1)
    }
    let count = leavesAllToWideEnd ? 0xFFFF : entries.count
    output += word(0x0605_4B50) + half(0) + half(0) + half(count) + half(count)
    output += word(leavesAllToWideEnd ? 0xFFFF_FFFF : directory.count)
    output += word(leavesAllToWideEnd ? 0xFFFF_FFFF : start)
    return output + half(comment.count) + comment + suffix
  }

  // MARK: Parts

  private func localHeader(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let follows = descriptor != .none
    let size = follows ? 0 : data.count
    var extra: [UInt8] = []
    if wideFields.contains(.localSizes) {
      extra = half(1) + half(16) + wide(size) + wide(size)
    } else if wideFields.contains(.unused) {
      extra = half(1) + half(8) + wide(data.count)
    }
    let field = wideFields.contains(.localSizes) ? 0xFFFF_FFFF : size
    return word(0x0403_4B50) + common(checksum: follows ? 0 : Int(crc32(data))) + word(field) + word(field)
      + half(name.utf8.count) + half(extra.count) + Array(name.utf8) + extra
  }

  /// From the version to the checksum.
  private func common(checksum: Int) -> [UInt8] {
    half(45) + half(descriptor == .none ? 0 : 8) + half(0) + half(0) + half(0x21) + word(checksum)
  }

  private func descriptor(of data: [UInt8]) -> [UInt8] {
    let signature = word(0x0807_4B50), checksum = word(Int(crc32(data)))
    switch descriptor {
    case .none: return []
    case .plain: return checksum + word(data.count) + word(data.count)
    case .signed: return signature + checksum + word(data.count) + word(data.count)
    case .wide: return checksum + wide(data.count) + wide(data.count)
    case .wideSigned: return signature + checksum + wide(data.count) + wide(data.count)
    }
  }

  private func record(_ name: String, _ data: [UInt8], offset: Int) -> [UInt8] {
    var extra: [UInt8] = []
    func field(_ value: Int, _ kinds: Set<WideField>) -> [UInt8] {
      guard !wideFields.isDisjoint(with: kinds) else { return word(value) }
      extra += wide(value)
      return word(0xFFFF_FFFF)
    }
    let original = field(data.count, [.sizes])
    let stored = field(data.count, [.sizes, .storedSize])
    let place = field(offset, [.offset])
    if !extra.isEmpty {
      // Another field before it.
      extra = half(0x9999) + half(3) + [1, 0, 9] + half(1) + half(extra.count) + extra
    } else if wideFields.contains(.unused) {
      extra = half(1) + half(24) + wide(data.count) + wide(data.count) + wide(offset)
    }
    return word(0x0201_4B50) + half(45) + common(checksum: Int(crc32(data))) + stored + original
      + half(name.utf8.count) + half(extra.count) + half(0) + half(0) + half(0) + word(0) + place + Array(name.utf8)
      + extra
  }

  private func half(_ value: Int) -> [UInt8] { number(value, 2) }
  private func word(_ value: Int) -> [UInt8] { number(value, 4) }
  private func wide(_ value: Int) -> [UInt8] { number(value, 8) }
  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
