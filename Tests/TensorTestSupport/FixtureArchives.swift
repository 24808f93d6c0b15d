import Foundation
import TFLiteFormat
import TestSupport

/// The zip archives of Tests/TensorRuntimeTests/Fixtures, each read once: one holds all cases of an operator.
///
/// Not ``TFLiteFormat/Archive``, whose limits are for untrusted bundles: these have hundreds of entries.
enum FixtureArchives {
  /// Thread Sanitizer does not recognize a contended `Mutex`, such as this one, as a lock.
  private static let lock = NSLock()
  nonisolated(unsafe) private static var opened: [String: [String: Bytes]] = [:]

  /// The entries of `<name>.zip`, by name.
  static func entries(of name: String) throws -> [String: Bytes] {
    try lock.withLock {
      if let entries = opened[name] { return entries }
      guard let data = try? Data(contentsOf: OperatorFixture.root.appendingPathComponent("\(name).zip")) else {
        throw OperatorFixture.Failure(description: "\(name).zip cannot be read")
      }
      let entries = storedEntries(Array(data))
      guard !entries.isEmpty else { throw OperatorFixture.Failure(description: "\(name).zip has no entries") }
      opened[name] = entries
      return entries
    }
  }

  /// Walks the local headers of stored entries, which begin at byte 0 and have no gaps:
  ///
  ///     byte 0: PK 3 4 | 18: UInt32 size | 26: UInt16 bytes of the name | 28: UInt16 bytes of extras | 30: name,
  ///     extras, data
  private static func storedEntries(_ archive: [UInt8]) -> [String: Bytes] {
    func number(at place: Int, byteCount: Int) -> Int {
      (0..<byteCount).reduce(0) { $0 | Int(archive[place + $1]) << (8 * $1) }
    }
    var entries: [String: Bytes] = [:]
    var place = 0
    while archive[place...].starts(with: [0x50, 0x4B, 3, 4]) {
      let nameEnd = place + 30 + number(at: place + 26, byteCount: 2)
      let dataStart = nameEnd + number(at: place + 28, byteCount: 2)
      let dataEnd = dataStart + number(at: place + 18, byteCount: 4)
      let name = String(decoding: archive[place + 30..<nameEnd], as: UTF8.self)
      entries[name] = Bytes(Array(archive[dataStart..<dataEnd]))
      place = dataEnd
    }
    return entries
  }
}
