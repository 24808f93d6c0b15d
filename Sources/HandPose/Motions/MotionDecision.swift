/// Decides over time: holds the best window until nothing better has come for a while, and says it then.
package struct MotionDecision: Sendable {
  /// A window that looks like a motion.
  package struct Window: Sendable, Hashable {
    /// The place of the motion in the network.
    package var motion: Int
    package var score: Float
    package var start: Double
    package var end: Double
    package var extent: Float
  }

  /// What a step says.
  package struct Answer: Sendable {
    /// What began before and is something else now.
    package var abandoned: Window?
    package var began: Window?
    package var recognized: Window?
  }

  /// How long the best window is held, in seconds.
  package static let hold = 0.1
  /// How much better another window must be to take its place.
  static let gain: Float = 0.1
  /// The share of a window that may be of a motion that was said before.
  static let overlap = 0.25

  private var held: Window?
  /// Windows must begin after this.
  private var freeFrom = -Double.infinity
  /// What was said last. A movement that goes on is not said again.
  private var last: Window?
  /// How long a motion must have been over before it can begin again, in seconds.
  private static let pause = 0.15

  package init() {}

  /// From when on windows count, for one of a length.
  package func isFree(start: Double, duration: Double) -> Bool { start >= freeFrom - Self.overlap * duration }

  /// The next moment.
  ///
  /// - Parameters:
  ///   - window: the best free window that ends now, if it counts.
  ///   - time: the time in seconds.
  package mutating func step(_ window: Window?, at time: Double) -> Answer {
    var answer = Answer()
    if let window, last?.motion != window.motion || window.start >= (last?.end ?? 0) + Self.pause {
      if let old = held {
        // What is hardly better is no reason to wait longer.
        if window.score > old.score + Self.gain {
          if window.motion != old.motion { (answer.abandoned, answer.began) = (old, window) }
          held = window
        }
      } else {
        held = window
        answer.began = window
      }
    }
    if let held, time - held.end >= Self.hold {
      answer.recognized = held
      last = held
      block(until: held.end)
    }
    return answer
  }

  /// Nothing that begins before counts any more; what is held is forgotten.
  package mutating func block(until time: Double) {
    held = nil
    freeFrom = max(freeFrom, time)
  }

  /// What is held, when no more frames come.
  package mutating func finish() -> Window? {
    defer { held = nil }
    return held
  }

  /// What is held.
  package var current: Window? { held }

  /// Forgets everything.
  package mutating func reset() { self = MotionDecision() }
}
