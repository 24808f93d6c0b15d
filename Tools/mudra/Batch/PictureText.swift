import HandRecording
import MudraPlatform

/// The text of the answers for pictures.
struct PictureText: Sendable {
  /// How results are written. Only in JSON, a picture that failed has a line.
  let format: ResultFormat
  /// Whether the JSON has an `id`, which is what a stream calls the picture.
  let hasID: Bool

  /// The lines for a result; nil for a format without lines.
  func text(of result: SessionResult) -> String? {
    guard format != .npz else { return nil }
    var result = result
    if hasID { result.id = result.source }
    return format.text(of: result)
  }

  /// The line for a picture without a result; nil if there is none.
  func text(of failure: CommandFailure, for source: String) -> String? {
    guard format == .json else { return nil }
    var members = JSONValue.firstMembers(schema: Self.schema, source: source)
    if hasID { members.append(("id", .string(source))) }
    let message = PathText.shown(failure.reason)
    members.append(("error", .object([("code", .string(failure.code.rawValue)), ("message", .string(message))])))
    return JSONValue.object(members).text
  }

  // MARK: Reading lines again

  /// What the line of JSON for a picture begins with, whatever its answer.
  static func start(ofLineFor source: String) -> [UInt8] {
    JSONValue.object(JSONValue.firstMembers(schema: schema, source: source)).text.utf8.dropLast() + Array(",".utf8)
  }

  /// What a line of JSON means for the exit status.
  ///
  /// - Parameter count: the number of bytes of the line's start.
  static func status(ofLine line: [UInt8], behind count: Int) -> ExitStatus {
    let error = #""error":{"code":""#
    guard line.dropFirst(count).starts(with: error.utf8) else { return .done }
    let code = line.dropFirst(count + error.utf8.count).prefix { $0 != UInt8(ascii: "\"") }
    switch FailureCode(rawValue: String(decoding: code, as: UTF8.self)) {
    case .missing: return .inputMissing
    case .timeout: return .tooSlow
    default: return .badData
    }
  }

  private static let schema = "mudra.result/1"
}
