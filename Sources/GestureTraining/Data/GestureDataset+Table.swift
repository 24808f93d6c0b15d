import HandTracking
import TFLiteFormat
import VisionTasks

extension GestureDataset {
  /// Adds the hands of a table as `mudra landmarks --format csv-hands` prints it, a row for each hand.
  ///
  /// A row's gesture is in the column `label`, if there is one, or it is the name of the folder of its `source`. Its
  /// person or session is in the column `group`. Of several hands of a picture, the first one counts.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - embedder: turns landmarks into embeddings.
  ///   - limits: the limit on the size of the file.
  ///   - group: the person or session of a source, for rows without a `group`.
  /// - Throws: `GestureTrainingError` for a file that cannot be read, or a row that is no hand.
  public mutating func add(
    tableOfFile path: String, embedder: HandEmbedder, limits: BundleLimits = BundleLimits(),
    group: (String) -> String? = { _ in nil }
  ) throws(GestureTrainingError) {
    let bytes = try Bytes(ofFile: path, limits: limits)
    var rows = TableRows(bytes.array)
    guard let header = rows.next(), let columns = HandColumns(header) else {
      throw .invalidLine(
        file: path, number: 1,
        reason: "its columns are not those of --format csv-hands: source, width, height, handedness, x_0 and so on")
    }
    var previous: [String] = []
    while let row = rows.next() {
      guard !Task.isCancelled else { throw .cancelled }
      guard row.count == header.count else {
        throw .invalidLine(
          file: path, number: rows.line, reason: "it has \(row.count) values, expected \(header.count)")
      }
      let source = row[columns.source]
      // A clip has a row for each frame.
      let picture = [source, columns.time.map { row[$0] } ?? ""]
      if picture == previous { continue }
      previous = picture
      guard let gesture = columns.gesture(row) else {
        throw .invalidLine(file: path, number: rows.line, reason: "it has no label, and its source is in no folder")
      }
      guard !row[columns.handedness].isEmpty else {
        try skip(source, gesture: gesture, fault: nil)
        continue
      }
      guard let hand = columns.hand(row) else {
        throw .invalidLine(file: path, number: rows.line, reason: "a number of the hand is missing or out of range")
      }
      let embedding: HandEmbedding
      do {
        embedding = try embedder.embedding(
          landmarks: hand.landmarks, worldLandmarks: hand.world, handedness: hand.handedness, imageWidth: hand.width,
          imageHeight: hand.height)
      } catch {
        throw .task(error)
      }
      let named = columns.group.map { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }
      try add(embedding, gesture: gesture, source: source, group: named ?? group(source))
    }
  }
}

/// Where in a row the values of a hand are.
private struct HandColumns {
  let source: Int
  let handedness: Int
  let group: Int?
  let time: Int?
  private let label: Int?
  private let score: Int
  private let width: Int
  private let height: Int
  /// x, y, z, then those of the world, of each landmark.
  private let points: [Int]

  init?(_ header: [String]) {
    func column(_ name: String) -> Int? { header.firstIndex(of: name) }
    let names = (0..<21).flatMap { point in
      ["x", "y", "z", "world_x", "world_y", "world_z"].map { "\($0)_\(point)" }
    }
    let points = names.compactMap(column)
    guard let source = column("source"), let handedness = column("handedness"), let score = column("handedness_score"),
      let width = column("width"), let height = column("height"), points.count == names.count
    else { return nil }
    (self.source, self.handedness, self.score, self.width, self.height) = (source, handedness, score, width, height)
    self.points = points
    label = column("label")
    group = column("group")
    time = column("timestamp_ms")
  }

  func gesture(_ row: [String]) -> String? {
    if let label, !row[label].isEmpty { return row[label] }
    let parts = row[source].split(separator: "/")
    return parts.count >= 2 ? String(parts[parts.count - 2]) : nil
  }

  struct Hand {
    var landmarks: [NormalizedLandmark] = []
    var world: [Landmark] = []
    let handedness: ResultCategory
    let width: Int
    let height: Int
  }

  func hand(_ row: [String]) -> Hand? {
    let numbers = points.compactMap { Float(row[$0]) }.filter(\.isFinite)
    guard numbers.count == points.count, let index = ["Right", "Left"].firstIndex(of: row[handedness]),
      let score = Float(row[score]), (0...1).contains(score), let width = Int(row[width]),
      let height = Int(row[height]),
      (1...1 << 24).contains(width), (1...1 << 24).contains(height)
    else { return nil }
    let side = ResultCategory(index: index, score: score, categoryName: row[handedness], displayName: row[handedness])
    var hand = Hand(handedness: side, width: width, height: height)
    for start in stride(from: 0, to: numbers.count, by: 6) {
      hand.landmarks.append(NormalizedLandmark(x: numbers[start], y: numbers[start + 1], z: numbers[start + 2]))
      hand.world.append(Landmark(x: numbers[start + 3], y: numbers[start + 4], z: numbers[start + 5]))
    }
    return hand
  }
}

/// The rows of a table whose values are separated by commas (RFC 4180); empty rows are left out.
private struct TableRows {
  private let bytes: [UInt8]
  private var place = 0
  private var nextLine = 1
  /// The line on which the last row begins; the first one is 1.
  private(set) var line = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  mutating func next() -> [String]? {
    while place < bytes.count {
      line = nextLine
      let row = readRow()
      if row != [""] { return row }
    }
    return nil
  }

  private mutating func readRow() -> [String] {
    var (row, value, isQuoted) = ([String](), [UInt8](), false)
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && place < bytes.count && bytes[place] == byte:
        value.append(byte)
        place += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: value.append(byte)
      case UInt8(ascii: ","):
        row.append(String(decoding: value, as: UTF8.self))
        value = []
      case UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"): return row + [String(decoding: value, as: UTF8.self)]
      default: value.append(byte)
      }
    }
    return row + [String(decoding: value, as: UTF8.self)]
  }
}
