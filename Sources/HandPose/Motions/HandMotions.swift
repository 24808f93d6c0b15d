import HandTracking

/// Sees the motions of a model in a video, result by result: a value that keeps its state.
///
/// ```swift
/// var motions = try HandMotions(model: MotionModel(contentsOfFile: "my.motions"))
/// for event in motions.update(result, imageWidth: width, imageHeight: height) where event.kind == .recognized {
///   print(event.name, event.score, event.interval)
/// }
/// ```
///
/// Windows of several lengths end at each frame; the best one is held until nothing better has come for a tenth of a
/// second, and then said. Nothing is looked at again, so a recording gives the same events. Time counts, not frames.
public struct HandMotions: Sendable {
  /// A window is looked at not more often than this, in seconds.
  private static let step = 0.055
  /// A movement that is smaller than the examples by more than this is not the motion.
  private static let leastAmount: Float = 0.45
  /// The latest time in milliseconds; later ones count as this.
  private static let latest = Int(clamping: Int64(1) << 50)

  /// The model.
  public let model: MotionModel
  /// The options.
  public let options: MotionOptions
  /// By the number of hands that are seen, less one: each has its share of the false alarms, and so has a pair.
  private let thresholds: [(one: Float, two: Float)]
  private var hands = MotionHands()
  private var decisions = [MotionDecision](repeating: MotionDecision(), count: MotionHands.limit)
  private var generations = [Int](repeating: 0, count: MotionHands.limit)
  /// The times at which windows were last looked at.
  private var looks = [Double](repeating: -.infinity, count: MotionHands.limit)
  private var pairDecision = MotionDecision()
  private var pairLook = -Double.infinity
  private var pair = (first: -1, second: -1)
  private var pairIDs = (first: 0, second: 0)
  private var features = MotionFeatures()
  private var input = [Float](repeating: 0, count: MotionFeatures.count)
  private var scores: [Float]
  private var lastTime = -Double.infinity
  /// What counts in this frame.
  private var threshold: (one: Float, two: Float) = (0, 0)

  /// Sees nothing yet.
  ///
  /// - Throws: `HandPoseError.invalidSetting` for options out of range.
  public init(model: MotionModel, options: MotionOptions = MotionOptions()) throws(HandPoseError) {
    try options.check()
    self.init(
      model: model, options: options,
      thresholds: (1...MotionHands.limit).map { count in
        let shares = count > 1 && model.twoHands != nil ? count + 1 : count
        let rate = options.falseAlarmsPerMinute / Double(shares)
        return (
          model.oneHand?.threshold(falseAlarmsPerMinute: rate) ?? .infinity,
          model.twoHands?.threshold(falseAlarmsPerMinute: rate) ?? .infinity
        )
      })
  }

  /// Sees motions from given scores on.
  package init(model: MotionModel, thresholds: (one: Float, two: Float)) {
    let all = [(one: Float, two: Float)](repeating: thresholds, count: MotionHands.limit)
    self.init(model: model, options: MotionOptions(), thresholds: all)
  }

  private init(model: MotionModel, options: MotionOptions, thresholds: [(one: Float, two: Float)]) {
    self.model = model
    self.options = options
    self.thresholds = thresholds
    let count = max(model.oneHand?.motions.count ?? 0, model.twoHands?.motions.count ?? 0)
    scores = [Float](repeating: 0, count: count)
  }

  /// The events of the next result.
  ///
  /// - Parameters:
  ///   - result: a result of a frame of a video.
  ///   - width: the width of the picture in pixels.
  ///   - height: its height.
  public mutating func update(
    _ result: some HandResult, imageWidth width: Int, imageHeight height: Int
  ) -> [MotionEvent] {
    update(
      result.hands, aspectRatio: height > 0 ? Float(width) / Float(height) : 1, at: result.timestampInMilliseconds)
  }

  /// The events of the next frame of a track.
  public mutating func update(_ frame: MotionTrack.Frame) -> [MotionEvent] {
    update(frame.hands, aspectRatio: frame.aspectRatio, at: frame.timestampInMilliseconds)
  }

  /// The events of the next hands; empty for most frames.
  ///
  /// - Parameters:
  ///   - found: the hands, with or without world landmarks and tracks.
  ///   - aspectRatio: the picture's width over its height.
  ///   - milliseconds: the time of the frame. One that is not later than the last one starts anew.
  public mutating func update(
    _ found: [DetectedHand], aspectRatio: Float, at milliseconds: Int
  ) -> [MotionEvent] {
    let time = Double(min(max(milliseconds, -Self.latest), Self.latest)) / 1000
    var events: [MotionEvent] = []
    if time <= lastTime { restart() }
    lastTime = time
    hands.update(found, aspectRatio: aspectRatio, at: time)
    threshold = thresholds[max(hands.hands.count { $0.isSeen }, 1) - 1]
    if let part = model.twoHands { updatePair(part, time, &events) }
    if let part = model.oneHand {
      for index in hands.hands.indices { updateHand(index, part, time, &events) }
    }
    return events
  }

  /// The end of the video: what is held is said.
  public mutating func finish() -> [MotionEvent] {
    var events: [MotionEvent] = []
    let time = lastTime
    if let part = model.twoHands, let window = pairDecision.finish() {
      sayRecognized(window, part, [pairIDs.first, pairIDs.second], time, &events)
    }
    if let part = model.oneHand {
      for index in decisions.indices {
        guard let window = decisions[index].finish() else { continue }
        sayRecognized(window, part, [hands.hands[index].id], time, &events)
      }
    }
    restart()
    return events
  }

  private mutating func restart() {
    hands.removeAll()
    for index in decisions.indices {
      decisions[index].reset()
      looks[index] = -.infinity
    }
    pairDecision.reset()
    pairLook = -.infinity
    lastTime = -.infinity
  }

  // MARK: One hand

  private mutating func updateHand(
    _ index: Int, _ part: MotionModel.Part, _ time: Double, _ events: inout [MotionEvent]
  ) {
    if generations[index] != hands.hands[index].generation {
      generations[index] = hands.hands[index].generation
      // A hand that was lost cannot show anything better.
      if let window = decisions[index].finish() {
        sayRecognized(window, part, [hands.hands[index].id], time, &events)
      }
      decisions[index].reset()
      looks[index] = -.infinity
    }
    var window: MotionDecision.Window?
    if hands.hands[index].isSeen, time - looks[index] >= Self.step {
      looks[index] = time
      window = bestWindow(of: index, part, time)
    }
    let answer = decisions[index].step(window, at: time)
    guard answer.began != nil || answer.recognized != nil else { return }
    say(answer, part, [hands.hands[index].id], time, &events)
  }

  private mutating func bestWindow(of index: Int, _ part: MotionModel.Part, _ time: Double) -> MotionDecision.Window? {
    guard let first = hands.hands[index].history.start else { return nil }
    var best: MotionDecision.Window?
    for duration in part.windows {
      let start = time - duration
      // A hand that comes into the picture in motion has not been there for all of it.
      guard first <= start + 0.2 * duration else { break }
      guard decisions[index].isFree(start: start, duration: duration) else { break }
      hands.hands[index].history.resample(from: start, to: time, into: &features.points)
      features.updateOneHand(duration: duration)
      consider(part, start: start, end: time, threshold: threshold.one, &best)
    }
    return best
  }

  /// Replaces `best` by the window of ``features`` if that is better.
  private mutating func consider(
    _ part: MotionModel.Part, start: Double, end: Double, threshold: Float, _ best: inout MotionDecision.Window?
  ) {
    guard features.extent >= part.leastExtent else { return }
    MotionNetwork.normalize(features.values, means: part.network.means, scales: part.network.scales, into: &input)
    part.network.score(input, into: &scores)
    var top = 0
    for motion in 1..<max(part.motions.count, 1) where scores[motion] > scores[top] { top = motion }
    let motion = model.motions[part.motions[top]]
    guard scores[top] >= threshold, scores[top] > best?.score ?? -.infinity,
      features.extent >= Self.leastAmount * motion.extent,
      MotionModel.Part.isPossible(end - start, motion.durations)
    else { return }
    best = MotionDecision.Window(motion: top, score: scores[top], start: start, end: end, extent: features.extent)
  }

  // MARK: Two hands

  private mutating func updatePair(_ part: MotionModel.Part, _ time: Double, _ events: inout [MotionEvent]) {
    var (first, second) = (-1, -1)
    for index in hands.hands.indices where hands.hands[index].isSeen {
      if first < 0 { first = index } else if second < 0 { second = index }
    }
    var window: MotionDecision.Window?
    if second >= 0 {
      if pair != (first, second) { pairDecision.block(until: -.infinity) }
      pair = (first, second)
      pairIDs = (hands.hands[first].id, hands.hands[second].id)
      if time - pairLook >= Self.step {
        pairLook = time
        window = bestPairWindow(part, time)
      }
    }
    let answer = pairDecision.step(window, at: time)
    // What two hands do together, neither does alone.
    if let shared = answer.recognized ?? pairDecision.current, pair.second >= 0 {
      release(pair.first, until: shared.end, time, &events)
      release(pair.second, until: shared.end, time, &events)
    }
    guard answer.began != nil || answer.recognized != nil else { return }
    say(answer, part, [pairIDs.first, pairIDs.second], time, &events)
  }

  /// Ends what a hand seemed to do alone.
  private mutating func release(_ index: Int, until end: Double, _ time: Double, _ events: inout [MotionEvent]) {
    if let old = decisions[index].current, let one = model.oneHand {
      say(.ended, old, one, [hands.hands[index].id], time, &events)
    }
    decisions[index].block(until: end)
  }

  private mutating func bestPairWindow(_ part: MotionModel.Part, _ time: Double) -> MotionDecision.Window? {
    guard let one = hands.hands[pair.first].history.start, let other = hands.hands[pair.second].history.start else {
      return nil
    }
    var best: MotionDecision.Window?
    for duration in part.windows {
      let start = time - duration
      guard max(one, other) <= start + 0.2 * duration else { break }
      guard pairDecision.isFree(start: start, duration: duration) else { break }
      hands.hands[pair.first].history.resample(from: start, to: time, into: &features.points)
      hands.hands[pair.second].history.resample(from: start, to: time, into: &features.otherPoints)
      features.orderHands()
      features.updateTwoHands(duration: duration)
      consider(part, start: start, end: time, threshold: threshold.two, &best)
    }
    return best
  }

  // MARK: Events

  private func say(
    _ answer: MotionDecision.Answer, _ part: MotionModel.Part, _ ids: [Int], _ time: Double,
    _ events: inout [MotionEvent]
  ) {
    if let window = answer.abandoned { say(.ended, window, part, ids, time, &events) }
    if let window = answer.began { say(.began, window, part, ids, time, &events) }
    if let window = answer.recognized { sayRecognized(window, part, ids, time, &events) }
  }

  /// What is recognized has ended.
  private func sayRecognized(
    _ window: MotionDecision.Window, _ part: MotionModel.Part, _ ids: [Int], _ time: Double,
    _ events: inout [MotionEvent]
  ) {
    for kind in [MotionEvent.Kind.recognized, .ended] { say(kind, window, part, ids, time, &events) }
  }

  private func say(
    _ kind: MotionEvent.Kind, _ window: MotionDecision.Window, _ part: MotionModel.Part, _ ids: [Int],
    _ time: Double, _ events: inout [MotionEvent]
  ) {
    let motion = model.motions[part.motions[window.motion]]
    let (start, end) = (Int((window.start * 1000).rounded()), Int((window.end * 1000).rounded()))
    events.append(
      MotionEvent(
        kind: kind, name: motion.name, hands: ids, score: window.score, interval: start...max(start, end),
        amount: window.extent / motion.extent, timestampInMilliseconds: Int((time * 1000).rounded())))
  }
}
