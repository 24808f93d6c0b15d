import Foundation
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// The networks of the shipped bundles, divided among threads.
@Suite struct NetworkThreadTests {
  /// Swift's vectors are hundreds of times slower in a debug build.
  private static let isOptimized = !_isDebugAssertConfiguration()

  /// Every model of every bundle, including nested ones, by name.
  private func models() throws -> [(name: String, bytes: Bytes)] {
    var found: [(name: String, bytes: Bytes)] = []
    func collect(_ bytes: Bytes) throws {
      for entry in try Archive(bytes).entries {
        if entry.name.hasSuffix(".task") { try collect(entry.bytes) }
        let isKnown = found.contains { $0.name == entry.name }
        if entry.name.hasSuffix(".tflite"), !isKnown { found.append((entry.name, entry.bytes)) }
      }
    }
    for bundle in ["hand_landmarker.task", "gesture_recognizer.task"] {
      try collect(Bytes(contentsOfFile: PackageFolders.root.appendingPathComponent("Models/\(bundle)").path))
    }
    return found
  }

  @Test(
    .enabled(if: isOptimized, "networks take minutes in a debug build"),
    arguments: KernelProvider.available.filter { $0 != .reference })
  func `the number of threads does not change a bit of a network's outputs`(provider: KernelProvider) throws {
    let models = try models()
    #expect(models.count >= 4)
    for (name, bytes) in models {
      let plan = try Plan(Model(bytes), options: PlanOptions(provider: provider))
      var random = SeededGenerator(seed: 1)
      let inputs = plan.inputs.map { random.floats($0.elementCount) }
      let alone = try Session(plan).results(inputs)
      for threads in [2, 3] {
        #expect(try Session(plan, threads: threads).results(inputs) == alone, "\(name), \(threads) threads")
      }
    }
  }
}
