import TFLiteFormat

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

// Little-endian: the eight bytes MUDRAMOT, then as 32-bit integers the version (1) and the CRC-32 of all that follows:
// the number of motions, and of each its name's number of bytes and the name, its hands, and as 32-bit floats its
// shortest and its longest example and its extent; the number of parts, and of each its hands, a curve of three floats
// each, the windows, the least extent, the seed, the numbers of features and of outputs, means, scales and weights.

extension MotionModel {
  /// The first eight bytes of a file.
  package static let mark = Array("MUDRAMOT".utf8)
  private static let version: UInt32 = 1
  /// The bytes before the content: the mark, the version and the checksum.
  package static let headByteCount = mark.count + 8
  /// The most bytes of a file.
  public static let byteLimit = 1 << 20
  private static let nameLimit = 256
  private static let (curveLimit, windowLimit) = (64, 16)

  /// Reads a file that `mudra train motions` or `TrainedMotions.write(to:)` wrote.
  ///
  /// - Throws: `MotionModelError`.
  public init(contentsOfFile path: String) throws(MotionModelError) {
    var limits = BundleLimits()
    limits.fileByteCount = Self.byteLimit
    let bytes: Bytes
    do {
      bytes = try Bytes(contentsOfFile: path, limits: limits)
    } catch .cannotOpen(_, let reason) {
      throw .cannotRead(path: path, reason: reason)
    } catch {
      throw .cannotRead(path: path, reason: error.description)
    }
    try self.init(bytes)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `MotionModelError`.
  public init(data: Data) throws(MotionModelError) {
    guard data.count <= Self.byteLimit else {
      throw .damaged(reason: "it has \(data.count) bytes, the limit is \(Self.byteLimit)")
    }
    try self.init(Bytes(Array(data)))
  }

  private init(_ bytes: Bytes) throws(MotionModelError) {
    guard (try? bytes.slice(at: 0, count: Self.mark.count))?.array == Self.mark,
      let version = bytes.integer(UInt32.self, at: 8), let checksum = bytes.integer(UInt32.self, at: 12)
    else { throw .otherFile }
    guard version == Self.version else { throw .version(found: Int(version), expected: Int(Self.version)) }
    guard let content = try? bytes.slice(at: Self.headByteCount, count: bytes.count - Self.headByteCount),
      CRC32.checksum(of: content) == checksum
    else { throw .checksum }
    var reader = Reader(bytes: content)
    let count = Int(try reader.integer(UInt16.self))
    guard (1...Self.motionLimit).contains(count) else { throw .damaged(reason: "it claims \(count) motions") }
    var motions: [Motion] = []
    for _ in 0..<count { motions.append(try Self.motion(&reader)) }
    let names = motions.map(\.name)
    guard zip(names, names.dropFirst()).allSatisfy({ $0.utf8.lexicographicallyPrecedes($1.utf8) }) else {
      throw .damaged(reason: "its motions are not in the order of their names")
    }
    var parts: [Int: Part] = [:]
    for _ in 0..<Int(try reader.integer(UInt8.self)) {
      let hands = Int(try reader.integer(UInt8.self))
      let own = motions.indices.filter { motions[$0].handCount == hands }
      guard !own.isEmpty, parts[hands] == nil else { throw .damaged(reason: "it has a part without motions") }
      parts[hands] = try Self.part(own, &reader)
    }
    guard Set(motions.map(\.handCount)) == Set(parts.keys) else {
      throw .damaged(reason: "it has motions without a network")
    }
    guard reader.isAtEnd else { throw .damaged(reason: "it has more bytes than its parts") }
    self.init(motions: motions, oneHand: parts[1], twoHands: parts[2])
  }

  private static func motion(_ reader: inout Reader) throws(MotionModelError) -> Motion {
    let length = Int(try reader.integer(UInt16.self))
    guard (1...nameLimit).contains(length), let name = try reader.slice(length).utf8Text else {
      throw .damaged(reason: "a name is no text of at most \(nameLimit) bytes")
    }
    let hands = Int(try reader.integer(UInt8.self))
    let (least, most, extent) = (try reader.float(), try reader.float(), try reader.float())
    guard (1...2).contains(hands), least > 0, least <= most, most <= 60, extent > 0 else {
      throw .damaged(reason: "a motion has hands, times or an extent that cannot be")
    }
    return Motion(name: name, handCount: hands, durations: Double(least)...Double(most), extent: extent)
  }

  private static func part(_ own: [Int], _ reader: inout Reader) throws(MotionModelError) -> Part {
    var curve: [AlarmPoint] = []
    let points = Int(try reader.integer(UInt8.self))
    guard points <= curveLimit else { throw .damaged(reason: "its curve has \(points) points") }
    for _ in 0..<points {
      let (rate, score, recall) = (try reader.float(), try reader.float(), try reader.float())
      guard rate >= 0, (0...1).contains(recall), Double(rate) > curve.last?.falseAlarmsPerMinute ?? -1 else {
        throw .damaged(reason: "its curve has a point that cannot be")
      }
      curve.append(AlarmPoint(falseAlarmsPerMinute: Double(rate), score: score, recall: Double(recall)))
    }
    let windowCount = Int(try reader.integer(UInt8.self))
    guard (1...windowLimit).contains(windowCount) else { throw .damaged(reason: "it has \(windowCount) windows") }
    var windows: [Double] = []
    for _ in 0..<windowCount {
      let window = Double(try reader.float())
      guard window > windows.last ?? 0.05, window <= 2 * MotionModel.durations.upperBound else {
        throw .damaged(reason: "its windows are not from short to long")
      }
      windows.append(window)
    }
    let least = try reader.float()
    let seed = try reader.integer(UInt64.self)
    let (features, outputs) = (Int(try reader.integer(UInt16.self)), Int(try reader.integer(UInt16.self)))
    guard least >= 0, features == MotionFeatures.count, outputs == RandomLayer.count else {
      throw .damaged(reason: "its network has \(features) features and \(outputs) outputs")
    }
    let (means, scales) = (try reader.floats(features), try reader.floats(features))
    guard scales.allSatisfy({ $0 > 0 }) else { throw .damaged(reason: "it has a scale that is not above 0") }
    var weights: [[Float]] = []
    for _ in own { weights.append(try reader.floats(outputs + 1)) }
    return Part(
      motions: own, network: MotionNetwork(seed: seed, means: means, scales: scales, weights: weights), curve: curve,
      windows: windows, leastExtent: least)
  }

  /// Reads a file from its start to its end.
  private struct Reader {
    let bytes: Bytes
    private var offset = 0

    init(bytes: Bytes) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) throws(MotionModelError) -> T {
      guard let value = bytes.integer(type, at: offset) else { throw .damaged(reason: "it is cut short") }
      offset += MemoryLayout<T>.size
      return value
    }

    mutating func float() throws(MotionModelError) -> Float {
      let value = Float(bitPattern: try integer(UInt32.self))
      guard value.isFinite, abs(value) < 1e9 else { throw .damaged(reason: "it has a number that is not finite") }
      return value
    }

    mutating func floats(_ count: Int) throws(MotionModelError) -> [Float] {
      guard bytes.contains(offset: offset, count: 4 * count) else { throw .damaged(reason: "it is cut short") }
      var values: [Float] = []
      values.reserveCapacity(count)
      for _ in 0..<count { values.append(try float()) }
      return values
    }

    mutating func slice(_ count: Int) throws(MotionModelError) -> Bytes {
      guard let slice = try? bytes.slice(at: offset, count: count) else { throw .damaged(reason: "it is cut short") }
      offset += count
      return slice
    }
  }

  // MARK: Writing

  /// The bytes of a file: the same ones for the same model.
  public var data: Data {
    var content: [UInt8] = []
    func put(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { content.append(contentsOf: $0) }
    }
    func put(_ values: [Float]) { for value in values { put(value.bitPattern) } }
    put(UInt16(motions.count))
    for motion in motions {
      let name = Array(motion.name.utf8)
      put(UInt16(name.count))
      content += name
      put(UInt8(motion.handCount))
      put([Float(motion.durations.lowerBound), Float(motion.durations.upperBound), motion.extent])
    }
    let parts = [(1, oneHand), (2, twoHands)].compactMap { hands, part in part.map { (hands, $0) } }
    put(UInt8(parts.count))
    for (hands, part) in parts {
      put(UInt8(hands))
      put(UInt8(part.curve.count))
      for point in part.curve { put([Float(point.falseAlarmsPerMinute), point.score, Float(point.recall)]) }
      put(UInt8(part.windows.count))
      put(part.windows.map { Float($0) })
      put([part.leastExtent])
      put(part.network.seed)
      put(UInt16(MotionFeatures.count))
      put(UInt16(RandomLayer.count))
      put(part.network.means)
      put(part.network.scales)
      part.network.weights.forEach(put)
    }
    return Data(Self.file(content))
  }

  /// A file of a content: before it, the mark, the version and the content's checksum.
  package static func file(_ content: [UInt8]) -> [UInt8] {
    let numbers = [version, CRC32.checksum(of: Bytes(content))]
    return mark + numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } } + content
  }
}

extension MotionModel: Hashable {
  /// Whether both are the same file.
  public static func == (first: MotionModel, second: MotionModel) -> Bool { first.data == second.data }

  /// Hashes what a file has.
  public func hash(into hasher: inout Hasher) { hasher.combine(data) }
}

extension MotionModel: Codable {
  /// Reads the bytes of a file, in JSON as base64.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do throws(MotionModelError) {
      try self.init(data: try Self.bytes(container))
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no model of motions: \(error)")
    }
  }

  private static func bytes(_ container: any SingleValueDecodingContainer) throws(MotionModelError) -> Data {
    guard let data = try? container.decode(Data.self) else { throw .otherFile }
    return data
  }

  /// Writes the bytes of a file.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(data)
  }
}
