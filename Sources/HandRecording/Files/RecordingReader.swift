#if !WITHOUT_FOUNDATION
  import Foundation
  import MudraPlatform

  /// Reads a recording record by record, so that a long one takes no more memory than its longest frame.
  public final class RecordingReader {
    /// Options may have a model of motions.
    private static let headerLimit = 1 << 20

    /// With which options and model the recording was made.
    public let header: RecordingHeader
    private let file: OpenFile
    /// Bytes of the file that have not been read yet.
    private var byteCount: Int
    private var recordCount = 0

    /// Opens a recording and reads its header.
    ///
    /// - Throws: `RecordingError`.
    public init(path: String) throws(RecordingError) {
      do throws(SystemFailure) {
        file = try OpenFile(path, for: .reading)
        byteCount = try file.byteCount()
      } catch {
        throw .cannotRead(reason: error.reason)
      }
      let start = try Self.read(file, 16, of: &byteCount)
      guard start.starts(with: RecordingWriter.signature) else {
        let more = try Self.read(file, FileFormat.byteCount - 16, of: &byteCount)
        guard let kind = FileFormat(firstBytes: start + more) else { throw .notARecording }
        throw .otherFile(reason: kind.sentence("not a recording of Mudra Studio"))
      }
      guard start.count == 16 else { throw .truncated(record: 0) }
      let version = Self.number(start[8..<12])
      guard version == RecordingWriter.version else { throw .version(version) }
      let count = Int(Self.number(start[12..<16]))
      guard count <= Self.headerLimit else { throw .header(reason: "it has \(count) bytes") }
      let json = try Self.read(file, count, of: &byteCount)
      guard json.count == count else { throw .truncated(record: 0) }
      do {
        header = try JSONDecoder().decode(RecordingHeader.self, from: json)
      } catch {
        throw .header(reason: "it is not JSON of \(RecordingHeader.schema)")
      }
      guard header.schema == RecordingHeader.schema else {
        throw .header(reason: "its schema is not \(RecordingHeader.schema)")
      }
    }

    /// The number of records read so far.
    public var readCount: Int { recordCount }

    /// The next record; nil at the end.
    ///
    /// - Throws: `RecordingError`.
    public func next() throws(RecordingError) -> RecordingRecord? {
      let start = try Self.read(file, 8, of: &byteCount)
      guard !start.isEmpty else { return nil }
      recordCount += 1
      guard start.count == 8 else { throw .truncated(record: recordCount) }
      guard let kind = RecordingRecord.Kind(rawValue: String(decoding: start[..<4], as: UTF8.self)) else {
        throw .kind(record: recordCount)
      }
      let count = Int(Self.number(start[4...]))
      guard count <= kind.byteLimit else {
        throw .tooLong(record: recordCount, byteCount: count, limit: kind.byteLimit)
      }
      let content = try Self.read(file, count, of: &byteCount)
      guard content.count == count else { throw .truncated(record: recordCount) }
      switch kind {
      case .frame:
        do {
          return .frame(try FrameMessage(Array(content)))
        } catch {
          throw .frame(record: recordCount, error)
        }
      case .answer: return .answer(String(decoding: content, as: UTF8.self))
      case .options:
        guard let options = try? JSONDecoder().decode(SessionOptions.self, from: content) else {
          throw .content(record: recordCount)
        }
        return .options(options)
      }
    }

    /// Up to `count` bytes; fewer at the end of the file. A false count takes no more memory than the file has bytes.
    private static func read(_ file: OpenFile, _ count: Int, of rest: inout Int) throws(RecordingError) -> Data {
      do throws(SystemFailure) {
        let bytes = try file.bytes(upTo: min(count, rest))
        rest -= bytes.count
        return Data(bytes)
      } catch {
        throw .cannotRead(reason: error.reason)
      }
    }

    private static func number(_ bytes: Data) -> UInt32 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
#endif
