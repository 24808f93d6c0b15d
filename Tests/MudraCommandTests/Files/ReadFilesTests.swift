import Foundation
import TestSupport
import Testing

/// Outputs that would be written over what a command reads, by whatever name.
@Suite struct ReadFilesTests {
  private func expectRefusal(
    _ arguments: [String], of files: [String], standardInput: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try files.map(TestFiles.bytes)
    let run = try await CommandRun.mudra(arguments, standardInput: standardInput)
    #expect(run.status == 64, sourceLocation: sourceLocation)
    #expect(run.errorLines.count == 1 && run.errors.contains("would write over "), sourceLocation: sourceLocation)
    #expect(try files.map(TestFiles.bytes) == before, sourceLocation: sourceLocation)
  }

  @Test func `a drawing is not written over a picture by any name, nor over the model`() async throws {
    let folder = try TemporaryFolder()
    let bytes = try TestFiles.bytes(TestFiles.picture("Thumb_Up_left"))
    let (picture, other) = (try folder.write(bytes, as: "a.png"), try folder.write(bytes, as: "b.png"))
    let (link, hardLink) = (folder.path("link.png"), folder.path("hard.png"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: picture)
    try FileManager.default.linkItem(atPath: picture, toPath: hardLink)
    for target in [picture, folder.url.path + "/./a.png", link, hardLink] {
      try await expectRefusal(["gestures", picture, "--annotate", target], of: [picture])
    }
    // The drawing of one picture would go through a link to the other.
    let (inputs, drawings) = (try TemporaryFolder(), try TemporaryFolder())
    let copy = try inputs.write(bytes, as: "a.png")
    try FileManager.default.createSymbolicLink(atPath: drawings.path("a.png"), withDestinationPath: other)
    try await expectRefusal(["landmarks", copy, other, "--annotate", drawings.url.path], of: [copy, other])
    let model = try folder.write(TestFiles.bytes(TestFiles.shipped("hand_landmarker.task")), as: "m.task")
    try await expectRefusal(["landmarks", picture, "--model", model, "--annotate", model], of: [model])
  }

  @Test func `pictures whose names look alike do not share a drawing`() async throws {
    let (folder, out) = (try TemporaryFolder(), try TemporaryFolder())
    let bytes = try TestFiles.bytes(TestFiles.picture("Thumb_Up_left"))
    let pictures = try ["\u{E9}.png", "e\u{301}.png"].map { name in
      let path = folder.url.path + "/" + name
      try #require(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
      return path
    }
    let run = try await CommandRun.mudra(["gestures"] + pictures + ["--annotate", out.url.path])
    #expect(run.status == 64)
    #expect(run.errors.contains("would both become"))
    #expect(try out.names() == [])
    // A slash with a mark behind it is a slash.
    let marked = folder.url.path + "/\u{301}x.png"
    try #require(FileManager.default.createFile(atPath: marked, contents: Data(bytes)))
    #expect(try await CommandRun.mudra(["gestures", marked, "--annotate", out.url.path]).status == 0)
    #expect(try out.names() == ["\u{301}x.png"])
  }

  @Test func `a clip is not written over what frames are read from`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0, 1], in: folder)
    try await expectRefusal(["video", "-", "--annotate", clip], of: [clip], standardInput: clip)
    let pictures = try TemporaryFolder()
    let frames = try (1...2).map { number in
      try pictures.write(TestFiles.bytes(TestFiles.picture("Thumb_Up_left")), as: "\(number).png")
    }
    // By another name, since a clip's own ends otherwise.
    let other = folder.path("frame.y4m")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: frames[1])
    try await expectRefusal(["video", pictures.url.path, "--annotate", other], of: frames)
    let model = try folder.write(TestFiles.bytes(TestFiles.shipped("gesture_recognizer.task")), as: "m.y4m")
    try await expectRefusal(["video", clip, "--model", model, "--annotate", model], of: [model])
  }

  @Test func `arrays and traces are not written over models and arrays`() async throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(NamedModel.bytes(outputs: ["y"]), as: "m.tflite")
    let input = try NamedModel.input(in: folder, as: "y.npy")
    try await expectRefusal(
      ["run", model, "--input", "0=\(input)", "--output-dir", folder.url.path], of: [model, input])
    try await expectRefusal(["profile", model, "--runs", "1", "--trace", model], of: [model])
    // A link that leads out of the folder is replaced, not followed.
    let (outside, out) = (try TemporaryFolder(), try TemporaryFolder())
    let target = try outside.write([1, 2, 3], as: "kept.npy")
    try FileManager.default.createSymbolicLink(atPath: out.path("y.npy"), withDestinationPath: target)
    let run = try await CommandRun.mudra(["run", model, "--input", "0=\(input)", "--output-dir", out.url.path])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try TestFiles.bytes(target) == [1, 2, 3])
    #expect(try TestFiles.bytes(out.path("y.npy")).count == 136)
  }
}
