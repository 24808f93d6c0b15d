import TFLiteFormat
import TestSupport

/// Changes to zip archives whose sizes, offsets and checksums then fit together again, most of the time.
enum ArchiveMutation {
  private static let names = [
    "", "a", "labels.txt", "hand_landmarker.task", "a.tflite", "../a", "/", "a\u{0}", "\u{1B}[31m", "e\u{301}",
    "\u{E9}",
  ]

  /// An archive changed in one to three places; nil if its structure is not right.
  static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    guard let archive = try? Archive(Bytes(bytes), allowingPrefix: true) else { return nil }
    var file = ZipFile(archive.entries.map { ZipFile.Entry($0.name, $0.bytes.array) })
    for _ in 0...random.below(3) { change(&file.entries, &random) }
    switch random.below(12) {
    case 0: file.comment = SeededGenerator.bytes(random.below(40), seed: random.next())
    case 1: file.prefix = [UInt8](repeating: random.one(of: [0, 7]), count: random.below(40))
    case 2: file.gapBeforeDirectory = [UInt8](repeating: 0, count: random.below(8))
    case 3: file.gapBehindDirectory = [UInt8](repeating: 0, count: random.below(8))
    case 4: file.statedCount = random.one(of: [0, 1, file.entries.count + 1, 0xFFFF])
    case 5: file.statedDirectoryOffset = random.one(of: [0, 1, 22, 0xFFFF_FFFF])
    case 6: file.disk = random.one(of: [1, 0xFFFF])
    default: break
    }
    return file.bytes
  }

  /// Changes an entry, or how many there are.
  static func change(_ entries: inout [ZipFile.Entry], _ random: inout SeededGenerator) {
    guard !entries.isEmpty, !random.once(in: 8) else {
      let data = SeededGenerator.bytes(random.below(20), seed: random.next())
      entries.append(ZipFile.Entry(random.one(of: names), data))
      return
    }
    let index = random.below(entries.count)
    let entry = entries[index]
    switch random.below(10) {
    case 0: entries.remove(at: index)
    case 1: entries.insert(entry, at: random.below(entries.count + 1))
    case 2: entries.swapAt(index, random.below(entries.count))
    case 3: entries[index] = ZipFile.Entry(random.one(of: names + [entry.name + "x"]), entry.data)
    // An archive in an archive: this one, or one of all entries.
    case 4: entries[index] = ZipFile.Entry(entry.name, ZipFile(random.once(in: 2) ? entries : [entry]).bytes)
    case 5: entries[index] = ZipFile.Entry(entry.name, mutated(entry.data, &random) ?? entry.data)
    case 6: damage(&entries[index], &random)
    case 7: entries[index].zerosBefore = random.below(70)
    case 8: entries[index].extra = SeededGenerator.bytes(random.below(30), seed: random.next())
    default:
      var data = entry.data
      if !data.isEmpty { data[random.below(data.count)] = UInt8(random.below(256)) }
      if random.once(in: 4) { data += data }
      var changed = ZipFile.Entry(entry.name, data)
      (changed.zerosBefore, changed.extra) = (entry.zerosBefore, entry.extra)
      entries[index] = changed
    }
  }

  /// Makes a field wrong.
  private static func damage(_ entry: inout ZipFile.Entry, _ random: inout SeededGenerator) {
    let number = random.one(of: [0, 1, 8, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, entry.data.count + 1])
    switch random.below(9) {
    case 0: entry.storedByteCount = number
    case 1: entry.originalByteCount = number
    case 2: entry.localByteCount = number
    case 3: (entry.storedByteCount, entry.originalByteCount, entry.localByteCount) = (number, number, number)
    case 4: entry.offset = number
    case 5: (entry.flags, entry.localFlags) = (number & 0xFFFF, random.once(in: 2) ? number & 0xFFFF : 0)
    case 6: (entry.method, entry.localMethod) = (8, random.one(of: [0, 8]))
    case 7: entry.checksum ^= 1
    default: entry.localName = random.one(of: names)
    }
  }
}
