import HandTracking

// An app that links the tasks but not the library Mudra, and names no model: prints what each task reports. The test
// program itself always links Mudra, so HandTrackingTests runs this one.
func report(_ name: String, _ body: () throws(TaskError) -> Void) {
  do {
    try body()
    print("\(name): opened")
  } catch {
    print("\(name): \(error == .noModel ? "noModel" : "\(error)"), code \(error.code.rawValue)")
  }
}

print("provider: \(BundledModelLookup.provider.map { "\($0)" } ?? "nil")")
report("HandLandmarker") { () throws(TaskError) in _ = try HandLandmarker(options: HandLandmarkerOptions()) }
report("GestureRecognizer") { () throws(TaskError) in _ = try GestureRecognizer(modelPath: "") }
report("HandModel") { () throws(TaskError) in _ = try HandModel() }
