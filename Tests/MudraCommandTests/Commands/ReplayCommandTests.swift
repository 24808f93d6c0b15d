import Foundation
import TestSupport
import Testing

@Suite struct ReplayCommandTests {
  @Test func `a recording runs again, and its answers are the recorded ones`() async throws {
    let run = try await CommandRun.mudra(["replay", RecordedSession.written()])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("frame 1: 1 hand, as recorded"))
    #expect(run.output.contains("2 frames: 2 as recorded, 0 different"))
  }

  @Test func `an answer that is not the recorded one is an error`() async throws {
    let folder = try TemporaryFolder()
    let path = RecordedSession.written(
      changing: { $0.replacing("Thumb_Up", with: "Thumb_Down") }, to: try folder.write([UInt8](), as: "a.mudra"))
    let run = try await CommandRun.mudra(["replay", path])
    #expect(run.status == 65)
    #expect(run.output.contains("frame 0: 1 hand, as recorded"))
    #expect(run.output.contains("frame 1: 1 hand, DIFFERENT"))
    withExtendedLifetime(folder) {}
  }

  @Test func `the model is read up to the limits`() async throws {
    let folder = try TemporaryFolder()
    let sparse = try folder.write([], as: "large.task")
    try #require(truncate(sparse, 3 << 30) == 0)
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let session = RecordedSession.written()
    for (arguments, reason) in [
      (["--model", sparse], "\(sparse): the file has 3221225472 bytes, the limit is 268435456"),
      (["--model", pipe], "\(pipe): is not a regular file"),
      (["--model", TestFiles.shipped("gesture_recognizer.task"), "--max-model-file", "1"], "the limit is 1048576"),
      (["--max-memory", "1"], "the limit is 1048576"),
    ] {
      let run = try await CommandRun.mudra(["replay", session] + arguments)
      #expect(run.status == 65)
      #expect(run.errorLines.count == 1 && run.errors.contains(reason), "\(run.errors)")
    }
  }

  @Test func `what is no recording is refused with its reason`() async throws {
    let other = try await CommandRun.mudra(["replay", TestFiles.picture("two_0")])
    #expect(other.status == 65)
    #expect(other.errors.contains("is a PNG picture, not a recording"))
    let missing = try await CommandRun.mudra(["replay", "/not/there.mudra"])
    #expect(missing.status == 66)
  }
}
