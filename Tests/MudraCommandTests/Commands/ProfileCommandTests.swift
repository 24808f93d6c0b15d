import Foundation
import TestSupport
import Testing

@Suite struct ProfileCommandTests {
  @Test func `the JSON has the whole network's times before its operators`() async throws {
    let run = try await CommandRun.mudra(
      ["profile", TestFiles.model("graph", "conv_relu"), "--runs", "4", "--threads", "2", "--json"])
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    let keys = CommandRun.keys(run.output)
    #expect(Array(keys.drop { $0 != "medianMs" }.prefix(4)) == ["medianMs", "p95Ms", "minMs", "operators"])
    let object = try run.object()
    #expect(object["runs"] as? Int == 4)
    #expect(object["threads"] as? Int == 2)
    let median = try #require(object["medianMs"] as? Double)
    let minimum = try #require(object["minMs"] as? Double)
    let p95 = try #require(object["p95Ms"] as? Double)
    #expect(minimum > 0)
    #expect([minimum, median, p95] == [minimum, median, p95].sorted())
    let operators = try #require(object["operators"] as? [[String: Any]])
    #expect(operators.first?["name"] as? String == "CONV_2D")
    #expect(operators.allSatisfy { $0["provider"] is String && $0["medianMs"] is Double })
    let shares = operators.compactMap { $0["share"] as? Double }
    #expect(abs(shares.reduce(0, +) - 1) < 1e-6)
  }

  @Test func `a bundle has a line for each network, on the provider asked for`() async throws {
    let run = try await CommandRun.mudra(
      ["profile", TestFiles.shipped("gesture_recognizer.task"), "--runs", "1", "--json"])
    #expect(run.status == 0)
    let networks = try run.lines.map { try CommandRun.object($0)["network"] as? String }
    #expect(
      networks == [
        "hand_landmarker.task/hand_detector.tflite", "hand_landmarker.task/hand_landmarks_detector.tflite",
        "hand_gesture_recognizer.task/gesture_embedder.tflite",
        "hand_gesture_recognizer.task/canned_gesture_classifier.tflite",
      ])
    let reference = try await CommandRun.mudra(
      ["profile", TestFiles.model("graph", "conv_relu"), "--runs", "1", "--kernels", "reference", "--json"])
    let operators = try #require(try reference.object()["operators"] as? [[String: Any]])
    #expect(operators.allSatisfy { $0["provider"] as? String == "reference" })
  }

  @Test func `fast steps are named`() async throws {
    let model = TestFiles.shipped("hand_landmarker.task")
    let run = try await CommandRun.mudra(
      ["profile", model, "--runs", "1", "--json", "--precision", "fast", "--kernels", "machineCode"])
    #expect(run.status == 0)
    for line in run.lines {
      let network = try CommandRun.object(line)
      #expect(network["precision"] as? String == "fast")
      let operators = try #require(network["operators"] as? [[String: Any]])
      #expect(operators.contains { $0["precision"] as? String == "exact" })
      #if arch(x86_64)
        #expect(operators.contains { $0["precision"] as? String == "fast" })
      #endif
    }
    let refused = try await CommandRun.mudra(["profile", model, "--precision", "half"])
    #expect(refused.status == 64)
  }

  @Test func `the text names operators and their kernels`() async throws {
    let run = try await CommandRun.mudra(["profile", TestFiles.model("graph", "conv_relu"), "--runs", "2"])
    #expect(run.status == 0)
    #expect(run.lines.count >= 4)
    #expect(run.output.contains("CONV_2D"))
    #expect(run.output.contains("median "))
  }

  @Test func `the trace has the steps of a run one after the other`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("trace.json")
    let run = try await CommandRun.mudra(
      ["profile", TestFiles.model("graph", "conv_relu"), "--runs", "2", "--trace", path])
    #expect(run.status == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let events = try #require(try CommandRun.object(text)["traceEvents"] as? [[String: Any]])
    let steps = events.filter { $0["ph"] as? String == "X" }
    #expect(steps.first?["name"] as? String == "CONV_2D")
    var end = 0.0
    for step in steps {
      #expect(abs(try #require(step["ts"] as? Double) - end) < 0.01)
      end += try #require(step["dur"] as? Double)
    }
  }

  @Test func `runs out of range are wrong use`() async throws {
    let run = try await CommandRun.mudra(["profile", TestFiles.model("graph", "conv_relu"), "--runs", "0"])
    #expect(run.status == 64)
    #expect(run.errorLines == ["mudra: --runs is 0, expected a number from 1 to 100000"])
  }
}
