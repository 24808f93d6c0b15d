/// Says in which frames the palm detector runs.
package struct DetectorCadence: Sendable {
  private let interval: Int
  private var framesSinceRun = 0

  /// At most one frame of `interval` while a hand is followed; every frame while none is.
  package init(interval: Int) {
    self.interval = interval
  }

  /// True if the detector runs in the next frame. With as many hands followed as are wanted it never does.
  package mutating func isDue(followedCount: Int, limit: Int) -> Bool {
    framesSinceRun += 1
    guard followedCount < limit, followedCount == 0 || framesSinceRun >= interval else { return false }
    framesSinceRun = 0
    return true
  }
}
