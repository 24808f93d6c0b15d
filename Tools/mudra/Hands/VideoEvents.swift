import HandRecording
import Mudra
import TFLiteFormat

/// Something that happened in a video: to a hand, or to the touchless control.
struct VideoEvent {
  private enum Kind {
    case hand(HandEvent)
    case touchless(TouchlessGesture)
  }

  private let kind: Kind
  private let source: String
  private let timestamp: Int

  fileprivate init(_ event: HandEvent, source: String) {
    kind = .hand(event)
    self.source = source
    timestamp = event.timestampInMilliseconds
  }

  fileprivate init(_ gesture: TouchlessGesture, source: String, timestamp: Int) {
    kind = .touchless(gesture)
    self.source = source
    self.timestamp = timestamp
  }

  /// The event on a line.
  var text: String {
    let what =
      switch kind {
      case .touchless(let gesture): "touchless \(gesture.rawValue)"
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
  var json: JSONValue {
    let about: [(key: String, value: JSONValue)]
    switch kind {
    case .touchless(let gesture): about = [("event", "touchless"), ("gesture", .string(gesture.rawValue))]
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

/// Detects the events of a video, frame by frame.
struct VideoEvents {
  private var hands: HandEventDetector?
  private var touchless: TouchlessRecognizer?
  private var source = ""

  /// A detector of the events that the options ask for.
  init(_ options: EventOptions) throws {
    if options.events { hands = try HandEventDetector(options.gestureOptions) }
    if options.touchless { touchless = try TouchlessRecognizer(settings: options.touchlessSettings) }
  }

  /// The events of the next frame.
  mutating func update(_ result: PictureResult) -> [VideoEvent] {
    source = result.source
    var events = (hands?.update(result.found) ?? []).map { VideoEvent($0, source: source) }
    if touchless != nil {
      let observations = HandPoseObservation.observations(of: result.landmarkerResult, in: result.scene.picture)
      if let gesture = touchless?.update(with: observations.first) {
        events.append(VideoEvent(gesture, source: source, timestamp: result.found.timestampInMilliseconds))
      }
    }
    return events
  }

  /// The events at the end of the video: gestures end and hands are lost.
  mutating func finish() -> [VideoEvent] {
    (hands?.finish() ?? []).map { VideoEvent($0, source: source) }
  }
}
