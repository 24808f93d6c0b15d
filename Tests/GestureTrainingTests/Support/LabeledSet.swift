import Foundation
import GestureTraining
import TestSupport

/// Embeddings of hands with what they show and whose they are.
///
/// - `digits`: 1,718 pictures of the Sign Language Digits dataset (see NOTICE), of 218 people.
/// - `holds`: three of these pictures' people, six digits each: 45 frames made of one picture by turning it by some
///   2.5°, and scaling and tilting it by 3 % and 1.2 %, as a hand sways that is held still.
/// - `rendered`: eleven drawn poses in six groups, which differ in skin, side, light, size and point of view.
struct LabeledSet {
  private struct Labels: Decodable {
    let labels: [Int]
    let groups: [Int]
    let names: [String]?
  }

  let embeddings: [HandEmbedding]
  let labels: [Int]
  let groups: [Int]
  let names: [String]

  static let digits = Result { try LabeledSet("digits", "digits") }
  static let holds = Result { try LabeledSet("holds", "holds") }
  static let rendered = Result { try LabeledSet("rendered", "groups") }

  private init(_ name: String, _ file: String) throws {
    let folder = PackageFolders.fixtures(of: "GestureTrainingTests")
    let all = try JSONDecoder().decode(
      [String: Labels].self, from: Data(contentsOf: folder.appendingPathComponent("sets.json")))
    let set = all[name] ?? Labels(labels: [], groups: [], names: nil)
    embeddings = try OtherPoses(contentsOfFile: folder.appendingPathComponent("\(file).embeddings").path).embeddings
    (labels, groups, names) = (set.labels, set.groups, set.names ?? (0..<10).map { "digit \($0)" })
  }

  var indices: Range<Int> { embeddings.indices }

  /// A dataset of some of the hands; groups are people if they are to count.
  func dataset(_ indices: [Int], grouped: Bool = false) throws -> GestureDataset {
    var dataset = GestureDataset()
    for index in indices {
      try dataset.add(
        embeddings[index], gesture: names[labels[index]], source: "\(index)",
        group: grouped ? "\(groups[index])" : nil)
    }
    return dataset
  }

  /// So many hands of each of some labels, drawn at random.
  func draw(_ count: Int, of labels: [Int], _ generator: inout SeededGenerator) -> [Int] {
    labels.flatMap { label in
      indices.filter { self.labels[$0] == label }.shuffled(using: &generator).prefix(count)
    }
  }

  /// What becomes of hands.
  struct Shares {
    /// Of hands of the gestures: named right, named wrong, nearest to their own gesture, within the limit of it.
    var (right, wrong, nearest) = (0.0, 0.0, 0.0)
    /// Of other hands: named.
    var accepted = 0.0
    private var known = 0.0
    private var others = 0.0

    mutating func add(_ decision: GestureDecision, _ name: String, isKnown: Bool) {
      if isKnown {
        known += 1
        if decision.name == name { right += 1 } else if decision.name != nil { wrong += 1 }
        if decision.nearest == name { nearest += 1 }
      } else {
        others += 1
        if decision.name != nil { accepted += 1 }
      }
    }

    /// As shares of all.
    var result: (right: Double, wrong: Double, nearest: Double, accepted: Double) {
      (right / max(known, 1), wrong / max(known, 1), nearest / max(known, 1), accepted / max(others, 1))
    }
  }

  /// Counts what gestures make of hands.
  func count(_ indices: some Sequence<Int>, _ gestures: TrainedGestures, into shares: inout Shares) throws {
    for index in indices {
      let name = names[labels[index]]
      shares.add(
        try gestures.decision(for: embeddings[index]), name, isKnown: gestures.names.contains(name))
    }
  }
}
