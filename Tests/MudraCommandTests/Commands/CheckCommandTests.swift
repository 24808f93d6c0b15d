import Foundation
import TFLiteFormat
import TestSupport
import Testing

@Suite struct CheckCommandTests {
  @Test func `what is shipped is well`() async throws {
    let files = [
      TestFiles.shipped("hand_landmarker.task"), TestFiles.shipped("gesture_recognizer.task"),
      TestFiles.picture("two_1"), TestFiles.model("graph", "conv_prelu"),
    ]
    for file in files {
      // Thread Sanitizer makes Swift code approximately fifty times slower.
      let run = try await CommandRun.mudra(["check", file] + (Sanitizer.isThread ? ["--max-time", "60"] : []))
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
    let reason =
      "unsupported operator HASHTABLE_LOOKUP; LiteRT has it; the documentation lists the operators that Mudra has"
    #expect(bad.output.hasSuffix(#","ok":false,"reason":"\#(reason)"}"# + "\n"))
    #expect(bad.errorLines.count == 1)
  }

  @Test func `a model that lost its labels is well, and a note names them`() async throws {
    let folder = try TemporaryFolder()
    // What a quantizer does: it writes the FlatBuffer and leaves out the archive behind it.
    let bundle = try Archive(Bytes(contentsOfFile: TestFiles.shipped("gesture_recognizer.task")))
    let gestures = try bundle.archive(in: bundle.entry(named: "hand_gesture_recognizer.task"))
    let classifier = try gestures.entry(named: "canned_gesture_classifier.tflite").array
    let end = try #require(classifier.indices.first { classifier[$0...].starts(with: [0x50, 0x4B, 3, 4]) })
    let file = try folder.write(Array(classifier[..<end]), as: "classifier.tflite")
    let note = "\(file): file “labels.txt”, which the metadata names, is not appended"
    let run = try await CommandRun.mudra(["check", file])
    #expect(run.status == 0)
    #expect(run.output == "\(file): ok\n")
    #expect(run.errorLines == ["mudra: \(note)"])
    let json = try await CommandRun.mudra(["check", file, "--json"])
    #expect(json.output.hasSuffix(#","ok":true,"reason":null,"notes":["\#(note)"]}"# + "\n"))
    let inspection = try await CommandRun.mudra(["inspect", file])
    #expect(inspection.status == 0)
    #expect(inspection.output.contains("labels.txt, which the metadata names"))
    #expect(inspection.output.contains("FULLY_CONNECTED"))
  }

  @Test func `a clip is read to its end`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0, 1], in: folder)
    let whole = try await CommandRun.mudra(["check", clip])
    #expect(whole.status == 0)
    #expect(whole.output == "\(clip): ok\n")
    let cut = try folder.write(Array(TestFiles.bytes(clip).dropLast()), as: "cut.y4m")
    let run = try await CommandRun.mudra(["check", cut])
    #expect(run.status == 65)
    #expect(run.errorLines == ["mudra: \(cut): the clip is cut short in frame 1, after 93311 of 93312 bytes"])
  }

  @Test func `a model whose shapes are computed at run time is run too`() async throws {
    let model = TestFiles.model("graph", "shape_from_an_input")
    let run = try await CommandRun.mudra(["check", model])
    // On zeros there is no such shape.
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("mudra: \(model): subgraph 0, operator 0 RESHAPE, input 0: shape "))
  }

  @Test(arguments: [
    (["--max-memory", "1"], "bytes of memory, the limit is 1048576"),
    (["--max-multiply-adds", "1"], "multiply-adds, the limit is 1000000"),
    (["--max-model-file", "1"], "bytes, the limit is 1048576"),
    (["--max-entries", "1"], "2 entries, at most 1 are accepted"),
    (["--max-operators", "1"], "operators, the limit is 1\n"),
  ])
  func `limits of models and bundles are options`(_ option: [String], _ message: String) async throws {
    let run = try await CommandRun.mudra(["check", TestFiles.shipped("hand_landmarker.task")] + option)
    #expect(run.status == 65)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains(message))
  }

  @Test func `what takes too long has a status of its own`() async throws {
    let run = try await CommandRun.mudra(["check", TestFiles.shipped("hand_landmarker.task"), "--max-time", "0.001"])
    #expect(run.status == 75)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("the model takes longer than the limit of 0.001 seconds of processor time"))
  }

  @Test func `a file of any kind is answered in time`() async throws {
    let folder = try TemporaryFolder()
    // Frames of 150 MB, which take no room on the disk. Reading them all takes a second.
    let clip = try folder.write(Array("YUV4MPEG2 W10000 H10000 F30:1 C420\n".utf8), as: "long.y4m")
    let file = try #require(FileHandle(forUpdatingAtPath: clip))
    var end = try file.seekToEnd()
    for _ in 0..<20 {
      try file.seek(toOffset: end)
      try file.write(contentsOf: Array("FRAME\n".utf8))
      end += 6 + 150_000_000
    }
    try file.truncate(atOffset: end)
    try file.close()
    let run = try await CommandRun.mudra(["check", clip, "--max-time", "0.05", "--json"])
    #expect(run.status == 75)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains(": takes longer than the limit of 0.05 seconds of processor time"))
    #expect(run.output.contains(#""ok":false"#) && run.lines.count == 1)
  }

  @Test(arguments: ["check", "inspect", "profile"])
  func `how deep bundles lie in each other is an option`(_ command: String) async throws {
    let bundle = TestFiles.shipped("gesture_recognizer.task")
    let run = try await CommandRun.mudra([command, bundle, "--max-nesting", "1"])
    #expect(run.status == 65)
    #expect(run.errors.hasSuffix(": bundles are nested more than 1 deep\n"))
  }

  @Test func `limits of pictures are options`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0], in: folder)
    for file in [TestFiles.picture("two_1"), clip] {
      for option in [["--max-side", "100"], ["--max-side", "0"]] {
        let run = try await CommandRun.mudra(["check", file] + option)
        #expect(run.status == (option[1] == "0" ? 64 : 65))
        #expect(run.errorLines.count == 1)
      }
      #expect(try await CommandRun.mudra(["check", file, "--max-megapixels", "1"]).status == 0)
    }
  }

  @Test func `a bundle without models is refused`() async throws {
    let folder = try TemporaryFolder()
    let bundle = try folder.write(ZipFile.bytes(of: [(name: "a.txt", data: [65])]), as: "a.task")
    let bundleRun = try await CommandRun.mudra(["check", bundle])
    #expect(bundleRun.status == 65)
    #expect(bundleRun.errorLines == ["mudra: \(bundle): the bundle holds no model"])
  }

  @Test func `a damaged byte in a bundle is found`() async throws {
    let folder = try TemporaryFolder()
    var bytes = ZipFile.bytes(of: [
      (name: "a.tflite", data: try TestFiles.bytes(TestFiles.model("graph", "conv_relu")))
    ])
    bytes[bytes.count / 2] ^= 0x40
    let path = try folder.write(bytes, as: "damaged.task")
    let run = try await CommandRun.mudra(["check", path])
    #expect(run.status == 65)
    #expect(run.errors.contains("entry “a.tflite” is damaged: CRC-32"))
  }
}
