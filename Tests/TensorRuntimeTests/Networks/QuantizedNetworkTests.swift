import Foundation
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Whole quantized networks, made by Tools/dev/reference/make_quantized_networks.py, against LiteRT's reference
/// kernels.
@Suite struct QuantizedNetworkTests {
  /// A network and its folder.
  struct Network: Sendable, CustomTestStringConvertible {
    let folder: URL
    let name: String
    var testDescription: String { name }

    fileprivate init(_ folder: URL, _ name: String) { (self.folder, self.name) = (folder, name) }

    static func all(in folder: URL) -> [Network] {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return files.filter { $0.hasSuffix(".tflite") }.sorted().map { Network(folder, String($0.dropLast(7))) }
    }

    func model() throws -> Model {
      try Model(Bytes(contentsOfFile: folder.appendingPathComponent("\(name).tflite").path))
    }

    func array(_ suffix: String) throws -> NPYFile {
      try NPYFile(contentsOf: folder.appendingPathComponent("\(name).\(suffix).npy"))
    }
  }

  private static let built = Network.all(
    in: PackageFolders.fixtures(of: "TensorRuntimeTests").appendingPathComponent("quantized"))
  private static let others = ProcessInfo.processInfo.environment["MUDRA_QUANTIZED_MODELS"]
    .map { Network.all(in: URL(fileURLWithPath: $0)) }

  @Test func `three networks of int8 and of dynamic range are there`() {
    #expect(Self.built.filter { $0.name.hasSuffix("_int8") }.count == 3)
    #expect(Self.built.filter { $0.name.hasSuffix("_dynamic") }.count == 3)
  }

  @Test(arguments: built, KernelProvider.available)
  func `outputs are as near to LiteRT's reference as its own fast kernels`(
    _ network: Network, _ provider: KernelProvider
  ) throws {
    try expectNear(network, PlanOptions(provider: provider), floatShare: 1e-5)
  }

  @Test(.enabled(if: others != nil, "MUDRA_QUANTIZED_MODELS names no folder"), arguments: others ?? [])
  func `so are those of other people's networks`(_ network: Network) throws {
    // In deep networks with dynamic range, the last bit of a layer changes integers of the next: LiteRT's own kernels
    // are up to a tenth of the range apart there.
    try expectNear(network, PlanOptions(), factor: network.name.hasSuffix("_dynamic") ? 2 : 1, floatShare: 0.01)
  }

  /// - Parameters:
  ///   - factor: how many times as far off as LiteRT's fast kernels an output may be.
  ///   - floatShare: the fraction of the range that floats may be off in any case; integers may be off by one.
  private func expectNear(
    _ network: Network, _ options: PlanOptions, factor: Double = 1, floatShare: Double
  ) throws {
    let first = try Inference(network.model(), options: options).run([network.array("input0")])
    for (index, output) in first.enumerated() {
      let expected = try network.array("output\(index)")
      #expect(output.shape == expected.shape && output.elementType == expected.elementType)
      let numbers = values(expected)
      let apart = distance(values(output), numbers)
      let theirs = distance(try values(network.array("near\(index)")), numbers)
      let range = (numbers.max() ?? 0) - (numbers.min() ?? 0)
      let allowed = max(factor * theirs, output.elementType == .int8 ? 1 : floatShare * max(range, 1))
      #expect(apart <= allowed, "output \(index) is \(apart) off, LiteRT's fast kernels \(theirs)")
    }
    let shared = try Inference(network.model(), options: options, threads: 2).run([network.array("input0")])
    #expect(shared == first, "two threads give other bits than one")
  }

  private func values(_ array: NPYFile) -> [Double] {
    array.elementType == .int8 ? array.elements(as: Int8.self).map(Double.init) : array.floats.map(Double.init)
  }

  private func distance(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(left.count == right.count ? 0 : .infinity) { max($0, abs($1.0 - $1.1)) }
  }
}
