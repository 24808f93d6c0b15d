import Foundation
import TensorKernels
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Writes a hash of every output of every reference case to the file `MUDRA_OUTPUT_HASHES`, one line for each provider,
/// thread count and fusion setting: two versions of the library compute the same bits if their files are equal.
///
/// Not a test of a single version; see CONTRIBUTING, "A change that must not change a bit".
@Suite struct OutputHashTests {
  private static let path = ProcessInfo.processInfo.environment["MUDRA_OUTPUT_HASHES"]

  @Test(.enabled(if: OutputHashTests.path != nil, "MUDRA_OUTPUT_HASHES names no file"))
  func `hashes of all outputs are written`() throws {
    let path = try #require(Self.path)
    let folders = try FileManager.default.contentsOfDirectory(atPath: OperatorFixture.root.path)
      .filter { $0.hasSuffix(".zip") && $0 != "custom.zip" }.map { String($0.dropLast(4)) }.sorted()
    var lines: [String] = []
    for fixture in try folders.flatMap({ try OperatorFixture.cases(of: $0) }) {
      for provider in [nil] + KernelProvider.available.map(Optional.some) {
        for (threads, fusion) in [(1, true), (2, true), (3, true), (1, false)] {
          let title = "\(fixture) \(provider?.rawValue ?? "default") \(threads) \(fusion ? "fused" : "plain")"
          do {
            let outputs = try fixture.run(provider: provider, fusion: fusion, threads: threads)
            lines.append("\(title) \(String(Self.hash(outputs), radix: 16))")
          } catch {
            lines.append("\(title) \(error)")
          }
        }
      }
    }
    #expect(lines.count > 10_000)
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// FNV-1a over types, shapes and bytes.
  private static func hash(_ arrays: [NPYFile]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    for array in arrays {
      add("\(array.elementType) \(array.shape)".utf8)
      add(array.bytes)
    }
    return hash
  }
}
