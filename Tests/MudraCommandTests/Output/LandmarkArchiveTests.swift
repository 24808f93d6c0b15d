import Foundation
import PixelImaging
import TFLiteFormat
import TestSupport
import Testing

/// Results as arrays for NumPy.
@Suite struct LandmarkArchiveTests {
  private func arrays(_ path: String) throws -> [String: NPYFile] {
    let archive = try Archive(Bytes(contentsOfFile: path))
    var arrays: [String: NPYFile] = [:]
    for entry in archive.entries where !entry.name.contains("source") && !texts.contains(entry.name) {
      arrays[entry.name] = try NPYFile(encoded: entry.bytes.array)
    }
    return arrays
  }

  private let texts = ["source.npy", "handedness.npy", "gesture.npy"]

  @Test func `npz has the hands of all frames as arrays`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("hands.npz")
    let arguments = ["video", DrawnClip.folder.path, "--hands", "2", "--identities"]
    let run = try await CommandRun.mudra(arguments + ["--format", "npz", "--output", path])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.isEmpty)
    let lines = try ResultLine.lines(try await CommandRun.mudra(arguments + ["--json"]).output)
    let hands = lines.enumerated().flatMap { index, line in line.hands.map { (index, $0) } }
    let arrays = try arrays(path)
    #expect(arrays["landmarks.npy"]?.shape == [hands.count, 21, 3])
    #expect(arrays["landmarks.npy"]?.floats == hands.flatMap { $0.1.landmarks.flatMap(\.self) })
    #expect(arrays["world_landmarks.npy"]?.floats == hands.flatMap { $0.1.worldLandmarks.flatMap(\.self) })
    #expect(arrays["presence.npy"]?.floats == hands.map(\.1.presence))
    #expect(arrays["handedness_score.npy"]?.floats == hands.map(\.1.handedness.score))
    #expect(arrays["gesture_score.npy"]?.floats == hands.map { $0.1.gestures?.first?.score ?? .nan })
    #expect(arrays["picture.npy"]?.elements(as: Int32.self) == hands.map { Int32($0.0) })
    #expect(arrays["track.npy"]?.elements(as: Int32.self) == hands.map { Int32($0.1.track?.id ?? -1) })
    #expect(arrays["timestamp_ms.npy"]?.elements(as: Int64.self) == lines.map { Int64($0.timestampMs ?? -1) })
    #expect(arrays["size.npy"]?.shape == [lines.count, 2])
    #expect(arrays["size.npy"]?.elements(as: Int32.self).prefix(2) == [288, 216])
    #expect(try ArchiveTexts.texts(path, "source") == lines.map(\.source))
    #expect(try ArchiveTexts.texts(path, "handedness") == hands.map { $0.1.handedness.name ?? "" })
    #expect(try ArchiveTexts.texts(path, "gesture") == hands.map { $0.1.gestures?.first?.name ?? "" })
  }

  @Test func `pictures without hands, and hands without gestures, have their places`() async throws {
    let folder = try TemporaryFolder()
    let gray = folder.path("gray é.png")
    try PixelImage(width: 64, height: 48, format: .gray, pixels: [UInt8](repeating: 90, count: 64 * 48))
      .writePNG(toFile: gray)
    let path = folder.path("hands.npz")
    let picture = TestFiles.picture("Victory_left")
    let run = try await CommandRun.mudra(["landmarks", gray, picture, "--format", "npz", "--output", path])
    #expect(run.status == 0, "\(run.errors)")
    let arrays = try arrays(path)
    #expect(arrays["picture.npy"]?.elements(as: Int32.self) == [1])
    #expect(arrays["size.npy"]?.elements(as: Int32.self) == [64, 48, 480, 360])
    #expect(arrays["timestamp_ms.npy"]?.elements(as: Int64.self) == [-1, -1])
    #expect(arrays["track.npy"]?.elements(as: Int32.self) == [-1])
    #expect(arrays["gesture_score.npy"]?.floats.first?.isNaN == true)
    #expect(try ArchiveTexts.texts(path, "gesture") == [""])
    #expect(try ArchiveTexts.texts(path, "source") == [gray, picture])
  }

  @Test func `npz needs a file that is none of the inputs`() async throws {
    let folder = try TemporaryFolder()
    let picture = try folder.write(TestFiles.bytes(TestFiles.picture("Victory_left")), as: "a.png")
    for (options, message) in [
      ([], "--format npz needs --output with the name of the file"),
      (["--output", folder.url.path], "--output \(folder.url.path): is a folder, not a file"),
      (["--output", picture], "--output \(picture): would write over \(picture)"),
    ] {
      let run = try await CommandRun.mudra(["gestures", picture, "--format", "npz"] + options)
      #expect(run.status == 64)
      #expect(run.errorLines == ["mudra: \(message)"])
    }
    let run = try await CommandRun.mudra(
      ["gestures", picture, "--format", "npz", "--output", "/nonexistent/a.npz"])
    #expect(run.status == 73)
  }

  @Test func `an archive says what the zip format asks for`() async throws {
    // The reader of bundles checks sizes, names and checksums.
    let folder = try TemporaryFolder()
    let path = folder.path("hands.npz")
    let run = try await CommandRun.mudra(
      ["gestures", TestFiles.picture("two_0"), "--hands", "2", "--format", "npz", "--output", path])
    #expect(run.status == 0)
    let names = try Archive(Bytes(contentsOfFile: path)).entries.map(\.name)
    #expect(
      names
        == [
          "source", "timestamp_ms", "size", "picture", "landmarks", "world_landmarks", "presence", "handedness",
          "handedness_score", "gesture", "gesture_score", "track",
        ].map { $0 + ".npy" })
  }
}
