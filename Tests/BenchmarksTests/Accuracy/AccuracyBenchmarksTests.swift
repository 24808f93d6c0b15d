import Foundation
import TestSupport
import Testing

@Suite struct AccuracyBenchmarksTests {
  @Test(.enabled(if: !_isDebugAssertConfiguration(), "networks take minutes in a debug build"))
  func `each arithmetic has its speed and its error in one line`() async throws {
    let folder = try TemporaryFolder()
    let rendered = PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("rendered")
    for name in ["Victory_left.png", "two_0.png", "truth.json"] {
      try FileManager.default.copyItem(
        at: rendered.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
    }
    let (status, text) = try await BuiltProgram("Benchmarks").run(
      ["--accuracy", "--pictures", folder.url.path, "--seconds", "0.02"])
    #expect(status == 0)
    #expect(text.contains("3 hands in 2 pictures"))
    let table = try #require(text.components(separatedBy: "arithmetic      palm ms").dropFirst().first)
    let rows = table.split(separator: "\n").dropFirst().prefix(3).map { line in
      line.dropFirst(16).split(separator: " ").compactMap { Double($0) }
    }
    // Palm, landmarks, median, 95 %, worst, from the truth, other answers.
    #expect(rows.allSatisfy { $0.count == 7 && $0[0] > 0 && $0[1] > 0 && $0[5] > 0 && $0[6] == 0 })
    #expect(rows[0][2...4].allSatisfy { $0 == 0 })
    #expect(rows[2][4] > 0 && rows[2][4] < 0.3)
  }

  @Test func `a folder without hands is refused`() async throws {
    let folder = try TemporaryFolder()
    let run = try await BuiltProgram("Benchmarks").run(["--accuracy", "--pictures", folder.url.path])
    #expect(run.status != 0)
  }
}
