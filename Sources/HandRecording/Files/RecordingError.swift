import VisionTasks

/// Why a recording cannot be read, written or replayed.
public enum RecordingError: Error, Equatable, Sendable {
  /// The file cannot be opened or read.
  case cannotRead(reason: String)
  /// The file does not begin as recordings do.
  case notARecording
  /// The first bytes are those of another kind of file, which the reason names.
  case otherFile(reason: String)
  /// The version of the file is unknown.
  case version(UInt32)
  /// The header is no JSON of a known form.
  case header(reason: String)
  /// The file ends within a record; the first one is 1.
  case truncated(record: Int)
  /// A record has another kind than frame, answer, options or restart.
  case kind(record: Int)
  /// A record is longer than its kind allows.
  case tooLong(record: Int, byteCount: Int, limit: Int)
  /// A frame cannot be used.
  case frame(record: Int, FrameError)
  /// A record of options or an answer is no JSON of a known form.
  case content(record: Int)
  /// A task failed.
  case task(record: Int, TaskError)
}

extension RecordingError: CustomStringConvertible {
  /// What was found and what was expected, in one sentence.
  public var description: String {
    switch self {
    case .cannotRead(let reason): "the recording cannot be read: \(reason)"
    case .notARecording: "not a recording of Mudra Studio"
    case .otherFile(let reason): reason
    case .version(let version): "recordings of version \(version) are unknown, expected 1"
    case .header(let reason): "the header of the recording cannot be used: \(reason)"
    case .truncated(let record): "the recording ends within record \(record)"
    case .kind(let record): "record \(record) is of an unknown kind"
    case .tooLong(let record, let count, let limit): "record \(record) has \(count) bytes, the limit is \(limit)"
    case .frame(let record, let error): "record \(record): \(error.description)"
    case .content(let record): "record \(record) is not valid JSON for this kind of record"
    case .task(let record, let error): "record \(record): \(error.description)"
    }
  }
}
