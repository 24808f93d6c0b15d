/// The metadata of a network that classifies a vector, as MediaPipe's Model Maker writes it: one input, and one output
/// of scores with labels and a threshold.
package struct ClassifierMetadata: Sendable {
  /// The name of the appended file with the labels, a line each.
  package static let labelFile = "labels.txt"

  /// The name of the model.
  package var name: String
  /// What the model does.
  package var description: String
  /// The name of the input.
  package var inputName: String
  /// What the input holds.
  package var inputDescription: String
  /// What the scores mean.
  package var outputDescription: String
  /// The lowest score of a class that counts.
  package var scoreThreshold: Float

  /// Metadata from their components.
  package init(
    name: String, description: String, inputName: String, inputDescription: String, outputDescription: String,
    scoreThreshold: Float
  ) {
    self.name = name
    self.description = description
    self.inputName = inputName
    self.inputDescription = inputDescription
    self.outputDescription = outputDescription
    self.scoreThreshold = scoreThreshold
  }

  /// The content of the metadata's buffer: a FlatBuffer of the schema `metadata_schema.fbs`.
  package var encoded: [UInt8] {
    typealias Table = [Int: FlatWriter.Value]
    // A union: its member 1 describes features.
    let features: FlatWriter.Value = .table([0: .byte(1), 1: .table([:])])
    let labels: Table = [
      0: .string(Self.labelFile), 1: .string("Labels for categories that the model can recognize."),
      2: .byte(AssociatedFile.tensorAxisLabels),
    ]
    // A union: its member 3 is a threshold for scores.
    let threshold: Table = [0: .byte(3), 1: .table([0: .float(scoreThreshold)])]
    let input: Table = [
      0: .string(inputName), 1: .string(inputDescription), 3: features, 5: .table([:]),
    ]
    let output: Table = [
      0: .string("scores"), 1: .string(outputDescription), 3: features, 4: .tables([threshold]),
      5: .table([0: .floats([1]), 1: .floats([0])]), 6: .tables([labels]),
    ]
    let root: Table = [
      0: .string(name), 1: .string(description), 3: .tables([[2: .tables([input]), 3: .tables([output])]]),
      7: .string("1.0.0"),
    ]
    return FlatWriter.buffer(root: root, identifier: "M001")
  }

  /// A model with its labels appended, as `mudra inspect` and MediaPipe read them.
  ///
  /// - Throws: `FormatError.archive` for a file of 4 GiB.
  package static func appending(labels: [String], to model: [UInt8]) throws(FormatError) -> [UInt8] {
    var archive = ArchiveWriter(after: model)
    try archive.add(Bytes(Array(labels.joined(separator: "\n").utf8)), named: labelFile)
    return try archive.finished()
  }
}
