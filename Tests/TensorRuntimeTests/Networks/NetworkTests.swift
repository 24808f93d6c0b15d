import Foundation
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Whole networks against LiteRT's outputs, on inputs made by ``NetworkInput``.
@Suite struct NetworkTests {
  /// A network and its location.
  struct Network: Sendable, CustomTestStringConvertible {
    let name: String
    /// A bundle of Models, then the entries to open one inside the other; empty for a lite network.
    let path: [String]
    /// How close the emitted kernels must be to each output of LiteRT's XNNPACK; nil for the same bits. Only the
    /// logistic function and the softmax may differ, in their last bits. Empty if there are no results of XNNPACK.
    let emitted: [Tolerance?]
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

  static let small = [
    Network(
      name: "gesture_embedder",
      path: ["gesture_recognizer.task", "hand_gesture_recognizer.task", "gesture_embedder.tflite"],
      // After 15 logistic functions, each of which may differ in its last bit.
      emitted: [.relativeToRange(2e-7)]),
    Network(
      name: "canned_gesture_classifier",
      path: ["gesture_recognizer.task", "hand_gesture_recognizer.task", "canned_gesture_classifier.tflite"],
      // After a softmax.
      emitted: [.ulps(1)]),
  ]
  static let large = [
    Network(name: "hand_detector", path: ["hand_landmarker.task", "hand_detector.tflite"], emitted: [nil, nil]),
    Network(
      name: "hand_landmarks_detector", path: ["hand_landmarker.task", "hand_landmarks_detector.tflite"],
      // Presence and handedness are results of the logistic function.
      emitted: [nil, .ulps(1), .ulps(1), nil]),
  ]
  private static let lite = ["palm_detection_lite", "hand_landmark_lite"].map {
    Network(name: $0, path: [], emitted: [])
  }
  /// The default and each provider.
  private static let providers: [KernelProvider?] = [nil] + KernelProvider.available

  /// The folder of the two lite networks, which the package does not ship.
  static let liteFolder = ProcessInfo.processInfo.environment["MUDRA_LITE_MODELS"]

  /// Vector code is hundreds of times slower without optimization, so debug builds run the large networks on request.
  private static let runsLarge: Bool = {
    #if DEBUG
      return ProcessInfo.processInfo.environment["MUDRA_LONG_TESTS"] != nil
    #else
      return true
    #endif
  }()

  @Test(arguments: small, providers)
  func `small networks match LiteRT`(_ network: Network, _ provider: KernelProvider?) throws {
    let failures = try failures(network, provider)
    #expect(failures == [])
  }

  @Test(
    .enabled(if: runsLarge, "runs in release builds, or with MUDRA_LONG_TESTS"),
    arguments: large, providers)
  func `large networks match LiteRT`(_ network: Network, _ provider: KernelProvider?) throws {
    let failures = try failures(network, provider)
    #expect(failures == [])
  }

  @Test(
    .enabled(if: runsLarge && liteFolder != nil, "MUDRA_LITE_MODELS names no folder"),
    arguments: lite, providers)
  func `lite networks match LiteRT`(_ network: Network, _ provider: KernelProvider?) throws {
    let failures = try failures(network, provider)
    #expect(failures == [])
  }

  @Test func `the input rule makes the documented values`() {
    let values = NetworkInput.array(shape: [3], tensor: 0).floats
    let states: [UInt32] = [2_654_435_761, 1_013_904_226, 3_668_339_987]
    #expect(values == states.map { state -> Float in Float(state >> 16) / 65_536 })
    let picture = NetworkInput.array(shape: [1, 1, 2, 3], tensor: 0).floats
    // The second pixel's first channel: slope |3 − 128|, noise of element 3.
    let sum: Int = 125 * 1536 + (2_027_808_452 >> 16)
    #expect(picture[3] == Float(sum) / 262_144)
  }

  /// What differs, with one and two threads, fused and not: from XNNPACK's results if kernels are emitted, and from the
  /// reference kernels' by more than 2e-5 of an output's range.
  private func failures(_ network: Network, _ provider: KernelProvider?) throws -> [String] {
    let model = try network.model()
    let emits = KernelProvider.available.contains(.machineCode) && (provider == nil || provider == .machineCode)
    var failures: [String] = []
    for (threads, fusion) in [(1, true), (2, true), (1, false)] {
      var options = PlanOptions()
      options.provider = provider
      options.fusion = fusion
      let inference = try Inference(model, options: options, threads: threads)
      let outputs = try inference.run(NetworkInput.arrays(for: inference.inputs))
      #expect(network.emitted.isEmpty || outputs.count == network.emitted.count)
      for (index, output) in outputs.enumerated() {
        let reference = try answer("output", index, of: network)
        var difference = OperatorFixture.difference(output, reference, .relativeToRange(2e-5))
        if emits, !network.emitted.isEmpty, difference == nil {
          let expected = try answer("xnnpack", index, of: network)
          if let tolerance = network.emitted[index] {
            difference = OperatorFixture.difference(output, expected, tolerance)
          } else if output.bytes != expected.bytes {
            difference = OperatorFixture.difference(output, expected, .exact) ?? "zeros of another sign"
          }
        }
        if let difference {
          failures.append("output \(index), \(threads) threads, \(fusion ? "fused" : "not fused"): \(difference)")
        }
      }
    }
    return failures
  }

  private func answer(_ kind: String, _ index: Int, of network: Network) throws -> NPYFile {
    try NPYFile(
      contentsOf: OperatorFixture.root.appendingPathComponent("networks/\(network.name).\(kind)\(index).npy"))
  }
}
