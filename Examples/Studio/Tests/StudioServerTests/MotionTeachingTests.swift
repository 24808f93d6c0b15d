import Foundation
import GestureTraining
import Mudra
import StudioServer
import Testing

extension StudioServerTests {
  /// Motions of a rendered person, as the tests of `GestureTraining` have them.
  @Suite struct MotionTeachingTests {
    private static let folder = StudioFixture.pictures
      .appendingPathComponent("../../../GestureTrainingTests/Fixtures/motions").standardized

    /// The examples and the background: their names, sources and files.
    private static let takes: [(motion: String?, source: String, file: String)] =
      ["grab", "swipe_left", "swipe_right"].flatMap { (name: String) in
        (0..<3).map { number in (name, "take \(number)", "examples/\(name)/\(number)") }
      } + (0..<2).map { number in (nil, "take \(number)", "background_\(number)") }

    private static func path(_ file: String) -> String { folder.appendingPathComponent("\(file).jsonl").path }

    private static func frames(_ file: String) throws -> [String] {
      try String(contentsOfFile: path(file), encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { $0.contains("\"hands\"") }
    }

    private static func command(_ motion: String?, _ source: String, _ frames: some Collection<String>) -> String {
      let name = motion.map { #""motion":"\#($0)","# } ?? ""
      let list = frames.joined(separator: ",")
      return #"{"type":"teach.add","motions":[{\#(name)"source":"\#(source)","frames":[\#(list)]}]}"#
    }

    /// What a training in a new session makes of all takes, each of which comes in two parts.
    private static func trained(_ address: StudioAddress, reversed: Bool) throws -> (
      model: String, report: [String: Any], last: [String: Any]
    ) {
      let client = try SocketClient(address)
      var last: [String: Any] = [:]
      for take in reversed ? takes.reversed() : takes {
        let frames = try frames(take.file)
        for part in [frames.prefix(frames.count / 2), frames.suffix(frames.count - frames.count / 2)] {
          client.send(text: command(take.motion, take.source, part))
          last = try client.message("teach")
        }
      }
      client.send(text: #"{"type":"teach.train"}"#)
      let trained = try client.message("trained")
      #expect(trained["report"] == nil)
      let motions = try #require(trained["motions"] as? [String: Any])
      // Options take the same text.
      let model = try #require(motions["model"] as? String)
      client.send(text: #"{"type":"options","options":{"motions":"\#(model)"}}"#)
      #expect((try client.message("options")["options"] as? [String: Any])?["motions"] as? String == model)
      client.send(binary: try StudioFixture.still("Victory_right", flags: [], at: 1))
      let result = try #require(try client.message("result")["result"] as? [String: Any])
      #expect((result["motions"] as? [Any])?.isEmpty == true)
      return (model, try #require(motions["report"] as? [String: Any]), last)
    }

    @Test func `motions that a client has taken become the library's, whatever comes first`() async throws {
      try await StudioFixture.withServer { address, _ in
        let (model, report, last) = try Self.trained(address, reversed: false)
        var trainer = MotionTrainer()
        for take in Self.takes {
          let track = try MotionStream(linesOfFile: Self.path(take.file)).track
          if let motion = take.motion { try trainer.add(track, label: motion) } else { trainer.background(track) }
        }
        let expected = try trainer.trained()
        #expect(Data(base64Encoded: model) == expected.model.data)
        #expect(report["backgroundSeconds"] as? Double == expected.report.backgroundSeconds)
        let counts = try #require(last["motions"] as? [[String: Any]])
        #expect(counts.map { $0["count"] as? Int } == [3, 3, 3])
        #expect(try Self.trained(address, reversed: true).model == model)
      }
    }

    @Test func `motions that cannot be are refused, and none of their message is taken`() async throws {
      var limits = StudioLimits()
      (limits.taughtGestures, limits.taughtHands) = (2, 40)
      try await StudioFixture.withServer(limits: limits) { address, _ in
        let client = try SocketClient(address)
        let good = try Self.frames("examples/grab/0")[0]
        let empty = #"{"timestampMs":1,"width":4,"height":3,"hands":[]}"#
        for (list, code) in [
          ([good, good.replacingOccurrences(of: "\"width\":853", with: "\"width\":0")], "message"),
          ([good, good.replacingOccurrences(of: "[[", with: "[[1,2,3,4],[")], "message"), ([good, "{}"], "message"),
          ([good, #"{"timestampMs":1e300,"width":4,"height":3,"hands":[]}"#], "message"),
          (Array(repeating: good, count: 41), "limit"), (Array(repeating: empty, count: 41), "limit"),
        ] {
          client.send(text: Self.command("a", "s", list))
          #expect(try client.message("error")["code"] as? String == code, "\(list[1].prefix(60))")
        }
        client.send(text: Self.command("a", String(repeating: "s", count: 2000), [good]))
        #expect(try client.message("error")["code"] as? String == "teach")
        client.send(text: Self.command("a", "s", [empty, empty]))
        client.send(text: Self.command("b", "s", [empty]))
        for _ in 0..<2 { _ = try client.message("teach") }
        client.send(text: Self.command("c", "s", [good]))
        #expect(try client.message("error")["code"] as? String == "limit")
        // What shows no hand cannot be learned from.
        client.send(text: #"{"type":"teach.train"}"#)
        #expect(try #require(try client.message("error")["message"] as? String).contains("shows no hand"))
        client.send(text: #"{"type":"teach.remove","name":"b"}"#)
        #expect(try #require(try client.message("teach")["motions"] as? [Any]).count == 1)
        // What is forgotten leaves its place to others: of 40 hands, “a” has two.
        client.send(text: Self.command("c", "s", Array(repeating: good, count: 39)))
        #expect(try client.message("error")["code"] as? String == "limit")
        client.send(text: Self.command("c", "s", Array(repeating: good, count: 38)))
        #expect(try #require(try client.message("teach")["motions"] as? [Any]).count == 2)
        client.send(text: #"{"type":"teach.forget"}"#)
        #expect(try #require(try client.message("teach")["motions"] as? [Any]).isEmpty)
        client.send(text: Self.command("c", "s", Array(repeating: good, count: 40)))
        #expect(try #require(try client.message("teach")["motions"] as? [Any]).count == 1)
      }
    }
  }
}
