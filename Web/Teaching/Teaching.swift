import GestureTraining
import HandCore
import TFLiteFormat
import TensorRuntime

/// What a page teaches, as a session of the studio's server does it.
struct Teaching {
  var enroller = GestureEnroller()
  /// The texts of the next call.
  var texts = [String](repeating: "", count: 4)
  /// What the last call says.
  private(set) var said: [UInt8] = []
  /// The bundle with the gestures; empty before the first training.
  private(set) var bundle: [UInt8] = []
  private var gestures: TrainedGestures?

  /// Does something: 0, or -1 for an error, whose message is said.
  @discardableResult
  mutating func perform(_ work: (inout Teaching) throws(GestureTrainingError) -> Void) -> Int32 {
    said = []
    do throws(GestureTrainingError) {
      try work(&self)
      return 0
    } catch {
      said = Array(error.description.utf8)
      return -1
    }
  }

  private var examples: [GestureDataset.Example] { enroller.dataset.examples }

  /// Takes a frame of the current gesture.
  mutating func add(_ embedding: HandEmbedding, view: HandView?) throws(GestureTrainingError) {
    let before = examples.count
    let (state, count) =
      switch try enroller.add(embedding, view: view) {
      case .taken(let count, _): ("taken", count)
      case .alike(let count, _): ("alike", count)
      case .moving: ("moving", 0)
      case .noHand, .idle: ("noHand", 0)
      case .complete: ("complete", 0)
      }
    var members = [
      ("state", Self.json(state)), ("count", "\(count)"), ("wanted", "\(enroller.frameCount)"),
      ("missing", Self.list(enroller.missing.map { Self.json($0.rawValue) })),
    ]
    if let name = enroller.resemblance?.name { members.append(("knownAs", Self.json(name))) }
    if examples.count > before, let example = examples.last {
      var facts = [("source", Self.json(example.source)), ("group", Self.json(example.group ?? ""))]
      if let view = example.view {
        facts.append(
          ("view", Self.object([("size", Self.json(view.size)), ("turn", Self.json(view.turn)), ("isRight", Self.json(view.isRight))])))
      }
      members.append(("example", Self.object(facts)))
    }
    say(Self.object(members))
  }

  /// Takes an example with the texts.
  mutating func restore(_ values: [Float], view: HandView?) throws(GestureTrainingError) {
    let embedding = HandEmbedding(values, cannedGesture: texts[3].isEmpty ? nil : texts[3])
    var one = GestureDataset()
    try one.add(embedding, gesture: texts[0], source: texts[1], group: texts[2].isEmpty ? nil : texts[2], view: view)
    try enroller.restore(one.examples[0])
  }

  /// Learns the gestures, and says what is known of them.
  mutating func train(_ base: Bytes) throws(GestureTrainingError) {
    let gestures = try enroller.train()
    bundle = try GestureBundle.bytes(of: gestures, basedOn: base)
    self.gestures = gestures
    say(Self.json(gestures.report))
  }

  /// Says how near a hand is to each gesture.
  mutating func score(_ embedding: HandEmbedding) throws(GestureTrainingError) {
    guard let gestures else { return say("[]") }
    let scores = try gestures.scores(for: embedding)
    say(
      Self.list(
        zip(gestures.names, scores).map { Self.object([("name", Self.json($0)), ("score", Self.json($1))]) }))
  }

  // MARK: JSON

  private mutating func say(_ text: String) { said = Array(text.utf8) }

  /// The members of a report that the page shows.
  private static func json(_ report: GestureReport) -> String {
    let gestures = report.gestures.map { gesture in
      object([
        ("name", json(gesture.name)), ("exampleCount", "\(gesture.exampleCount)"),
        ("precision", json(gesture.precision)), ("recall", json(gesture.recall)),
      ])
    }
    let confusions = report.confusions.map { confusion in
      object([
        ("gesture", json(confusion.gesture)), ("appearance", confusion.appearance.map { json($0) } ?? "null"),
        ("count", "\(confusion.count)"),
      ])
    }
    let takeovers = report.takeovers.map { takeover in
      object([("gesture", json(takeover.gesture)), ("cannedGesture", json(takeover.cannedGesture))])
    }
    let pair = report.nearestPair.map { pair in
      object([
        ("first", json(pair.first)), ("second", json(pair.second)), ("relativeDistance", json(pair.relativeDistance)),
      ])
    }
    return object([
      ("gestures", list(gestures)), ("groupCount", "\(report.groupCount)"), ("isByGroup", json(report.isByGroup)),
      ("comparedCount", "\(report.comparedCount)"), ("accuracy", json(report.accuracy)),
      ("keptShare", json(report.keptShare)), ("confusions", list(confusions)), ("takeovers", list(takeovers)),
      ("nearestPair", pair ?? "null"),
    ])
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  private static func json(_ fact: Bool) -> String { fact ? "true" : "false" }

  private static func json(_ number: Double) -> String { number.isFinite ? "\(number)" : "null" }

  private static func json(_ text: String) -> String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\" + String(scalar)
      case "\u{0}"..<" ": escaped += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }
}
