import TestSupport
import Testing

@Suite struct CheckCommandTests {
  @Test func `what is shipped is well`() async throws {
    let files = [
      TestFiles.shipped("hand_landmarker.task"), TestFiles.shipped("gesture_recognizer.task"),
      TestFiles.picture("two_1"), TestFiles.model("graph", "conv_prelu"),
    ]
    for file in files {
      let run = try await CommandRun.mudra(["check", file])
      #expect(run.status == 0)
      #expect(run.output == "\(file): ok\n")
      #expect(run.errors.isEmpty)
    }
  }

  @Test func `the JSON says ok, or the reason`() async throws {
    let good = try await CommandRun.mudra(["check", TestFiles.picture("two_1"), "--json"])
    #expect(CommandRun.keys(good.output) == ["schema", "source", "ok", "reason"])
    #expect(good.output.hasSuffix(#","ok":true,"reason":null}"# + "\n"))
    let bad = try await CommandRun.mudra(["check", TestFiles.model("graph", "bad_unknown_operator"), "--json"])
    #expect(bad.status == 65)
    #expect(bad.output.hasSuffix(#","ok":false,"reason":"unsupported operator HASHTABLE_LOOKUP"}"# + "\n"))
    #expect(bad.errorLines.count == 1)
  }

  @Test func `a clip and a bundle without models are refused`() async throws {
    let folder = try TemporaryFolder()
    let clip = try folder.write(Array("YUV4MPEG2 W64 H48 F30:1\n".utf8), as: "a.y4m")
    let clipRun = try await CommandRun.mudra(["check", clip])
    #expect(clipRun.status == 65)
    #expect(clipRun.errorLines == ["mudra: \(clip): is a YUV4MPEG2 clip, which this version does not read"])
    let bundle = try folder.write(StoredZip.bytes([(name: "a.txt", data: [65])]), as: "a.task")
    let bundleRun = try await CommandRun.mudra(["check", bundle])
    #expect(bundleRun.status == 65)
    #expect(bundleRun.errorLines == ["mudra: \(bundle): the bundle holds no model"])
  }

  @Test func `a damaged byte in a bundle is found`() async throws {
    let folder = try TemporaryFolder()
    var bytes = StoredZip.bytes([
      (name: "a.tflite", data: try TestFiles.bytes(TestFiles.model("graph", "conv_relu")))
    ])
    bytes[bytes.count / 2] ^= 0x40
    let path = try folder.write(bytes, as: "damaged.task")
    let run = try await CommandRun.mudra(["check", path])
    #expect(run.status == 65)
    #expect(run.errors.contains("entry “a.tflite” is damaged: CRC-32"))
  }
}
