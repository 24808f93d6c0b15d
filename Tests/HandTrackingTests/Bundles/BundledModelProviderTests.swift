import Foundation
import HandTracking
import TestSupport
import Testing

@Suite struct BundledModelProviderTests {
  @Test func `without the library Mudra a task needs a model path`() async throws {
    let (status, output) = try await BuiltProgram("WithoutModels").run()
    #expect(status == 0)
    let code = TaskError.noModel.code.rawValue
    let tasks = ["HandLandmarker", "GestureRecognizer", "HandModel"]
    #expect(output == (["provider: nil"] + tasks.map { "\($0): noModel, code \(code)" }).joined(separator: "\n") + "\n")
    #expect(TaskError.noModel.code == .invalidArgumentError)
  }
}
