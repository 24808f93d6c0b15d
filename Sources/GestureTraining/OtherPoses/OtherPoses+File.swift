import TFLiteFormat

extension OtherPoses {
  /// The first eight bytes of a file.
  private static let mark = Array("MUDRAEMB".utf8)
  private static let version: UInt32 = 1
  private static let headerSize = 28
  private static let countLimit = 100_000

  /// Reads a file of embeddings that `Tools/dev/training/make_other_poses.py` wrote.
  ///
  /// Little-endian: the eight bytes `MUDRAEMB`, then as 32-bit integers the version (1), the number of embeddings, the
  /// number of values of each, and the CRC-32 of all values; the size of a step as a 32-bit float; then the values, a
  /// 16-bit number of steps each.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limits: the limit on its size.
  /// - Throws: `GestureTrainingError.cannotRead` or `.damagedOtherPoses`.
  public init(contentsOfFile path: String, limits: BundleLimits = BundleLimits()) throws(GestureTrainingError) {
    try self.init(Bytes(ofFile: path, limits: limits), path: path)
  }

  /// Reads the bytes of such a file; `path` is what an error calls it.
  package init(_ bytes: Bytes, path: String) throws(GestureTrainingError) {
    do throws(Fault) {
      self.init(try Self.embeddings(bytes))
    } catch {
      throw .damagedOtherPoses(path: path, reason: error.reason)
    }
  }

  /// What is wrong with a file.
  private struct Fault: Error {
    let reason: String
  }

  private static func embeddings(_ bytes: Bytes) throws(Fault) -> [HandEmbedding] {
    guard bytes.count >= headerSize, (try? bytes.slice(at: 0, count: mark.count))?.array == mark else {
      throw Fault(reason: "it is not a file of embeddings")
    }
    func field(_ index: Int) -> UInt32 { bytes.integer(UInt32.self, at: mark.count + 4 * index) ?? 0 }
    guard field(0) == version else { throw Fault(reason: "its version is \(field(0)), expected \(version)") }
    let (count, size, checksum) = (Int(field(1)), Int(field(2)), field(3))
    guard (1...countLimit).contains(count), (1...HandEmbedding.sizeLimit).contains(size) else {
      throw Fault(reason: "it claims \(count) embeddings of \(size) values")
    }
    // Both are limited, so their product is no overflow.
    let expected = headerSize + 2 * count * size
    guard bytes.count == expected, let values = try? bytes.slice(at: headerSize, count: 2 * count * size) else {
      throw Fault(reason: "it has \(bytes.count) bytes, expected \(expected)")
    }
    guard CRC32.checksum(of: values) == checksum else { throw Fault(reason: "its checksum is wrong") }
    let step = Float(bitPattern: field(4))
    guard step.isFinite, step > 0, (step * Float(UInt16.max)).isFinite else {
      throw Fault(reason: "its step is not a positive number")
    }
    return (0..<count).map { row in
      HandEmbedding((0..<size).map { step * Float(values.integer(UInt16.self, at: 2 * (row * size + $0)) ?? 0) })
    }
  }
}
