import VisionTasks

/// The gesture of one hand, without the wavering of single frames.
package struct GestureHysteresis: Sendable {
  /// The gesture that the hand makes.
  package private(set) var gesture: String?
  /// What would be the gesture, and since when.
  private var next: (gesture: String?, since: Int)?
  private let options: GestureEventOptions

  /// A hand without a gesture.
  package init(_ options: GestureEventOptions) {
    self.options = options
  }

  /// Takes in the gesture of one more frame, and tells what has come of it.
  package mutating func update(_ seen: ResultCategory?, timestamp: Int) -> HandEvent.Kind? {
    let wanted = wanted(seen)
    guard wanted != gesture else {
      next = nil
      return nil
    }
    let since = next.flatMap { $0.gesture == wanted ? $0.since : nil } ?? timestamp
    next = (wanted, since)
    let delay = wanted == nil ? options.endDelay : options.beginDelay
    guard Double(timestamp) - Double(since) >= Double(delay) else { return nil }
    return become(wanted)
  }

  /// Ends the gesture at once, and tells so if there is one.
  package mutating func end() -> HandEvent.Kind? {
    become(nil)
  }

  /// What the frame alone speaks for: a gesture that is made goes on at a lower score than another begins at.
  private func wanted(_ seen: ResultCategory?) -> String? {
    guard let seen, let name = seen.categoryName, name != ModelConstants.Gestures.background else { return nil }
    if name == gesture {
      return seen.score >= options.endScore ? name : nil
    }
    return seen.score >= options.beginScore ? name : nil
  }

  private mutating func become(_ new: String?) -> HandEvent.Kind? {
    defer {
      gesture = new
      next = nil
    }
    switch (gesture, new) {
    case (nil, nil): return nil
    case (nil, let new?): return .gestureBegan(new)
    case (let old?, nil): return .gestureEnded(old)
    case (let old?, let new?): return .gestureChanged(from: old, to: new)
    }
  }
}
