import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Runs the benchmarks' allocation count, which traces `malloc` in a separate process.
@Suite struct AllocationBenchmarksTests {
  private struct Line: Decodable {
    let title: String
    let allocations: Double
    let mustBeNone: Bool
  }

  /// True if the optimizer removes what unspecialized code allocates, and if there is glibc's tracing library.
  private static let canCount: Bool = {
    #if DEBUG
      return false
    #elseif canImport(Glibc)
      guard let library = dlopen("libc_malloc_debug.so.0", RTLD_NOW) else { return false }
      dlclose(library)
      return true
    #else
      return false
    #endif
  }()

  /// The lines of the counting process for work whose title contains `filter`.
  private func count(_ filter: String) async throws -> [Line] {
    let run = try await BuiltProgram("Benchmarks").run(
      ["--traced-allocations", "--threads", "1", "--filter", filter],
      environment: ["LD_PRELOAD": "libc_malloc_debug.so.0"])
    #expect(run.status == 0)
    return try run.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test(.enabled(if: canCount, "needs a release build and glibc's libc_malloc_debug"))
  func `a frame of a video allocates the lists of its result and nothing else`() async throws {
    let lines = try await count("frame")
    #expect(Set(lines.map(\.mustBeNone)) == [true, false])
    for line in lines {
      // A new result: five lists of hands, and for each hand landmarks, world landmarks, handedness and gestures.
      let limit: Double = line.mustBeNone ? 0 : (line.title.contains("two hands") ? 13 : 9)
      #expect(line.allocations <= limit, "\(line.title)")
    }
  }
}
