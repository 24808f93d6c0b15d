import Mudra
import TFLiteFormat
import TensorRuntime

/// Each network of the bundled models alone.
enum NetworkBenchmarks {
  private static let networks: [(title: String, entries: [String])] = [
    ("palm detector", ["hand_landmarker.task", "hand_detector.tflite"]),
    ("hand landmarks", ["hand_landmarker.task", "hand_landmarks_detector.tflite"]),
    ("gesture embedder", ["hand_gesture_recognizer.task", "gesture_embedder.tflite"]),
    ("gesture classifier", ["hand_gesture_recognizer.task", "canned_gesture_classifier.tflite"]),
  ]

  /// Measures every network × threads × kernels.
  static func run(_ report: inout BenchmarkReport) throws {
    let bundle = try Archive(Bytes(contentsOfFile: BundledModels.gestureRecognizerPath ?? "gesture_recognizer.task"))
    for network in networks {
      let entry = try network.entries.dropLast().reduce(bundle) { try Archive($0.entry(named: $1)) }
      let model = try Model(entry.entry(named: network.entries[network.entries.count - 1]))
      for choice in report.settings.choices {
        let plan = try Plan(model, options: PlanOptions(provider: choice.provider))
        let shapes = plan.inputs.map { $0.shape.map(String.init).joined(separator: "×") }.joined(separator: " ")
        for threads in report.settings.threadCounts {
          let title = "\(network.title), \(shapes) [\(choice.name), \(threads)]"
          guard report.settings.includes(title) else { continue }
          let session = Session(plan, threads: threads)
          fillInputs(of: session)
          let multiplyAdds = plan.steps.reduce(0) { $0 + $1.multiplyAdds }
          report.measure(title, multiplyAdds: multiplyAdds) { session.run() }
        }
      }
    }
  }

  /// Values spread over 0…1: zeros and denormals have times of their own.
  private static func fillInputs(of session: Session) {
    for (index, input) in session.plan.inputs.enumerated() where input.elementType == .float32 {
      session.withInput(index) { memory in
        let values = memory.assumingMemoryBound(to: Float.self)
        for position in values.indices {
          values[position] = Float((UInt32(truncatingIfNeeded: position + 1) &* 2_654_435_761) >> 8) / Float(1 << 24)
        }
      }
    }
  }
}
