import Foundation
import FuzzTargets
import TFLiteFormat
import TestSupport
import Testing

/// A short version of what Tools/dev/fuzz runs: each target on its seeds, on earlier findings (Fixtures), and on seeds
/// with some bytes changed.
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

  // MARK: Mutations

  private static let mutated = FuzzTarget.all.filter { $0.mutation != nil }.map(\.name)

  /// Inputs changed by their structure: a seed is changed, then what came of it, as libFuzzer does.
  private func mutants(of target: FuzzTarget, seed: UInt64, count: Int) throws -> [[UInt8]] {
    let seeds = try target.seeds().filter { $0.count <= target.byteLimit }
    var random = SeededGenerator(seed: seed)
    var mutants: [[UInt8]] = []
    for _ in 0..<count / 4 {
      var bytes = try #require(seeds.randomElement(using: &random))
      for _ in 0..<4 {
        guard let changed = target.mutated(bytes, seed: random.next() >> 33, byteLimit: target.byteLimit) else { break }
        mutants.append(changed)
        bytes = changed
      }
    }
    return mutants
  }

  @Test func `archives, models and motions are changed by their structure`() {
    #expect(Self.mutated == ["archive", "model", "motions"])
  }

  @Test(arguments: mutated)
  func `inputs changed by their structure end in a result or a typed error`(name: String) throws {
    let target = try target(name)
    for bytes in try mutants(of: target, seed: SeededGenerator.runSeed, count: 400) { try target.run(bytes) }
  }

  @Test(arguments: mutated)
  func `a mutation is decided by its seed, keeps to the limit and changes something`(name: String) throws {
    let target = try target(name)
    let mutants = try mutants(of: target, seed: 5, count: 400)
    #expect(try mutants == self.mutants(of: target, seed: 5, count: 400))
    #expect(mutants.count > 100)
    #expect(mutants.allSatisfy { !$0.isEmpty && $0.count <= target.byteLimit })
    #expect(Set(mutants).count > mutants.count * 3 / 4)
    for seed in try target.seeds().prefix(20) {
      for limit in [1, 100, 300] {
        #expect((target.mutated(seed, seed: 1, byteLimit: limit)?.count ?? 0) <= limit)
      }
    }
    #expect(target.mutated([1, 2, 3], seed: 1, byteLimit: 100) == nil)
  }

  /// Why the reader refuses a model, in the groups that tell how far it came.
  private enum Depth: Hashable { case structure, model, metadata, labels, whole }

  private func depth(of bytes: [UInt8]) -> Depth {
    guard let root = try? FlatTable(rootOf: Bytes(bytes), identifier: "TFL3"), (try? root.string(3)) != nil else {
      return .structure
    }
    let model: Model
    do {
      model = try Model(Bytes(bytes))
    } catch .flatBuffer {
      return .structure
    } catch {
      return .model
    }
    guard let metadata = try? model.metadata() else { return .model }
    guard !metadata.outputs.isEmpty else { return .metadata }
    return (try? model.labels(ofOutput: 0, locale: nil)) == nil ? .labels : .whole
  }

  @Test func `most models that a mutation changes are FlatBuffers, and many have metadata and labels`() throws {
    let mutants = try mutants(of: target("model"), seed: 7, count: 800)
    let depths = Dictionary(mutants.map { (depth(of: $0), 1) }, uniquingKeysWith: +)
    #expect(depths[.structure, default: 0] < mutants.count / 20, "\(depths)")
    #expect(depths[.model, default: 0] < mutants.count * 2 / 3, "\(depths)")
    for depth in [Depth.metadata, .labels, .whole] {
      #expect(depths[depth, default: 0] > mutants.count / 40, "\(depth): \(depths)")
    }
    let models = mutants.compactMap { try? Model(Bytes($0)) }
    #expect(models.contains { Set($0.signatures.map(\.key)).count > 1 })
    let options = models.flatMap(\.subgraphs).flatMap(\.operators).compactMap(\.customOptions)
    let roots = options.compactMap { FlexValue(root: $0) }
    #expect(roots.count > 20)
    #expect(roots.contains { $0["output_height"]?.integer != nil && $0["scale_x"]?.float == 1.5 })
    #expect(roots.contains { $0["subset_idxs"]?.integers == [0, 1, 2] })
    #expect(roots.contains { $0["subset_idxs"]?.integers == [0, 1] })
  }

  @Test func `most archives that a mutation changes are archives`() throws {
    let mutants = try mutants(of: target("archive"), seed: 7, count: 800)
    let right = mutants.filter { (try? Archive(Bytes($0), allowingPrefix: true)) != nil }.count
    #expect(right > mutants.count / 2, "\(right) of \(mutants.count)")
    #expect(right < mutants.count, "none is damaged")
  }

  @Test func `a model taken apart and put together is the same model`() throws {
    let target = try target("model")
    for seed in try target.seeds() where seed.count <= target.byteLimit {
      guard let model = try? Model(Bytes(seed)), let parts = FuzzTarget.rebuiltModel(seed) else { continue }
      let again = try Model(Bytes(parts))
      #expect(again.buffers.map(\.array).filter { !$0.isEmpty }.count == model.buffers.filter { $0.count > 0 }.count)
      let (tensors, others) = (again.subgraphs.flatMap(\.tensors), model.subgraphs.flatMap(\.tensors))
      #expect(tensors.map(\.name) == others.map(\.name))
      #expect(tensors.map(\.shape) == others.map(\.shape))
      #expect(tensors.map(\.quantization) == others.map(\.quantization))
      #expect(tensors.map(\.sparsity) == others.map(\.sparsity))
      #expect(again.signatures == model.signatures)
      // As text, in which NaN equals NaN.
      #expect(try String(describing: again.metadata()) == String(describing: model.metadata()))
      #expect(
        try again.subgraphs.flatMap(\.operators).map { try $0.optionFields() }
          == model.subgraphs.flatMap(\.operators).map { try $0.optionFields() })
    }
  }

  @Test func `a finding is not taken for a result`() {
    #expect(throws: FuzzTarget.Finding.self) { try FuzzTarget.require(false, "a rule") }
  }
}
