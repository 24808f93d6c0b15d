import Foundation
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// The models of the wheel mediapipe==0.10.14, which Tools/dev/reference/make_wheel_outputs.py fetches and runs.
@Suite struct WheelTests {
  /// The folder of the models.
  private static let folder = ProcessInfo.processInfo.environment["MUDRA_MODELS"]
  private static let models: [String] = {
    let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    return files.filter { $0.hasSuffix(".tflite") }.map { String($0.dropLast(7)) }.sorted()
  }()

  @Test(.enabled(if: folder != nil, "MUDRA_MODELS names no folder"))
  func `the wheel's models are there`() { #expect(Self.models.count == 14) }

  @Test(.enabled(if: folder != nil, "MUDRA_MODELS names no folder"), arguments: models)
  func `outputs are within 1e-4 of their range`(_ name: String) throws {
    let folder = try #require(Self.folder)
    func array(_ suffix: String) throws -> NPYFile {
      try NPYFile(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).\(suffix).npy"))
    }
    let model = try Model(Bytes(contentsOfFile: "\(folder)/\(name).tflite"))
    for fusion in [true, false] {
      let found = try Inference(model, options: PlanOptions(fusion: fusion)).run([array("input0")])
      for (index, output) in found.enumerated() {
        let failure = Tolerance.relativeToRange(1e-4)
          .failure(actual: output.floats, expected: try array("output\(index)").floats)
        #expect(failure == nil, "output \(index), \(fusion ? "fused" : "not fused")")
      }
    }
  }
}
