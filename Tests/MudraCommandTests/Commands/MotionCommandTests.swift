import Foundation
import TestSupport
import Testing

/// Motions: trained, evaluated and seen by the command, from lines of landmarks.
@Suite struct MotionCommandTests {
  private static let tracks = PackageFolders.fixtures(of: "GestureTrainingTests").appendingPathComponent("motions").path

  /// The model of the fixture's examples, and what was printed.
  private static func train(_ folder: TemporaryFolder, _ name: String, json: Bool = false) async throws -> (
    path: String, run: CommandRun
  ) {
    let path = folder.path(name)
    let backgrounds = (0..<3).map { "\(tracks)/background_\($0).jsonl" }
    let run = try await CommandRun.mudra(
      ["train", "motions", "\(tracks)/examples", "--background"] + backgrounds
        + ["--output", path, "--quiet"] + (json ? ["--json"] : []))
    return (path, run)
  }

  @Test func `motions are trained, evaluated and seen, the same each time`() async throws {
    let folder = try TemporaryFolder()
    let (path, run) = try await Self.train(folder, "my.motions")
    #expect(run.status == 0 && run.output.contains("3 motions, 64 s of background"), "\(run.errors)\(run.output)")
    #expect(try String(contentsOfFile: folder.path("my.md"), encoding: .utf8).contains("| swipe\\_left | 1 | 3 |"))
    let (again, other) = try await Self.train(folder, "again.motions", json: true)
    #expect(other.output.hasPrefix("{") && other.output.contains(#""schema":"mudra.motions/1""#))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(contentsOf: URL(fileURLWithPath: again)))

    let evaluated = try await CommandRun.mudra(["evaluate", path, "\(Self.tracks)/streams", "--json", "--quiet"])
    let counts = try JSONSerialization.jsonObject(with: Data(evaluated.output.utf8)) as? [String: Any]
    #expect(counts?["count"] as? Int == 9 && (counts?["found"] as? Int ?? 0) >= 8)

    let seen = try await CommandRun.mudra(["video", "\(Self.tracks)/streams/0_1.jsonl", "--motions", path, "--json"])
    let said = seen.lines.filter { $0.contains(#""event":"motionRecognized""#) }
    #expect(seen.status == 0 && said.count >= 8 && seen.lines.allSatisfy { $0.contains("mudra.event/1") })
  }

  @Test func `the options of train motions may come first, and its help is its own`() async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandRun.mudra(
      ["train", "motions", "--quiet", "--output", folder.path("my.motions"), "\(Self.tracks)/examples"])
    #expect(run.status == 0, "\(run.errors)")
    let help = try await CommandRun.mudra(["help", "train", "motions"])
    #expect(help.status == 0 && help.output.hasPrefix("OVERVIEW: Learns movements"))
  }

  @Test func `what is no model, no folder or no track is refused with a reason`() async throws {
    let folder = try TemporaryFolder()
    let stream = "\(Self.tracks)/streams/0_1.jsonl"
    let damaged = try folder.write(Array("MUDRAMOT and more that is none".utf8), as: "damaged.motions")
    for (arguments, status) in [
      (["video", stream, "--motions", damaged], 65), (["video", stream, "--motions", folder.path("none")], 66),
      (["video", stream, "--motions", stream], 65), (["video", stream, "--false-alarms", "1"], 64),
      (["evaluate", damaged, stream], 65),
      (["train", "motions", folder.path("none"), "--output", folder.path("my.motions")], 66),
      (["train", "motions", "\(Self.tracks)/streams", "--output", folder.path("my.motions")], 66),
    ] as [([String], Int32)] {
      let run = try await CommandRun.mudra(arguments)
      #expect(run.status == status && !run.errors.isEmpty, "\(arguments): \(run.status) \(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("my.motions")))
  }
}
