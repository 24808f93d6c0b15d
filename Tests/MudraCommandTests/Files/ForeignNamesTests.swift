import Foundation
import MudraPlatform
import TestSupport
import Testing

/// Names that are not UTF-8, wherever a command takes or gives one.
@Suite struct ForeignNamesTests {
  private let folder: TemporaryFolder
  /// A name in Latin-1.
  private let name = PathText.text(of: Array("caf".utf8) + [0xE9])

  init() throws {
    folder = try TemporaryFolder()
    let picture = try TestFiles.bytes(TestFiles.picture("Victory_left"))
    try FolderNames.create(path("in " + name))
    for file in [name + ".png", "in \(name)/\(name) 2.png", "in \(name)/\(name) 10.png"] {
      try WholeFile.write(picture, to: path(file))
    }
  }

  private func path(_ name: String) -> String { FolderNames.path(of: name, in: folder.url.path) }

  /// Runs a command whose arguments a shell makes; `$N` is the name.
  private func run(_ arguments: String, standardInput: String? = nil) async throws -> CommandRun {
    try await CommandRun.mudra(
      [], standardInput: standardInput,
      limits: "cd '\(folder.url.path)'; N=$(printf 'caf\\351'); set -- \(arguments)")
  }

  @Test(arguments: [
    "\"$N.png\"", "\"in $N\"", "\"in $N/\"*.png", "\"in $N/*.png\"", "'i*/*.png'", "'**/*10.png'",
  ])
  func `pictures are found by path, folder and pattern`(arguments: String) async throws {
    let run = try await run("landmarks --json \(arguments)")
    #expect(run.status == 0, "\(run.errors)")
    let lines = try AnswerLine.lines(run.output)
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hands?.count == 1 && $0.source.contains("caf\u{FFFD}") })
    #expect(run.output.contains("caf%E9"))
  }

  @Test func `a list and standard input name them`() async throws {
    let bytes = PathText.bytes(of: path(name + ".png"))
    let list = try folder.write(bytes + [10], as: "list")
    for arguments in ["landmarks --json --from-list list", "landmarks --json --from-list -", "landmarks --stdin paths"]
    {
      let run = try await run(arguments, standardInput: list)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try AnswerLine.lines(run.output).map { $0.hands?.count } == [1])
    }
  }

  @Test func `results and drawings are written under the names that were given`() async throws {
    #expect(try await run("landmarks --json \"$N.png\" --output \"$N.jsonl\"").status == 0)
    #expect(try await run("landmarks --json --quiet \"$N.png\" --output \"$N.jsonl\" --resume").status == 0)
    #expect(try await run("landmarks \"$N.png\" --format npz --output \"$N.npz\"").status == 0)
    #expect(try await run("gestures \"$N.png\" --annotate \"$N drawn.jpg\"").status == 0)
    #expect(try await run("gestures \"in $N\" --quiet --annotate \"out $N/\"").status == 0)
    for file in ["\(name).jsonl", "\(name).npz", "\(name) drawn.jpg", "out \(name)/\(name) 2.png"] {
      #expect(FileIdentity(path(file)) != nil, "\(PathText.shown(file))")
    }
  }

  @Test func `a model, a clip and a folder of frames are found`() async throws {
    try WholeFile.write(TestFiles.bytes(TestFiles.shipped("hand_landmarker.task")), to: path(name + ".task"))
    #expect(try await run("landmarks \"$N.png\" --model \"$N.task\"").status == 0)
    #expect(try await run("check \"$N.task\" --json").lines.first?.contains(#""sourceBytes":"caf%E9.task""#) == true)
    let clip = try DrawnClip.write([0, 1], in: folder)
    try FileNames.rename(clip, to: path(name + ".y4m"))
    #expect(try await run("video \"$N.y4m\" --annotate \"$N out.y4m\"").status == 0)
    #expect(FileIdentity(path(name + " out.y4m")) != nil)
    let frames = try await run("video \"in $N\" --json")
    #expect(frames.status == 0 && frames.lines.count == 2)
    // frame 2 comes before frame 10.
    #expect(frames.lines.first?.contains("caf%E9%202.png") == true)
  }

  @Test func `messages show the bytes`() async throws {
    #expect(try await run("landmarks \"none $N\"").errorLines == [#"mudra: none caf\xE9: no such file"#])
  }

  @Test func `a framed id that is not UTF-8 is refused, and the next picture is answered`() async throws {
    let picture = try TestFiles.bytes(TestFiles.picture("Victory_left"))
    let input = try folder.write(
      StreamingRun.frame([0xFF, 0xFE], picture) + StreamingRun.frame("good", picture), as: "frames")
    let lines = try AnswerLine.lines(try await run("landmarks --stdin framed", standardInput: input).output)
    #expect(lines.map { $0.error?.code } == ["unreadable", nil])
    #expect(lines.last?.id == "good" && lines.last?.hands?.count == 1)
  }
}
