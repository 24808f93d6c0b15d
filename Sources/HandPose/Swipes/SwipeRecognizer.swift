#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Recognizes swipes in consecutive observations of one hand: a value that keeps its state.
///
/// The middle of the palm is followed through the frames. A swipe is a way that ends now, is at least
/// ``SwipeSettings/distance`` palms long as the crow flies, nearly straight, was covered at ``SwipeSettings/speed``,
/// and does not turn as a circle does (``SwipeSettings/turn``); its direction is the nearest of four. A jump between
/// two frames does not count: tracking has locked onto something else. One movement gives one swipe: afterward nothing
/// counts for ``SwipeSettings/pauseInMilliseconds``, in which the hand comes back.
public struct SwipeRecognizer: Sendable, Hashable {
  /// The palm in a frame; lengths in heights of the picture, y upward.
  private struct Palm: Hashable {
    let x: Double
    let y: Double
    let length: Double
    let milliseconds: Int

    func distance(to other: Palm) -> Double { hypot(x - other.x, y - other.y) }
  }

  /// The longest time between two frames in milliseconds, after which a hand may be another one.
  private static let longestGap = 250
  /// No more frames than this are kept, whatever the frame rate.
  private static let frameLimit = 256

  /// What no hand does, in palms per second, nor by how much a hand comes nearer during a swipe.
  private static let (fastest, growth) = (60.0, 2.0)

  private let settings: SwipeSettings
  /// The palm of the last frames, the oldest first.
  private var way: [Palm] = []
  /// When the pause ends.
  private var pauseEnd = Int.min

  /// A recognizer that has seen nothing.
  ///
  /// - Throws: `HandPoseError.invalidSetting`.
  public init(settings: SwipeSettings = SwipeSettings()) throws(HandPoseError) {
    try settings.check()
    self.settings = settings
  }

  /// Processes the hand of the next frame; nil for a frame without one.
  ///
  /// - Parameters:
  ///   - observation: the hand.
  ///   - milliseconds: the frame's time. A time that is not later than the last one starts anew.
  /// - Returns: the swipe that this frame completes, if any.
  public mutating func update(with observation: HandPoseObservation?, at milliseconds: Int) -> Swipe? {
    guard let observation, observation.confidence >= settings.minimumConfidence,
      let palm = Self.palm(of: observation, at: milliseconds)
    else {
      way.removeAll(keepingCapacity: true)
      return nil
    }
    if let last = way.last {
      let (gap, overflow) = milliseconds.subtractingReportingOverflow(last.milliseconds)
      if overflow || gap <= 0 || gap > Self.longestGap {
        way.removeAll(keepingCapacity: true)
        if overflow || gap <= 0 { pauseEnd = Int.min }
      }
    }
    guard milliseconds >= pauseEnd else { return nil }
    way.append(palm)
    if way.count > Self.frameLimit { way.removeFirst() }
    guard let swipe = swipe() else { return nil }
    way.removeAll(keepingCapacity: true)
    pauseEnd = milliseconds.addingReportingOverflow(settings.pauseInMilliseconds).partialValue
    return swipe
  }

  /// The swipe that ends now, from the latest start that suffices.
  private func swipe() -> Swipe? {
    guard let end = way.last else { return nil }
    var length = 0.0
    var next = end
    for (index, start) in way.enumerated().dropLast().reversed() {
      length += start.distance(to: next)
      next = start
      let unit = max(start.length, end.length)
      let distance = start.distance(to: end) / unit
      // Two steps at least: the first says nothing about how the way turns.
      guard distance >= settings.distance, way.count - index > 2 else { continue }
      let seconds = Double(end.milliseconds - start.milliseconds) / 1000
      let speed = distance / seconds
      guard speed >= settings.speed, speed <= Self.fastest, distance * unit >= settings.straightness * length,
        max(start.length / end.length, end.length / start.length) <= Self.growth,
        let turn = turn(from: index, length: length), turn <= settings.turn
      else { return nil }
      let (x, y) = (end.x - start.x, end.y - start.y)
      let direction: Swipe.Direction = abs(x) >= abs(y) ? (x > 0 ? .right : .left) : (y > 0 ? .up : .down)
      return Swipe(direction: direction, distance: distance, speed: speed)
    }
    return nil
  }

  /// How far the way from a place on turns, in radians, as the angle between its first and its last third says; nil for
  /// fewer than three frames, and for one step that is nearly all of the way.
  private func turn(from index: Int, length: Double) -> Double? {
    let last = way.count - 1
    guard last - index >= 2 else { return nil }
    var (first, second) = (index + 1, last - 1)
    while first < last - 1, way[index].distance(to: way[first]) < length / 3 { first += 1 }
    while second > index + 1, way[second].distance(to: way[last]) < length / 3 { second -= 1 }
    for step in index..<last where way[step].distance(to: way[step + 1]) > 0.85 * length { return nil }
    let (x, y) = (way[first].x - way[index].x, way[first].y - way[index].y)
    let (u, v) = (way[last].x - way[second].x, way[last].y - way[second].y)
    // The angle is that between the middles of the two parts.
    let between = length - (hypot(x, y) + hypot(u, v)) / 2
    return between > 0 ? abs(atan2(x * v - y * u, x * u + y * v)) * length / between : nil
  }

  /// The middle between wrist and middle knuckle; nil if one is missing or they are the same point.
  private static func palm(of observation: HandPoseObservation, at milliseconds: Int) -> Palm? {
    guard let wrist = try? observation.recognizedPoint(.wrist),
      let knuckle = try? observation.recognizedPoint(.middleMCP)
    else { return nil }
    let ratio = Double(observation.aspectRatio)
    let (x, y) = (Double(knuckle.x - wrist.x) * ratio, Double(knuckle.y - wrist.y))
    let length = hypot(x, y)
    guard length > 0, length.isFinite else { return nil }
    return Palm(
      x: Double(wrist.x) * ratio + x / 2, y: Double(wrist.y) + y / 2, length: length, milliseconds: milliseconds)
  }
}
