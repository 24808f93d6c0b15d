import HandRecording
import TFLiteFormat
import TensorRuntime

/// The best classes of an output whose classes the model's metadata names.
struct RankedClasses {
  /// The index of the output.
  let output: Int
  /// Class, name and score, best first; of equal scores the first class.
  let best: [(index: Int, label: String, score: Float)]

  /// Those of all outputs that have one number for each of their names, in order.
  ///
  /// - Throws: `ModelError.format` if the metadata is damaged.
  static func all(
    of interpreter: Interpreter, _ model: Model, signature key: String?, most count: Int
  ) throws(ModelError) -> [RankedClasses] {
    guard count > 0 else { return [] }
    let signature = key.flatMap { model.signature(named: $0) }
    // Metadata is about the first subgraph.
    if let signature, signature.subgraphIndex != 0 { return [] }
    // What quantizes a model often leaves out what is appended to it: such outputs have no names.
    var missing: [String] = []
    let known: [[String]?]
    do throws(FormatError) {
      known = try model.labels(of: model.metadata()?.outputs ?? [], locale: nil, missing: &missing)
    } catch {
      throw .format(error)
    }
    var classes: [RankedClasses] = []
    for output in interpreter.outputs.indices {
      let tensor = signature?.outputs[output].tensorIndex ?? model.subgraphs[0].outputs[output]
      guard let place = model.subgraphs[0].outputs.firstIndex(of: tensor) else { continue }
      let labels = known.indices.contains(place) ? known[place] : nil
      guard let labels, let scores = interpreter.realNumbers(ofOutput: output), scores.count == labels.count else {
        continue
      }
      let order = scores.indices.sorted { (scores[$0], $1) > (scores[$1], $0) }
      classes.append(
        RankedClasses(output: output, best: order.prefix(count).map { ($0, labels[$0], scores[$0]) }))
    }
    return classes
  }

  /// A line for each class.
  func lines() -> [String] {
    var table = TextTable([.right, .left, .right])
    for (index, label, score) in best {
      table.add([String(index), label.printable, NumberText.fixed(Double(score), 4)])
    }
    return table.lines()
  }

  /// The same as JSON.
  var json: JSONValue {
    .array(
      best.map { index, label, score in
        .object([("index", .integer(index)), ("label", .string(label)), ("score", .double(Double(score)))])
      })
  }
}
