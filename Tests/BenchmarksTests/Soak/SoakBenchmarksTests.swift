import TestSupport
import Testing

@Suite struct SoakBenchmarksTests {
  /// Memory is not checked here: six seconds are too short for it to settle.
  @Test func `a short soak accounts for every frame, and its exit status is its verdict`() async throws {
    let run = try await BuiltProgram("Benchmarks").run(["--soak", "0.1"])
    let lines = run.output.split(separator: "\n")
    let promises = lines.filter { $0.hasPrefix("soak, ") && $0.lowercased().hasSuffix("reached") }
    #expect(promises.count == 8)
    let frames = promises.filter { $0.contains("live stream") || $0.contains("video") }
    #expect(frames.count == 5)
    #expect(frames.allSatisfy { $0.hasSuffix("  reached") })
    #expect(lines.contains { $0.hasPrefix("  180 frames: ") })
    #expect(run.status == (promises.contains { $0.hasSuffix("NOT REACHED") } ? 1 : 0))
  }
}
