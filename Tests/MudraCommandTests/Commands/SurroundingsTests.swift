import Foundation
import TestSupport
import Testing

/// The command where little is as usual: no environment, small limits, another place.
@Suite struct SurroundingsTests {
  private let picture = TestFiles.picture("Thumb_Up_left")

  private func expectHand(_ run: CommandRun, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(run.status == 0, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output.contains("480×360, 1 hand"), sourceLocation: sourceLocation)
  }

  @Test func `the program works without an environment and without a temporary folder`() async throws {
    expectHand(try await CommandRun.mudra(["gestures", picture], limits: #"exec env -i "$0" "$@""#))
    let folder = try TemporaryFolder()
    for value in ["", "/nonexistent", "/dev/null"] {
      let run = try await CommandRun.mudra(
        ["gestures", picture, "--annotate", folder.path("out.png")], environment: ["TMPDIR": value, "HOME": value])
      expectHand(run)
    }
    #expect(try folder.names() == ["out.png"])
  }

  @Test(.enabled(if: !Sanitizer.isAddress && !Sanitizer.isThread, "sanitizers have larger frames"))
  func `a small stack is enough, for deep files too`() async throws {
    let folder = try TemporaryFolder()
    var bytes = ZipFile.bytes(of: [(name: "a.tflite", data: NamedModel.bytes(outputs: ["y"]))])
    for _ in 0..<62 { bytes = ZipFile.bytes(of: [(name: "inner.task", data: bytes)]) }
    let deep = try folder.write(bytes, as: "deep.task")
    // Kibibytes. A debug build has larger frames.
    let limits = "ulimit -s 256"
    expectHand(try await CommandRun.mudra(["gestures", picture, "--threads", "2"], limits: limits))
    for arguments in [["check", deep], ["inspect", deep], ["inspect", deep, "--json"], ["profile", deep]] {
      let run = try await CommandRun.mudra(arguments + ["--max-nesting", "64"], limits: limits)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try await CommandRun.mudra(arguments, limits: limits).status == 65)
    }
  }

  @Test func `the program works with few files, little processor time and one processor`() async throws {
    expectHand(try await CommandRun.mudra(["gestures", picture], limits: "ulimit -n 6"))
    #if os(Linux)
      let mask = "taskset -pc 0 $$ >/dev/null"
      expectHand(try await CommandRun.mudra(["gestures", picture, "--threads", "8"], limits: mask))
    #endif
    // The system ends a program that goes on beyond its limit.
    let run = try await CommandRun.mudra(
      ["profile", TestFiles.shipped("hand_landmarker.task"), "--runs", "100000"], limits: "ulimit -t 1")
    #expect([-SIGKILL, -SIGXCPU].contains(run.status))
  }

  @Test func `the program works from a folder with any name, which may be read-only`() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appendingPathComponent("a b'c\"$d\u{E9}\n(e)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let program = try CommandRun.program()
    let copy = place.appendingPathComponent("mudra")
    try FileManager.default.copyItem(at: program, to: copy)
    let resources = "Mudra_HandModels.resources"
    let original = program.deletingLastPathComponent().appendingPathComponent(resources)
    try FileManager.default.copyItem(at: original, to: place.appendingPathComponent(resources))
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path) }
    let run = try await CommandRun.mudra(
      ["gestures", picture], environment: ["PLACE": place.path], limits: #"cd "$PLACE"; exec ./mudra "$@""#)
    expectHand(run)
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: place.path)) == ["mudra", resources])
  }
}
