import Foundation
import GestureTraining
import HandPose
import HandTracking
import TestSupport
import Testing

/// Motions of a rendered person, seen in a stream of another one: `Tools/dev/motions/render_motions.py --motions
/// swipe_left,swipe_right,grab --examples 3 --persons 1 --minutes 0.5 --rate 12 --small --seed 5`.
@Suite struct MotionTrainerTests {
  private static let folder = PackageFolders.fixtures(of: "GestureTrainingTests").appendingPathComponent("motions").path
  private static let names = ["grab", "swipe_left", "swipe_right"]

  private static func stream(_ name: String) throws -> MotionStream {
    try MotionStream(linesOfFile: "\(folder)/\(name).jsonl")
  }

  private static func trainer(
    examples: Int = 3, backgrounds: Int = 3, reversed: Bool = false, names: [String] = names
  ) throws -> MotionTrainer {
    var trainer = MotionTrainer()
    let all = try names.flatMap { name in
      try (0..<examples).map { (name, try stream("examples/\(name)/\($0)").track) }
    }
    for (name, track) in reversed ? all.reversed() : all { try trainer.add(track, label: name) }
    let order = Array(0..<backgrounds)
    for index in reversed ? order.reversed() : order { trainer.background(try stream("background_\(index)").track) }
    return trainer
  }

  private static func found(_ model: MotionModel, _ stream: MotionStream, leaving step: Int = 0) throws -> (
    hits: Int, others: Int, latest: Int
  ) {
    var motions = try HandMotions(model: model)
    var events: [MotionEvent] = []
    for (index, frame) in stream.track.frames.enumerated() where step == 0 || index % step != 0 {
      events += motions.update(frame)
    }
    events += motions.finish()
    var (used, others, latest) = (Set<Int>(), 0, 0)
    for event in events where event.kind == .recognized {
      let match = stream.truth.indices.first {
        !used.contains($0) && stream.truth[$0].label == event.name
          && stream.truth[$0].interval.overlaps(event.interval)
      }
      if let match { used.insert(match) } else { others += 1 }
      latest = max(latest, event.timestampInMilliseconds - event.interval.upperBound)
    }
    return (used.count, others, latest)
  }

  @Test func `motions taught by three examples are seen in another person's stream, soon, and little else`() throws {
    let trained = try Self.trainer().trained()
    let stream = try Self.stream("streams/0_1")
    #expect(stream.truth.count == 9)
    let found = try Self.found(trained.model, stream)
    #expect(found.hits >= 8 && found.others <= 1 && found.latest <= 300, "\(found)")
    // Every seventh frame is lost.
    let gaps = try Self.found(trained.model, stream, leaving: 7)
    #expect(gaps.hits >= 7 && gaps.others <= 2, "\(gaps)")
    #expect(trained.model.data.count < 300_000)
    #expect(trained.model.motions.map(\.name) == Self.names && trained.model.motions.allSatisfy { $0.handCount == 1 })
  }

  @Test func `what is said depends on no later frame`() throws {
    let model = try Self.trainer().train()
    let frames = try Self.stream("streams/0_1").track.frames
    func events(_ count: Int) throws -> [MotionEvent] {
      var motions = try HandMotions(model: model)
      return frames.prefix(count).flatMap { motions.update($0) }
    }
    let all = try events(frames.count)
    #expect(all.count >= 24)
    for count in stride(from: 7, to: frames.count, by: frames.count / 9) {
      let time = frames[count - 1].timestampInMilliseconds
      #expect(try events(count) == all.filter { $0.timestampInMilliseconds <= time })
    }
  }

  @Test func `the same examples give the same bytes in any order`() throws {
    let first = try Self.trainer().trained()
    let second = try Self.trainer(reversed: true).trained()
    #expect(first.model.data == second.model.data && first.report == second.report && first.card == second.card)
    #expect(try MotionModel(data: first.model.data) == first.model)
  }

  @Test func `too few examples, no background and motions that look alike are said in words`() throws {
    let few = try Self.trainer(examples: 2, backgrounds: 0, names: ["grab"]).trained().report
    #expect(few.notes.contains { $0.contains("“grab” has 2 examples") })
    #expect(few.notes.contains { $0.contains("There is no background") } && few.curve.isEmpty)
    var trainer = try Self.trainer(names: ["swipe_left"])
    for index in 0..<3 { try trainer.add(Self.stream("examples/swipe_left/\(index)").track, label: "again") }
    #expect(try trainer.trained().report.notes.contains { $0.contains("look alike") })
  }

  @Test func `more false alarms mean a lower score and no less recall`() throws {
    let curve = try Self.trainer().trained().report.curve
    #expect(curve.count > 3)
    for (few, many) in zip(curve, curve.dropFirst()) {
      #expect(few.falseAlarmsPerMinute < many.falseAlarmsPerMinute)
      #expect(few.score >= many.score && few.recall <= many.recall)
    }
  }

  @Test func `what cannot be an example is refused`() throws {
    var trainer = MotionTrainer()
    let track = try Self.stream("examples/grab/0").track
    #expect(throws: GestureTrainingError.noMotion(source: "empty")) {
      try trainer.add(MotionTrack(), label: "grab", source: "empty")
    }
    #expect(throws: GestureTrainingError.self) { try trainer.add(track, label: "") }
    #expect(throws: GestureTrainingError.self) { try trainer.add(track, label: "none") }
    #expect(throws: GestureTrainingError.noExamples(pictureCount: 0)) { try trainer.train() }
  }

  /// Two hands that move apart or together, or one of them; back if that is said.
  private static func pair(_ seed: Int, left: Float, right: Float, isReversed: Bool = false) -> MotionTrack {
    var track = MotionTrack()
    let scale = 1 + 0.1 * Float(seed % 3)
    for step in 0..<36 {
      let share = Float(min(max((isReversed ? 35 - step : step) - 8, 0), 18)) / 18
      let way = share * share * (3 - 2 * share) * scale
      let wobble = 0.002 * sin(Float(step * (seed + 2)))
      track.append(
        MotionTrack.Frame(
          timestampInMilliseconds: 33 * step,
          hands: [
            hand(x: 0.35 - left * way + wobble, y: 0.5 + 0.01 * Float(seed)), hand(x: 0.65 + right * way, y: 0.5),
          ], aspectRatio: 1.5))
    }
    return track
  }

  /// The motions that are recognized in a track.
  private static func names(_ model: MotionModel, _ track: MotionTrack, from score: Float) -> [String] {
    var motions = HandMotions(model: model, thresholds: (score, score))
    let events = track.frames.flatMap { motions.update($0) } + motions.finish()
    return events.filter { $0.kind == .recognized }.map(\.name)
  }

  @Test func `a motion of two hands is told from those of one`() throws {
    var trainer = MotionTrainer()
    for seed in 0..<4 {
      try trainer.add(Self.pair(seed, left: 0.2, right: 0.2), label: "zoom")
      try trainer.add(Self.pair(seed, left: 0, right: 0.25), label: "swipe")
      trainer.background(Self.pair(seed, left: 0.03, right: -0.02))
    }
    let model = try trainer.train()
    #expect(model.motions.map(\.handCount) == [1, 2])
    #expect(Self.names(model, Self.pair(7, left: 0.21, right: 0.19), from: 0.5) == ["zoom"])
    #expect(Self.names(model, Self.pair(7, left: 0, right: 0.26), from: 0.5) == ["swipe"])
  }

  @Test func `hands that come together are none that go apart, whichever of them goes further`() throws {
    var trainer = MotionTrainer()
    for seed in 0..<4 {
      let left: Float = seed % 2 == 0 ? 0.23 : 0.17
      try trainer.add(Self.pair(seed, left: left, right: 0.4 - left), label: "zoom")
      trainer.background(Self.pair(seed, left: 0.03, right: -0.02))
    }
    let model = try trainer.train()
    #expect(Self.names(model, Self.pair(7, left: 0.21, right: 0.19), from: 0.3) == ["zoom"])
    #expect(Self.names(model, Self.pair(7, left: 0.21, right: 0.19, isReversed: true), from: 0.3) == [])
  }

  private static func hand(x: Float, y: Float) -> DetectedHand {
    let landmarks = (0..<21).map { index -> NormalizedLandmark in
      let (finger, joint) = (Float((index + 3) / 4), Float((index + 3) % 4))
      return index == 0
        ? NormalizedLandmark(x: x, y: y + 0.06, z: 0)
        : NormalizedLandmark(x: x + (finger - 3) * 0.02, y: y - 0.06 - 0.04 * joint, z: 0)
    }
    return DetectedHand(side: .right, landmarks: landmarks)
  }

  @Test func `lines need times, sizes and landmarks, and nothing else`() throws {
    let point = "[0.5,0.5]"
    let landmarks = "[" + Array(repeating: point, count: 21).joined(separator: ",") + "]"
    let good =
      #"{"timestampMs":5,"width":4,"height":2,"hands":[{"landmarks":\#(landmarks),"handedness":"Left","track":3}]}"#
    let truth = #"{"label":"a","interval":[1,2]}"#
    let event = #"{"schema":"mudra.event/1","event":"lost","timestampMs":7}"#
    let stream = try Self.lines([good, "", truth, event])
    #expect(stream.track.frames.count == 1 && stream.track.frames[0].aspectRatio == 2)
    #expect(stream.track.frames[0].hands[0].track?.id == 3 && stream.track.frames[0].hands[0].side == .left)
    #expect(stream.truth == [.init(label: "a", interval: 1...2)])
    for bad in [
      "{", "[]", good.replacingOccurrences(of: "\"width\":4", with: "\"width\":0"),
      good.replacingOccurrences(of: "5,\"w", with: "null,\"w"), good.replacingOccurrences(of: point + "]", with: "]"),
      #"{"label":"a","interval":[2,1]}"#, #"{"interval":[1,2]}"#, #"{"label":"a","interval":[1,1e300]}"#,
    ] {
      #expect(throws: GestureTrainingError.self, "\(bad.prefix(40))") { try Self.lines([good, bad]) }
    }
  }

  @Test func `a frame by itself is read as a line is`() throws {
    let lines = try String(contentsOfFile: "\(Self.folder)/background_0.jsonl", encoding: .utf8)
    let line = lines.split(separator: "\n")[0]
    let frame = try JSONDecoder().decode(MotionTrack.Frame.self, from: Data(line.utf8))
    #expect(try frame == Self.stream("background_0").track.frames[0])
    for bad in ["{}", line.replacingOccurrences(of: "\"width\":853", with: "\"width\":0")] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(MotionTrack.Frame.self, from: Data(bad.utf8)) }
    }
  }

  private static func lines(_ lines: [String]) throws -> MotionStream {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    return try MotionStream(linesOfFile: path)
  }
}
