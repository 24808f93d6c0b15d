import GestureTraining
import HandRecording
import HandVideo
import Mudra
import MudraPlatform
import PixelImaging
import TFLiteFormat

/// Counts of what pictures show and what a bundle calls it.
struct BundleEvaluation {
  /// The name that a label has in reports if it is none of the bundle's.
  private static let otherName = "none"

  private let own: Set<NameKey>
  private let canned: Set<NameKey>
  private let recognizer: GestureRecognizer
  private let limits: ImageLimits
  /// By label and then by the name that was found; nil stands for none.
  private var counts: [NameKey: [NameKey?: Int]] = [:]
  private var withoutHand = 0
  private var bordered = 0
  private var right = 0
  private var refused = 0
  /// Hands of a gesture of the bundle's own that got a canned name, as where there is none of the own ones.
  private var refusedAsCanned = 0
  private var known = 0
  private var accepted = 0
  private var others = 0
  /// Whether all pictures could be read.
  private(set) var status = ExitStatus.done

  init(names: (own: [String], canned: [String]), recognizer: GestureRecognizer, limits: ImageLimits) {
    own = Set(names.own.map(NameKey.init))
    canned = Set(names.canned.map(NameKey.init))
    self.recognizer = recognizer
    self.limits = limits
  }

  /// Counts a picture, or says why it does not count.
  mutating func add(_ file: GestureDataset.PictureFile, quiet: Bool) {
    do throws(CommandFailure) {
      guard let found = try gesture(of: file.path) else {
        withoutHand += 1
        if !quiet { StandardStreams.report("\(file.path): no hand found, even with a border") }
        return
      }
      count(NameKey(file.gesture), found.name.isEmpty || found.isBackground ? nil : NameKey(found.name))
    } catch {
      if !quiet { StandardStreams.report(error) }
      status = max(status, error.status)
    }
  }

  private mutating func count(_ label: NameKey, _ found: NameKey?) {
    counts[label, default: [:]][found, default: 0] += 1
    if own.contains(label) || canned.contains(label) {
      known += 1
      if found == label { right += 1 }
      if found == nil { refused += 1 }
      if let found, own.contains(label), !own.contains(found) { refusedAsCanned += 1 }
    } else {
      others += 1
      if let found, own.contains(found) { accepted += 1 }
    }
  }

  /// What the first hand of a picture shows; nil without a hand.
  private mutating func gesture(of path: String) throws(CommandFailure) -> HandGesture? {
    let image = try CommandFailure.of { () throws(VideoError) in
      try PictureReader.image(contentsOfFile: path, limits: limits)
    }
    do {
      let result = try recognizer.recognize(image: image)
      if result.secondLook == .bordered { bordered += 1 }
      return result.hands.first?.gesture
    } catch {
      throw CommandFailure(path, error)
    }
  }

  // MARK: Results

  private var rows: [(label: String, found: String?, count: Int)] {
    counts.flatMap { label, found in found.map { (label.name, $0.key?.name, $0.value) } }
      .ordered { ($0.label, $0.found ?? "") < ($1.label, $1.found ?? "") }
  }

  /// The result for a person.
  func text(_ bundle: String) -> String {
    var lines = ["\(bundle.onOneLine): \(NumberText.count(known + others, "hand"))"]
    var table = TextTable([.left, .left, .right])
    table.add(["label", "named", "hands"])
    for row in rows { table.add([row.label.printable, (row.found ?? Self.otherName).printable, "\(row.count)"]) }
    lines += table.lines(indent: 2)
    if known > 0 {
      lines.append(
        "known gestures: \(share(right, known)) right, \(share(refused + refusedAsCanned, known)) refused"
          + (refusedAsCanned > 0 ? " (\(refusedAsCanned) of them got a canned name)" : "")
          + ", \(share(known - right - refused - refusedAsCanned, known)) wrong")
    }
    if others > 0 { lines.append("other poses: \(share(accepted, others)) accepted as a gesture of the bundle") }
    if bordered > 0 { lines.append("\(NumberText.count(bordered, "hand")) found only with a border") }
    if withoutHand > 0 { lines.append("\(NumberText.count(withoutHand, "picture")) without a hand") }
    return lines.joined(separator: "\n")
  }

  private func share(_ count: Int, _ total: Int) -> String {
    "\(count) of \(total) (\(NumberText.fixed(100 * Double(count) / Double(total), 1)) %)"
  }

  /// The result as `mudra.evaluation/1`.
  func json(_ bundle: String) -> JSONValue {
    .object([
      ("schema", "mudra.evaluation/1"), ("bundle", .string(bundle)),
      (
        "known",
        .object([
          ("count", .integer(known)), ("right", .integer(right)), ("refused", .integer(refused + refusedAsCanned)),
          ("refusedAsCanned", .integer(refusedAsCanned)),
        ])
      ),
      ("others", .object([("count", .integer(others)), ("accepted", .integer(accepted))])),
      ("bordered", .integer(bordered)), ("withoutHand", .integer(withoutHand)),
      (
        "confusions",
        .array(
          rows.map { row in
            .object([
              ("label", .string(row.label)), ("named", JSONValue(row.found)), ("count", .integer(row.count)),
            ])
          })
      ),
    ])
  }
}
