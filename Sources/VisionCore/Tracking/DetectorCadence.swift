/// Determines in which frames the detector runs.
package struct DetectorCadence: Sendable {
  /// The detector runs in at most one of this many frames while an object is tracked.
  package var interval: Int
  private var framesSinceRun = 0

  /// At most one of `interval` frames while an object is tracked; every frame while none is.
  package init(interval: Int) {
    self.interval = interval
  }

  /// Counts a frame in which nothing is searched for.
  package mutating func skip() { framesSinceRun += 1 }

  /// True if the detector runs in the next frame. It never does if all requested objects are tracked.
  package mutating func isDue(followedCount: Int, limit: Int) -> Bool {
    framesSinceRun += 1
    guard followedCount < limit, followedCount == 0 || framesSinceRun >= interval else { return false }
    framesSinceRun = 0
    return true
  }
}
