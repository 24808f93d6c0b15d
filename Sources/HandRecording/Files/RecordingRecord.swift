/// A part of a recording, after its header.
public enum RecordingRecord: Sendable {
  /// A frame that was answered.
  case frame(FrameMessage)
  /// The answer to the frame before: a line of JSON, `mudra.result/1`.
  case answer(String)
  /// From here on, a new session with these options.
  case options(SessionOptions)

  /// The most bytes of a record besides frames.
  static let textLimit = 1 << 20

  /// The four letters before each record.
  enum Kind: String {
    case frame = "FRAM"
    case answer = "ANSW"
    case options = "OPTS"

    /// The most bytes of a record of this kind.
    var byteLimit: Int { self == .frame ? FrameMessage.byteLimit : textLimit }
  }
}
