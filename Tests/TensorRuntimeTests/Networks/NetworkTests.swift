import Foundation
import TFLiteFormat
import TensorRuntime
import TestSupport
import Testing

/// Whole networks against LiteRT's outputs, on inputs made by ``NetworkInput``.
@Suite struct NetworkTests {
  /// A network and where it lies.
  struct Network: Sendable, CustomTestStringConvertible {
    let name: String
    /// A bundle of Models, then the entries to open one inside the other; empty for a lite network.
    let path: [String]
    var testDescription: String { name }

    /// The parsed network.
    func model() throws -> Model {
      guard let bundle = path.first else {
        let folder = try #require(NetworkTests.liteFolder)
        return try Model(Bytes(contentsOfFile: "\(folder)/\(name).tflite"))
      }
      var bytes = try Bytes(contentsOfFile: PackageFolders.root.appendingPathComponent("Models/\(bundle)").path)
      for entry in path.dropFirst() { bytes = try Archive(bytes).entry(named: entry) }
      return try Model(bytes)
    }
  }

  private static let small = [
    Network(
      name: "gesture_embedder",
      path: ["gesture_recognizer.task", "hand_gesture_recognizer.task", "gesture_embedder.tflite"]),
    Network(
      name: "canned_gesture_classifier",
      path: ["gesture_recognizer.task", "hand_gesture_recognizer.task", "canned_gesture_classifier.tflite"]),
  ]
  private static let large = [
    Network(name: "hand_detector", path: ["hand_landmarker.task", "hand_detector.tflite"]),
    Network(name: "hand_landmarks_detector", path: ["hand_landmarker.task", "hand_landmarks_detector.tflite"]),
  ]
  private static let lite = ["palm_detection_lite", "hand_landmark_lite"].map { Network(name: $0, path: []) }

  /// The folder of the two lite networks, which the package does not ship.
  static let liteFolder = ProcessInfo.processInfo.environment["MUDRA_LITE_MODELS"]

  /// Vector code is hundreds of times slower without optimisation, so debug builds run the large networks on request.
  private static let runsLarge: Bool = {
    #if DEBUG
      return ProcessInfo.processInfo.environment["MUDRA_LONG_TESTS"] != nil
    #else
      return true
    #endif
  }()

  @Test(arguments: small, KernelProvider.available)
  func `small networks match LiteRT`(_ network: Network, _ provider: KernelProvider) throws {
    #expect(try failures(network, provider) == [])
  }

  @Test(
    .enabled(if: runsLarge, "runs in release builds, or with MUDRA_LONG_TESTS"),
    arguments: large, KernelProvider.available)
  func `large networks match LiteRT`(_ network: Network, _ provider: KernelProvider) throws {
    #expect(try failures(network, provider) == [])
  }

  @Test(
    .enabled(if: runsLarge && liteFolder != nil, "MUDRA_LITE_MODELS names no folder"),
    arguments: lite, KernelProvider.available)
  func `lite networks match LiteRT`(_ network: Network, _ provider: KernelProvider) throws {
    #expect(try failures(network, provider) == [])
  }

  @Test func `the input rule makes the documented values`() {
    let values = NetworkInput.array(shape: [3], tensor: 0).floats
    #expect(values == [2_654_435_761, 1_013_904_226, 3_668_339_987].map { Float($0 >> 16) / 65_536 })
    let picture = NetworkInput.array(shape: [1, 1, 2, 3], tensor: 0).floats
    // The second pixel's first channel: slope |3 − 128|, noise of element 3.
    #expect(picture[3] == Float(125 * 1536 + (2_027_808_452 >> 16)) / 262_144)
  }

  /// What differs by more than 1e-4 of an output's range, with one and two threads, fused and not.
  private func failures(_ network: Network, _ provider: KernelProvider) throws -> [String] {
    let model = try network.model()
    var failures: [String] = []
    for (threads, fusion) in [(1, true), (2, true), (1, false)] {
      var options = PlanOptions()
      options.provider = provider
      options.fusion = fusion
      let inference = try Inference(model, options: options, threads: threads)
      let outputs = try inference.run(NetworkInput.arrays(for: inference.inputs))
      for (index, output) in outputs.enumerated() {
        let expected = try NPYFile(
          contentsOf: OperatorFixture.root.appendingPathComponent("networks/\(network.name).output\(index).npy"))
        if let text = OperatorFixture.difference(output, expected, .relativeToRange(1e-4)) {
          failures.append("output \(index), \(threads) threads, \(fusion ? "fused" : "not fused"): \(text)")
        }
      }
    }
    return failures
  }
}
