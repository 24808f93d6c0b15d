import Foundation
import GestureTraining
import HandPose
import HandTracking
import TestSupport

extension FuzzTarget {
  /// Models of motions, and the tracks that they are taught with: JSON Lines, which begin with a brace.
  static let motions = FuzzTarget(
    name: "motions", byteLimit: 1 << 15, seeds: { [[UInt8](motionModel.data)] + motionTracks },
    mutation: changedMotions
  ) { bytes in
    if bytes.first == UInt8(ascii: "{") { try learn(bytes) } else { try watch(bytes) }
  }

  /// What is read of a model can be written, and sees any hands.
  private static func watch(_ bytes: [UInt8]) throws {
    let model: MotionModel
    do throws(MotionModelError) {
      model = try MotionModel(data: Data(bytes))
    } catch {
      _ = error.description
      return
    }
    try require(MotionModel(data: model.data) == model, "a model changes as it is written")
    var motions = HandMotions(model: model, thresholds: (0, 0))
    for time in stride(from: 0, through: 3000, by: 100) {
      let hands = [hand(x: Float(time) / 3000, track: 1), hand(x: 0.9, track: 2)]
      for event in motions.update(hands, aspectRatio: 1, at: time) + (time == 3000 ? motions.finish() : []) {
        try require(model.motions.contains { $0.name == event.name }, "\(event.name) is no motion of the model")
      }
    }
  }

  /// Lines are a track or an error, and a track can be an example, a background and a stream.
  private static func learn(_ bytes: [UInt8]) throws {
    try TemporaryFolder.withFile(bytes, as: "track.jsonl") { path in
      do throws(GestureTrainingError) {
        let stream = try MotionStream(linesOfFile: path)
        var trainer = MotionTrainer(limits: .init(time: .seconds(2)))
        try trainer.add(stream.track, label: stream.truth.first?.label ?? "motion")
        trainer.background(stream.track)
        _ = motionModel.decision(for: stream.track)
      } catch {
        _ = error.description
      }
    }
  }

  private static func hand(x: Float, track: Int) -> DetectedHand {
    let landmarks = (0..<21).map { NormalizedLandmark(x: x + Float($0 % 4) * 0.02, y: Float($0) / 40, z: 0) }
    return DetectedHand(side: .right, landmarks: landmarks, track: HandTrack(id: track, age: 1, isFollowed: true))
  }

  /// A model of one motion of one hand and one of two.
  private static let motionModel: MotionModel = {
    func part(_ motion: Int) -> MotionModel.Part {
      let network = MotionNetwork(
        seed: 1, means: [Float](repeating: 0, count: MotionFeatures.count),
        scales: [Float](repeating: 1, count: MotionFeatures.count),
        weights: [[Float](repeating: 0.01, count: RandomLayer.count + 1)])
      return MotionModel.Part(
        motions: [motion], network: network,
        curve: [MotionModel.AlarmPoint(falseAlarmsPerMinute: 1, score: 0.5, recall: 1)], windows: [0.4, 0.8],
        leastExtent: 0.1)
    }
    return MotionModel(
      motions: (1...2).map { .init(name: "\($0)", handCount: $0, durations: 0.4...0.8, extent: 1) },
      oneHand: part(0), twoHands: part(1))
  }()

  private static let motionTracks: [[UInt8]] = [
    (0..<6).map { frame in
      let landmarks = hand(x: Float(frame) / 10, track: 1).landmarks.map { "[\($0.x),\($0.y),0]" }
      return #"{"timestampMs":\#(40 * frame),"width":640,"height":480,"hands":[{"landmarks":["#
        + landmarks.joined(separator: ",") + "]}]}\n"
    }.joined() + #"{"label":"wave","interval":[0,200]}"#
  ].map { Array($0.utf8) }

  /// A model with other numbers, and the checksum that belongs to them; most others are refused for their checksum.
  private static func changedMotions(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    guard bytes.first != UInt8(ascii: "{"), bytes.count > MotionModel.headByteCount + 8 else { return nil }
    var body = Array(bytes[MotionModel.headByteCount...])
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let near = Bool.random(using: &random) ? min(body.count, 200) : body.count
      body[Int.random(in: 0..<near, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    if Int.random(in: 0..<4, using: &random) == 0 { body.removeLast(Int.random(in: 0..<body.count, using: &random)) }
    return MotionModel.file(body)
  }
}
