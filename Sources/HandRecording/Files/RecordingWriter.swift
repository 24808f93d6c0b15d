import Foundation

/// The bytes of a recording, part by part, for a file or a socket.
///
/// ```
/// "MUDRASES"  u32 version  u32 byte count  header as JSON
/// then for each record: four letters, FRAM, ANSW or OPTS  u32 byte count  bytes
/// ```
///
/// Numbers are little-endian.
public enum RecordingWriter {
  static let signature = Array("MUDRASES".utf8)
  static let version: UInt32 = 1

  /// The start of a recording.
  ///
  /// - Throws: `EncodingError` for options that are not finite numbers.
  public static func start(_ header: RecordingHeader) throws -> Data {
    let json = try encoder.encode(header)
    return Data(signature) + bytes(version) + bytes(UInt32(json.count)) + json
  }

  /// A record.
  ///
  /// - Throws: `EncodingError` for options that are not finite numbers.
  public static func data(_ record: RecordingRecord) throws -> Data {
    switch record {
    case .frame(let frame): data(.frame, Data(frame.bytes))
    case .answer(let json): data(.answer, Data(json.utf8))
    case .options(let options): data(.options, try encoder.encode(options))
    }
  }

  private static func data(_ kind: RecordingRecord.Kind, _ content: Data) -> Data {
    Data(kind.rawValue.utf8) + bytes(UInt32(content.count)) + content
  }

  private static func bytes(_ number: UInt32) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) })
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }
}
