import VisionCore

/// The gesture of one hand, without the flicker of single frames.
package struct GestureHysteresis: Sendable {
  /// The gesture that the hand makes.
  package private(set) var gesture: String?
  /// The gesture that would be next, and since when.
  private var next: (gesture: String?, since: Int)?
  private let options: GestureEventOptions

  /// A hand without a gesture.
  package init(_ options: GestureEventOptions) {
    self.options = options
  }

  /// Adds the gesture of another frame, and returns the resulting event.
  package mutating func update(_ seen: HandGesture?, timestamp: Int) -> HandEvent.Kind? {
    let wanted = wanted(seen)
    guard wanted != gesture else {
      next = nil
      return nil
    }
    let since = next.flatMap { $0.gesture == wanted ? $0.since : nil } ?? timestamp
    next = (wanted, since)
    let delay = wanted == nil ? options.endDelayInMilliseconds : options.beginDelayInMilliseconds
    guard Double(timestamp) - Double(since) >= Double(delay) else { return nil }
    return become(wanted)
  }

  /// Ends the gesture immediately, and returns the event if there is one.
  package mutating func end() -> HandEvent.Kind? {
    become(nil)
  }

  /// The gesture according to only this frame: a current gesture continues at a lower score than another one begins.
  private func wanted(_ seen: HandGesture?) -> String? {
    guard let seen, !seen.name.isEmpty, !seen.isBackground else { return nil }
    return seen.score >= (seen.name == gesture ? options.endScore : options.beginScore) ? seen.name : nil
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
