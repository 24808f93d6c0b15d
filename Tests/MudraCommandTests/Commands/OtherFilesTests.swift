import Foundation
import TestSupport
import Testing

/// What commands say about files of another kind than they expect.
@Suite struct OtherFilesTests {
  private static let kinds: [(bytes: [UInt8], name: String, remedy: String)] = [
    (Array("version https://git-lfs.github.com/spec/v1\n".utf8), "a Git LFS pointer", ": run git lfs pull"),
    (
      Array("<!doctype html><title>Not found</title>".utf8), "an HTML page", ": the download brought a web page instead"
    ),
    ([0, 0, 0, 0x18] + "ftypheic".utf8 + [0, 0, 0, 0] + "mif1heic".utf8, "a HEIC picture", ""),
    ([0, 0, 0, 0x18] + "ftypisom".utf8 + [0, 0, 2, 0] + "isomiso2".utf8, "an MP4 video", ""),
    (Array("RIFF".utf8) + [9, 0, 0, 0] + "WEBPVP8 ".utf8, "a WebP picture", ""),
    ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], "a GZIP archive", ": unpack it first"),
    (Array("{\"a\": 1}".utf8), "a JSON document", ""),
    (
      [0, 5, 0x16, 7, 0, 2, 0, 0] + "Mac OS X        ".utf8, "an AppleDouble file of macOS attributes",
      ": use the file of the same name without the leading ._"
    ),
    ([8, 7, 0x12, 7] + "pytorch".utf8, "an ONNX model", ": convert it to TensorFlow Lite"),
  ]

  @Test(arguments: kinds.indices) func `models of another kind are named`(_ index: Int) async throws {
    let (bytes, name, remedy) = Self.kinds[index]
    let folder = try TemporaryFolder()
    for (command, file) in [("inspect", "a.task"), ("profile", "a.tflite"), ("inspect", "a.tflite"), ("profile", "a")] {
      let path = try folder.write(bytes, as: file)
      let run = try await CommandRun.mudra([command, path])
      #expect(run.status == 65)
      let reason = "the file is \(name), neither a .task bundle nor a .tflite model\(remedy)"
      #expect(run.errorLines == ["mudra: \(path): \(reason)"])
    }
    let path = try folder.write(bytes, as: "b.task")
    let run = try await CommandRun.mudra(["gestures", TestFiles.picture("Victory_left"), "--model", path])
    #expect(run.status == 65)
    #expect(run.errors.contains("the file is \(name), neither a .task bundle nor a .tflite model\(remedy)\n"))
  }

  @Test func `a picture is named where a model is expected`() async throws {
    let picture = TestFiles.picture("Victory_left")
    let run = try await CommandRun.mudra(["inspect", picture])
    #expect(run.status == 65)
    let reason = "the file is a PNG picture, neither a .task bundle nor a .tflite model"
    #expect(run.errorLines == ["mudra: \(picture): \(reason)"])
  }

  @Test func `pictures, clips and recordings of another kind are named`() async throws {
    let folder = try TemporaryFolder()
    let pointer = try folder.write(Self.kinds[0].bytes, as: "a.png")
    for (arguments, expected) in [
      (["landmarks"], "not a PNG or JPEG picture"), (["replay"], "not a recording of Mudra Studio"),
      (["check"], "neither a .task bundle nor a .tflite model"),
    ] {
      let run = try await CommandRun.mudra(arguments + [pointer])
      #expect(run.status == 65)
      #expect(
        run.errorLines == ["mudra: \(pointer): the file is a Git LFS pointer, \(expected): run git lfs pull"])
    }
    let clip = try await CommandRun.mudra(["video", "-"], standardInput: pointer)
    #expect(clip.status == 65)
    #expect(clip.errors.contains("the file is a Git LFS pointer"))
  }

  @Test func `a folder that is a model says which`() async throws {
    let folder = try TemporaryFolder()
    let model = folder.path("model")
    try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
    _ = try folder.write([8, 1], as: "model/saved_model.pb")
    let run = try await CommandRun.mudra(["inspect", model])
    #expect(run.status == 65)
    #expect(
      run.errorLines == ["mudra: \(model): the folder is a TensorFlow SavedModel: convert it to TensorFlow Lite"])
  }
}
