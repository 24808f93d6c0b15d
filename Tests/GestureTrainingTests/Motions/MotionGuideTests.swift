import Foundation
import GestureTraining
import Mudra
import TestSupport
import Testing

/// The code of the guide "Teaching motions", as it is written there.
@Suite struct MotionGuideTests {
  private static func train() throws {
    var trainer = MotionTrainer()
    for path in ["swipe/1.jsonl", "swipe/2.jsonl", "swipe/3.jsonl"] {
      try trainer.add(MotionStream(linesOfFile: path).track, label: "swipe")
    }
    trainer.background(try MotionStream(linesOfFile: "anything.jsonl").track)
    let trained = try trainer.trained()
    trained.report.notes.forEach { print($0) }
    try trained.write(to: "my.motions")
  }

  private typealias CameraFrames = AsyncStream<VideoFrame>

  private func watch(_ landmarker: HandLandmarker, _ camera: CameraFrames) async throws {
    var motions = try HandMotions(
      model: MotionModel(contentsOfFile: "my.motions"), options: MotionOptions(falseAlarmsPerMinute: 0.5))
    for try await frame in camera {  // an AsyncSequence of VideoFrame, such as HandVideo's CameraFrames
      let result = try await landmarker.detect(frame)
      for event in motions.update(result, imageWidth: Int(frame.image.width), imageHeight: Int(frame.image.height)) {
        switch event.kind {
        case .began: highlight(event.name)
        case .recognized: perform(event.name, amount: event.amount)
        case .ended: removeHighlight()
        }
      }
    }
  }

  private func highlight(_ name: String) {}
  private func removeHighlight() {}
  private func perform(_ name: String, amount: Float) {}

  @Test func `the guide's code is that of this file`() throws {
    let guide = try String(
      contentsOf: PackageFolders.root.appendingPathComponent("Sources/Mudra/Mudra.docc/TeachingMotions.md"),
      encoding: .utf8)
    let lines = Set(
      try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) })
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 2)
    for line in blocks.joined().split(separator: "\n") where !line.hasPrefix("import ") {
      #expect(lines.contains(line.trimmingCharacters(in: .whitespaces)), "not in this file: \(line)")
    }
  }
}
