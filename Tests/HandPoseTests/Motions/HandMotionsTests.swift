import Foundation
import HandPose
import HandTracking
import Testing

/// What is said about windows, with a model that takes every movement of a size for its only motion.
@Suite struct HandMotionsTests {
  /// A model whose score is the same for every window that moves enough.
  private static func model(score: Float = 1, windows: [Double] = [0.4, 0.6], extent: Float = 0.6) -> MotionModel {
    let count = MotionFeatures.count
    let network = MotionNetwork(
      seed: 1, means: [Float](repeating: 0, count: count), scales: [Float](repeating: 1, count: count),
      weights: [[Float](repeating: 0, count: RandomLayer.count) + [score]])
    let curve = [(0.5, Float(0.9)), (2, 0.5)].map {
      MotionModel.AlarmPoint(falseAlarmsPerMinute: $0.0, score: $0.1, recall: 1)
    }
    return MotionModel(
      motions: [.init(name: "move", handCount: 1, durations: 0.4...0.6, extent: 1)],
      oneHand: .init(motions: [0], network: network, curve: curve, windows: windows, leastExtent: extent),
      twoHands: nil)
  }

  /// A hand with its palm at a place, of which only the palm counts here.
  static func hand(x: Float, y: Float = 0.5, palm: Float = 0.1, track: Int? = 1) -> DetectedHand {
    let landmarks = (0..<21).map { index -> NormalizedLandmark in
      let (finger, joint) = (Float((index + 3) / 4), Float((index + 3) % 4))
      return index == 0
        ? NormalizedLandmark(x: x, y: y + palm / 2, z: 0)
        : NormalizedLandmark(x: x + palm * (finger - 3) * 0.2, y: y - palm * (0.5 + 0.3 * joint), z: 0)
    }
    return DetectedHand(
      side: .right, landmarks: landmarks, track: track.map { HandTrack(id: $0, age: 1, isFollowed: true) })
  }

  /// The events of a hand that rests, moves for a quarter of a second, and rests.
  private static func events(
    _ motions: inout HandMotions, step: Int = 33, moves: ClosedRange<Int> = 1000...1250, until end: Int = 2500,
    track: Int? = 1, leftOut: (Int) -> Bool = { _ in false }
  ) -> [MotionEvent] {
    stride(from: 0, through: end, by: step).filter { !leftOut($0) }.flatMap { time in
      let share = Float(min(max(time - moves.lowerBound, 0), moves.upperBound - moves.lowerBound))
      let x = 0.3 + 0.4 * share / Float(moves.upperBound - moves.lowerBound)
      return motions.update([hand(x: x, track: track)], aspectRatio: 1, at: time)
    }
  }

  @Test(arguments: [10, 15, 30, 60], [true, false])
  func `a movement is said once, soon after its best window, at any frame rate and with frames left out`(
    rate: Int, drops: Bool
  ) throws {
    var motions = try HandMotions(model: Self.model())
    let events = Self.events(&motions, step: 1000 / rate) { time in drops && (time / (1000 / rate)) % 5 == 3 }
    #expect(events.map(\.kind) == [.began, .recognized, .ended])
    let said = try #require(events.first { $0.kind == .recognized })
    #expect(said.name == "move" && said.hands == [1] && said.score == 1)
    #expect(said.interval.overlaps(1000...1250))
    #expect(said.timestampInMilliseconds - said.interval.upperBound <= 300)
  }

  @Test func `a hand that rests, and one that moves too little, show nothing`() throws {
    var motions = try HandMotions(model: Self.model())
    #expect(Self.events(&motions, moves: 3000...3001).isEmpty)
    var large = try HandMotions(model: Self.model(extent: 100))
    #expect(Self.events(&large).isEmpty)
  }

  @Test func `how many false alarms are accepted decides from which score on a motion counts`() throws {
    let model = Self.model(score: 0.7)
    for (rate, counts) in [(0.5, false), (1, false), (2, true), (8, true)] {
      var motions = try HandMotions(model: model, options: MotionOptions(falseAlarmsPerMinute: rate))
      #expect(Self.events(&motions).contains { $0.kind == .recognized } == counts, "\(rate) a minute")
    }
    for rate in [0, -1, 61, Double.nan] {
      #expect(throws: HandPoseError.self) {
        try HandMotions(model: model, options: MotionOptions(falseAlarmsPerMinute: rate))
      }
    }
  }

  @Test func `hands without identities are followed by their places`() throws {
    var motions = try HandMotions(model: Self.model())
    #expect(Self.events(&motions, track: nil).map(\.kind) == [.began, .recognized, .ended])
  }

  @Test func `two hands at once have events of their own`() throws {
    var motions = try HandMotions(model: Self.model())
    var events: [MotionEvent] = []
    for time in stride(from: 0, through: 2500, by: 33) {
      let share = Float(min(max(time - 1000, 0), 250)) / 250
      events += motions.update(
        [Self.hand(x: 0.2, y: 0.2 + 0.4 * share, track: 7), Self.hand(x: 0.8, y: 0.6 - 0.4 * share, track: 9)],
        aspectRatio: 1, at: time)
    }
    #expect(events.filter { $0.kind == .recognized }.map(\.hands) == [[7], [9]])
  }

  @Test func `what is held is said at the end of the video`() throws {
    var motions = try HandMotions(model: Self.model())
    let events = Self.events(&motions, until: 1270)
    #expect(!events.contains { $0.kind == .recognized } && events.contains { $0.kind == .began })
    #expect(motions.finish().map(\.kind) == [.recognized, .ended])
    #expect(motions.finish().isEmpty)
  }

  @Test func `the same track gives the same events again, and a time that goes back starts anew`() throws {
    var motions = try HandMotions(model: Self.model())
    let first = Self.events(&motions)
    #expect(Self.events(&motions) == first)
  }

  @Test func `hands of any numbers and times are survived`() throws {
    var motions = try HandMotions(model: Self.model())
    let odd = DetectedHand(side: .left, landmarks: [])
    let infinite = Self.hand(x: .infinity)
    for time in [Int.min, Int.max, 0, -1, Int.max] {
      _ = motions.update([odd, infinite, Self.hand(x: .nan), Self.hand(x: 0.5, palm: 0)], aspectRatio: 1, at: time)
      _ = motions.update(Array(repeating: Self.hand(x: 0.5), count: 40), aspectRatio: .nan, at: time)
    }
    #expect(motions.finish().isEmpty)
  }
}

/// Files of models.
@Suite struct MotionModelFileTests {
  private static func model() -> MotionModel {
    let count = MotionFeatures.count
    func part(_ hands: Int, _ motions: [Int]) -> MotionModel.Part {
      let network = MotionNetwork(
        seed: 3, means: [Float](repeating: 0.5, count: count), scales: [Float](repeating: 2, count: count),
        weights: motions.map { place in (0...RandomLayer.count).map { Float($0 + place) / 1000 } })
      return .init(
        motions: motions, network: network, curve: [.init(falseAlarmsPerMinute: 1, score: 0.25, recall: 0.75)],
        windows: [0.5, 1], leastExtent: 0.25)
    }
    return MotionModel(
      motions: [
        .init(name: "swipe", handCount: 1, durations: 0.5...0.75, extent: 1.5),
        .init(name: "überall 👋", handCount: 2, durations: 1...2, extent: 1),
      ], oneHand: part(1, [0]), twoHands: part(2, [1]))
  }

  @Test func `a model is read as it was written, also from JSON`() throws {
    let model = Self.model()
    let read = try MotionModel(data: model.data)
    #expect(read == model && read.data == model.data)
    #expect(read.motions.map(\.name) == ["swipe", "überall 👋"] && read.motions[0].durations == 0.5...0.75)
    #expect(read.curve == model.curve && read.curve[0].score == 0.25)
    let json = try JSONEncoder().encode([model])
    #expect(try JSONDecoder().decode([MotionModel].self, from: json) == [model])
    #expect(model.data.count < 300_000)
  }

  @Test func `a file that is cut short, longer or changed anywhere is refused with a reason`() throws {
    let data = Self.model().data
    for count in [0, 7, 8, 15, 16, 17, 40, 100, data.count - 1] {
      #expect(throws: MotionModelError.self) { try MotionModel(data: data.prefix(count)) }
    }
    #expect(throws: MotionModelError.self) { try MotionModel(data: data + [0]) }
    for place in stride(from: 0, to: data.count, by: 97) {
      var changed = data
      changed[place] ^= 0x41
      #expect(throws: MotionModelError.self) { try MotionModel(data: changed) }
    }
    #expect(throws: MotionModelError.otherFile) { try MotionModel(data: Data("{}".utf8)) }
    #expect(throws: MotionModelError.self) { try MotionModel(data: Data(count: MotionModel.byteLimit + 1)) }
    #expect(throws: MotionModelError.self) { try MotionModel(contentsOfFile: "/nowhere/my.motions") }
  }

  @Test func `a model has at most 64 motions, and names of at most 256 bytes`() throws {
    func read(_ names: [String]) throws -> Int {
      let part = try #require(Self.model().oneHand)
      let weights = names.map { _ in [Float](repeating: 0, count: RandomLayer.count + 1) }
      let network = MotionNetwork(
        seed: 3, means: part.network.means, scales: part.network.scales, weights: weights)
      let model = MotionModel(
        motions: names.sorted().map { .init(name: $0, handCount: 1, durations: 0.5...1, extent: 1) },
        oneHand: .init(
          motions: Array(names.indices), network: network, curve: part.curve, windows: part.windows, leastExtent: 0.25),
        twoHands: nil)
      return try MotionModel(data: model.data).motions.count
    }
    let names = (100..<165).map { "\($0)" }
    #expect(try read(Array(names.prefix(MotionModel.motionLimit))) == 64)
    #expect(throws: MotionModelError.damaged(reason: "it claims 65 motions")) { try read(names) }
    #expect(try read([String(repeating: "a", count: 256)]) == 1)
    #expect(throws: MotionModelError.self) { try read([String(repeating: "a", count: 257)]) }
  }

  @Test func `a file with a right checksum and any content is a model or refused`() throws {
    let data = Array(Self.model().data)
    var state: UInt64 = 1
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var refused = 0
    for _ in 0..<400 {
      var changed = data
      for _ in 0..<3 { changed[16 + random(160)] = UInt8(random(256)) }
      if random(4) == 0 { changed.removeLast(random(changed.count - 16)) }
      let checksum = Self.checksum(Array(changed[16...]))
      for byte in 0..<4 { changed[12 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(byte))) }
      do throws(MotionModelError) {
        let model = try MotionModel(data: Data(changed))
        var motions = HandMotions(model: model, thresholds: (0, 0))
        for time in stride(from: 0, through: 2000, by: 100) {
          _ = motions.update(
            [HandMotionsTests.hand(x: Float(time) / 2000), HandMotionsTests.hand(x: 0.9, track: 2)], aspectRatio: 1,
            at: time)
        }
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(refused > 100)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
