import TFLiteFormat

extension Graph {
  /// Reads a subgraph of a verified model. Its shapes must not depend on values computed at run time.
  ///
  /// - Parameter inputShapes: replace input shapes of the file, by tensor.
  /// - Throws: `ModelError.unsupportedOperators` naming all missing operators, or the first fault of a node or tensor.
  @inline(never)
  package init(
    _ model: Model, subgraph index: Int = 0, inputShapes: [Int: [Int]] = [:], options: PlanOptions = PlanOptions()
  ) throws(ModelError) {
    var reader = try GraphReader(
      model, subgraph: index, inputShapes: inputShapes, options: options, deadline: options.currentDeadline)
    self = try reader.readAll()
    folding.count(in: options.memory)
  }
}
