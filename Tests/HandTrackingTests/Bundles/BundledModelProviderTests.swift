import Foundation
import HandTracking
import TestSupport
import Testing

@Suite struct BundledModelProviderTests {
  @Test func `without the library Mudra a task needs a model path`() throws {
    let output = try BuiltProgram("WithoutModels").run()
    let code = TaskError.noModel.code.rawValue
    let tasks = ["HandLandmarker", "GestureRecognizer", "HandModel"]
    #expect(output == (["provider: nil"] + tasks.map { "\($0): noModel, code \(code)" }).joined(separator: "\n") + "\n")
    #expect(TaskError.noModel.code == .invalidArgumentError)
  }
}
