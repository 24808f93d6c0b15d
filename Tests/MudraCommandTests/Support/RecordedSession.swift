import Foundation
import HandRecording
import Mudra

/// A recording of two pictures that the tests give to the program.
enum RecordedSession {
  /// Its path, in the temporary folder.
  static let path = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-recorded-session.mudra").path

  /// Writes it, with the library's answers or changed ones.
  ///
  /// - Returns: `path`. A file that cannot be written shows as a missing one.
  static func written(changing change: (String) -> String = { $0 }, to path: String = path) -> String {
    try? bytes(change).write(to: URL(fileURLWithPath: path), options: .atomic)
    return path
  }

  private static func bytes(_ change: (String) -> String) throws -> Data {
    let options = SessionOptions()
    let session = try HandSession(model: HandModel(), options: options, areVideoFrames: false)
    var bytes = try RecordingWriter.start(RecordingHeader(options: options, model: nil))
    for (index, name) in ["Victory_right", "Thumb_Up_left"].enumerated() {
      let header = FrameHeader(
        format: .picture, flags: .still, width: 0, height: 0, number: UInt32(index), milliseconds: 0)
      let frame = try FrameMessage(header, pixels: TestFiles.bytes(TestFiles.picture(name)))
      let answer = try session.result(of: frame.image(), timestampInMilliseconds: nil, source: name)
      bytes += try RecordingWriter.data(.frame(frame)) + RecordingWriter.data(.answer(change(answer.json)))
    }
    return bytes
  }
}
