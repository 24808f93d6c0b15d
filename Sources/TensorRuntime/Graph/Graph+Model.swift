import TFLiteFormat

extension Graph {
  /// Reads a subgraph of a verified model whose shapes do not depend on what is computed at run time.
  ///
  /// - Parameter inputShapes: shapes of inputs, by tensor, that replace those of the file.
  /// - Throws: `ModelError.unsupportedOperators` naming all that are missing at once, or the first fault of a node or
  ///   tensor.
  package init(
    _ model: Model, subgraph index: Int = 0, inputShapes: [Int: [Int]] = [:], options: PlanOptions = PlanOptions()
  ) throws(ModelError) {
    var reader = try GraphReader(
      model, subgraph: index, inputShapes: inputShapes, options: options, deadline: options.currentDeadline)
    if let stop = try reader.read() { throw stop.error }
    self = reader.takeStage()
  }
}
