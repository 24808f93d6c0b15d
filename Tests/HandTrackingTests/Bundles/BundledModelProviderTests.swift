import HandTracking
import Testing

@Suite struct BundledModelProviderTests {
  @Test func `without the library Mudra a task needs a model path`() {
    guard BundledModelLookup.provider == nil else { return }
    #expect(throws: TaskError.noModel) { try HandLandmarker(options: HandLandmarkerOptions()) }
    #expect(throws: TaskError.noModel) { try GestureRecognizer(modelPath: "") }
    #expect(TaskError.noModel.code == .invalidArgumentError)
  }
}
