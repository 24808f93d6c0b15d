import HandPose
import HandTracking
import TFLiteFormat

/// Something that happened in a video: to a hand, to the touchless control, or as a movement.
package struct VideoEvent {
  private enum Kind {
    case hand(HandEvent)
    case touchless(TouchlessGesture)
    case swipe(Swipe)
    case grab(Grab)
    case motion(MotionEvent)
  }

  private let kind: Kind
  private let source: String
  private let timestamp: Int

  /// The events of a frame.
  package static func events(of result: SessionResult) -> [VideoEvent] {
    let first: [Kind?] = [
      result.touchless.map(Kind.touchless), result.swipe.map(Kind.swipe), result.grab.map(Kind.grab),
    ]
    return result.events.map { VideoEvent($0, source: result.source) }
      + first.compactMap(\.self).map {
        VideoEvent($0, source: result.source, timestamp: result.timestampInMilliseconds)
      } + (result.motions ?? []).map { VideoEvent($0, source: result.source) }
  }

  /// Those of hands and then those of motions, as they end with a video.
  package static func events(_ hands: [HandEvent], _ motions: [MotionEvent], source: String) -> [VideoEvent] {
    hands.map { VideoEvent($0, source: source) } + motions.map { VideoEvent($0, source: source) }
  }

  package init(_ event: HandEvent, source: String) {
    kind = .hand(event)
    self.source = source
    timestamp = event.timestampInMilliseconds
  }

  package init(_ event: MotionEvent, source: String) {
    kind = .motion(event)
    self.source = source
    timestamp = event.timestampInMilliseconds
  }

  private init(_ kind: Kind, source: String, timestamp: Int) {
    self.kind = kind
    self.source = source
    self.timestamp = timestamp
  }

  /// The event on a line.
  package var text: String {
    let what =
      switch kind {
      case .touchless(let gesture): "touchless \(gesture.rawValue)"
      case .swipe(let swipe): "swipe \(swipe.direction.rawValue)"
      case .grab(let grab): grab.rawValue
      case .motion(let event):
        "\(event.hands.count == 1 ? "hand" : "hands") \(event.hands.map(String.init).joined(separator: " and ")) "
          + "\(event.kind.rawValue) \(event.name.printable), \(event.interval.lowerBound) to "
          + "\(event.interval.upperBound) ms"
      case .hand(let event):
        switch event.kind {
        case .appeared: "hand \(event.hand) appeared"
        case .gestureBegan(let name): "hand \(event.hand) began \(name.printable)"
        case .gestureChanged(let old, let new): "hand \(event.hand) changed \(old.printable) to \(new.printable)"
        case .gestureEnded(let name): "hand \(event.hand) ended \(name.printable)"
        case .lost: "hand \(event.hand) is lost"
        }
      }
    return "\(source.onOneLine) at \(timestamp) ms: \(what)"
  }

  /// The event as `mudra.event/1`, which `Tools/Schemas/mudra.event-1.schema.json` describes.
  package var json: JSONValue {
    let about: [(key: String, value: JSONValue)]
    switch kind {
    case .touchless(let gesture): about = [("event", "touchless"), ("gesture", .string(gesture.rawValue))]
    case .swipe(let swipe):
      about = [
        ("event", "swipe"), ("direction", .string(swipe.direction.rawValue)), ("distance", .double(swipe.distance)),
        ("speed", .double(swipe.speed)),
      ]
    case .grab(let grab): about = [("event", .string(grab.rawValue))]
    case .motion(let event): about = event.members
    case .hand(let event):
      let what: [(key: String, value: JSONValue)] =
        switch event.kind {
        case .appeared: [("event", "appeared")]
        case .gestureBegan(let name): [("event", "gestureBegan"), ("gesture", .string(name))]
        case .gestureChanged(let old, let new):
          [("event", "gestureChanged"), ("gesture", .string(new)), ("previousGesture", .string(old))]
        case .gestureEnded(let name): [("event", "gestureEnded"), ("gesture", .string(name))]
        case .lost: [("event", "lost")]
        }
      about = [("hand", .integer(event.hand))] + what
    }
    return .object(
      JSONValue.firstMembers(schema: "mudra.event/1", source: source) + [("timestampMs", .integer(timestamp))] + about)
  }
}

extension MotionEvent {
  /// What happens to which motion.
  var members: [(key: String, value: JSONValue)] {
    [
      ("event", .string(Self.eventNames[kind] ?? kind.rawValue)), ("motion", .string(name)),
      ("hands", JSONValue(hands)),
      ("score", .float(score)), ("interval", JSONValue([interval.lowerBound, interval.upperBound])),
      ("amount", .float(amount)),
    ]
  }

  private static let eventNames: [Kind: String] = [
    .began: "motionBegan", .recognized: "motionRecognized", .ended: "motionEnded",
  ]
}
