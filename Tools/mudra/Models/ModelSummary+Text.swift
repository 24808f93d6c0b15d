import TFLiteFormat
import TensorRuntime

extension ModelSummary {
  /// Everything as text: a summary, then tensors and operators, one per line.
  func lines(_ budget: ListingBudget) throws(CommandFailure) -> [String] {
    var lines = try summary(budget)
    for (index, subgraph) in model.subgraphs.enumerated() {
      let title = model.subgraphs.count == 1 ? "" : " of subgraph \(index) \((subgraph.name ?? "").printable)"
      try budget.spend(2 * title.utf8.count)
      lines.append("tensors\(title)")
      lines += try budget.lines(of: try tensorTable(subgraph, budget), indent: 2)
      lines.append("operators\(title)")
      lines += try budget.lines(of: try operatorTable(subgraph, isFirst: index == 0, budget), indent: 2)
    }
    if case .success(let plan) = plan {
      lines.append("memory plan: offset, bytes, steps, tensor")
      lines += try budget.lines(of: try Self.memoryTable(plan, budget), indent: 2)
    }
    return lines
  }

  private func summary(_ budget: ListingBudget) throws(CommandFailure) -> [String] {
    var table = TextTable([])
    func add(_ cells: [String]) throws(CommandFailure) { try budget.add(cells, to: &table) }
    if let description = model.description { try add(["description", description.printable]) }
    switch plan {
    case .success(let plan):
      for input in plan.inputs { try add(["input", Self.text(input)]) }
      for output in plan.outputs { try add(["output", Self.text(output)]) }
    case .failure(let error): try add(["cannot run", error.description.onOneLine])
    }
    let counts = operatorCounts
    let total = counts.reduce(0) { $0 + $1.count }
    try add(["operators", "\(total): " + Self.join(counts) { "\($0.count) \($0.name.printable)" }])
    if !unsupportedOperators.isEmpty {
      try add(["unsupported", Self.join(unsupportedOperators, \.printable)])
    }
    if let multiplyAdds { try add(["multiply-adds", NumberText.grouped(multiplyAdds)]) }
    if case .success(let plan) = plan {
      try add(["plan", "\(plan.steps.count) steps, arena of \(NumberText.grouped(plan.arenaByteCount)) bytes"])
    }
    for signature in model.signatures {
      let inputs = Self.join(signature.inputs, \.name.printable)
      let outputs = Self.join(signature.outputs, \.name.printable)
      try add(["signature", "\(signature.key.printable)(\(inputs)) → \(outputs)"])
    }
    if let metadata { try list(metadata, add) }
    for name in missingFiles { try add(["missing file", "\(name.printable), which the metadata names"]) }
    return try budget.lines(of: table)
  }

  /// The first texts of a list in one line, and the number of others.
  private static func join<T>(_ values: [T], separator: String = ", ", _ text: (T) -> String) -> String {
    let first = values.prefix(ListingBudget.lineCount).map(text).joined(separator: separator)
    let rest = values.count - ListingBudget.lineCount
    return rest > 0 ? "\(first)\(separator)and \(rest) others" : first
  }

  private static func text(_ tensor: TensorDescription) -> String {
    "\(tensor.name.printable)  \(tensor.elementType.name) \(NumberText.shape(tensor.shape))"
  }

  // MARK: Metadata

  private func list(
    _ metadata: ModelMetadata, _ add: ([String]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let facts = [
      ("name", metadata.name), ("about", metadata.description), ("version", metadata.version),
      ("author", metadata.author), ("license", metadata.license),
    ]
    for (word, text) in facts {
      if let text, !text.isEmpty { try add(["metadata \(word)", text.printable]) }
    }
    for input in metadata.inputs { try add(["metadata input", Self.text(input, labels: nil)]) }
    for (index, output) in metadata.outputs.enumerated() {
      try add(["metadata output", Self.text(output, labels: labels.indices.contains(index) ? labels[index] : nil)])
    }
  }

  private static func text(_ tensor: TensorMetadata, labels: [String]?) -> String {
    var words = [(tensor.name ?? "").printable]
    if let values = tensor.normalization {
      let mean = join(values.mean, \.description), deviation = join(values.standardDeviation, \.description)
      words.append("mean [\(mean)] deviation [\(deviation)]")
    }
    if let threshold = tensor.scoreThreshold { words.append("threshold \(threshold)") }
    if let labels {
      let shown = labels.prefix(20).map(\.printable).joined(separator: ", ")
      words.append("\(labels.count) labels: \(shown)\(labels.count > 20 ? ", …" : "")")
    }
    return words.joined(separator: "  ")
  }

  // MARK: Graphs

  private func tensorTable(
    _ subgraph: Subgraph, _ budget: ListingBudget
  ) throws(CommandFailure) -> TextTable {
    var table = TextTable([.right, .left, .left, .left, .right])
    for (index, tensor) in subgraph.tensors.enumerated() {
      let constant = constantByteCount(tensor).map { "\(NumberText.grouped($0)) bytes" } ?? ""
      let cells = [
        String(index), tensor.name.printable, tensor.elementType.name, NumberText.shape(tensor.shape), constant,
        tensor.sparsity == nil ? "" : "sparse",
      ]
      try budget.add(cells, to: &table)
    }
    return table
  }

  private func operatorTable(
    _ subgraph: Subgraph, isFirst: Bool, _ budget: ListingBudget
  ) throws(CommandFailure) -> TextTable {
    // Multiply-adds are known for the first subgraph, which is the one that runs; operators fused into others are not
    // in the plan.
    var multiplyAdds: [Int: String] = [:]
    if isFirst, case .success(let plan) = plan {
      for step in plan.steps where step.multiplyAdds > 0 {
        let count = NumberText.grouped(step.multiplyAdds)
        multiplyAdds[step.index] = step.precision == .fast ? "fast \(count)" : count
      }
    }
    func shapes(_ tensors: [Int]) -> String {
      Self.join(tensors, separator: " ") { $0 < 0 ? "–" : NumberText.shape(subgraph.tensors[$0].shape) }
    }
    var table = TextTable([.right, .left, .left, .right, .left])
    for (index, entry) in subgraph.operators.enumerated() {
      let cells = [
        String(index), model.operatorCodes[entry.codeIndex].name.printable,
        "\(shapes(entry.inputs)) → \(shapes(entry.outputs))", multiplyAdds[index] ?? "",
        options(entry).map { "\($0.name)=\($0.value)" }.joined(separator: " "),
      ]
      try budget.add(cells, to: &table)
    }
    return table
  }

  private static func memoryTable(
    _ plan: Plan, _ budget: ListingBudget
  ) throws(CommandFailure) -> TextTable {
    var table = TextTable([.right, .right, .right, .left])
    for placement in plan.placements {
      let cells = [
        NumberText.grouped(placement.offset), NumberText.grouped(placement.byteCount),
        "\(placement.steps.lowerBound)–\(placement.steps.upperBound)", placement.name.printable,
      ]
      try budget.add(cells, to: &table)
    }
    return table
  }
}
