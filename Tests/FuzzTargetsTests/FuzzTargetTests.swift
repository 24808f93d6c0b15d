import Foundation
import FuzzTargets
import TestSupport
import Testing

/// A short version of what Tools/fuzz runs: each target on its seeds, on earlier findings (Fixtures), and on seeds with
/// some bytes changed.
@Suite struct FuzzTargetTests {
  private static let names = FuzzTarget.all.map(\.name)

  private func target(_ name: String) throws -> FuzzTarget {
    try #require(FuzzTarget.all.first { $0.name == name })
  }

  @Test(arguments: names)
  func `seeds end in a result or a typed error`(name: String) throws {
    let target = try target(name)
    let seeds = try target.seeds()
    #expect(seeds.contains { $0.count <= target.byteLimit })
    for seed in seeds { try target.run(seed) }
  }

  @Test func `what was found once ends in a result or a typed error`() throws {
    let folder = PackageFolders.fixtures(of: "FuzzTargetsTests")
    let finds = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains("/") }
    #expect(!finds.isEmpty)
    for find in finds {
      let name = try #require(find.split(separator: "/").first)
      try target(String(name)).run([UInt8](Data(contentsOf: folder.appendingPathComponent(find))))
    }
  }

  @Test(arguments: names)
  func `seeds with changed bytes end in a result or a typed error`(name: String) throws {
    let target = try target(name)
    let seeds = try target.seeds().filter { !$0.isEmpty }
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<200 {
      var bytes = try #require(seeds.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try target.run(bytes)
    }
  }

  @Test func `a finding is not taken for a result`() {
    #expect(throws: FuzzTarget.Finding.self) { try FuzzTarget.require(false, "a rule") }
  }
}
