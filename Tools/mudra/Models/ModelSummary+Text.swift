import TFLiteFormat
import TensorRuntime

extension ModelSummary {
  /// Everything as text: a summary, then tensors and operators, one per line.
  var lines: [String] {
    var lines = summary
    for (index, subgraph) in model.subgraphs.enumerated() {
      let title = model.subgraphs.count == 1 ? "" : " of subgraph \(index) \((subgraph.name ?? "").printable)"
      lines.append("tensors\(title)")
      lines += tensorTable(subgraph).lines(indent: 2)
      lines.append("operators\(title)")
      lines += operatorTable(subgraph, isFirst: index == 0).lines(indent: 2)
    }
    if case .success(let plan) = plan {
      lines.append("memory plan: offset, bytes, steps, tensor")
      lines += Self.memoryTable(plan).lines(indent: 2)
    }
    return lines
  }

  private var summary: [String] {
    var table = TextTable([])
    if let description = model.description { table.add(["description", description.printable]) }
    switch plan {
    case .success(let plan):
      for input in plan.inputs { table.add(["input", Self.text(input)]) }
      for output in plan.outputs { table.add(["output", Self.text(output)]) }
    case .failure(let error): table.add(["cannot run", error.description.onOneLine])
    }
    let counts = operatorCounts
    let total = counts.reduce(0) { $0 + $1.count }
    table.add([
      "operators", "\(total): " + counts.map { "\($0.count) \($0.name.printable)" }.joined(separator: ", "),
    ])
    if !unsupportedOperators.isEmpty {
      table.add(["unsupported", unsupportedOperators.map(\.printable).joined(separator: ", ")])
    }
    if let multiplyAdds { table.add(["multiply-adds", NumberText.grouped(multiplyAdds)]) }
    if case .success(let plan) = plan {
      table.add(["plan", "\(plan.steps.count) steps, arena of \(NumberText.grouped(plan.arenaByteCount)) bytes"])
    }
    for signature in model.signatures {
      let inputs = signature.inputs.map(\.name.printable).joined(separator: ", ")
      let outputs = signature.outputs.map(\.name.printable).joined(separator: ", ")
      table.add(["signature", "\(signature.key.printable)(\(inputs)) → \(outputs)"])
    }
    if let metadata { add(metadata, to: &table) }
    return table.lines()
  }

  private static func text(_ tensor: TensorDescription) -> String {
    "\(tensor.name.printable)  \(tensor.elementType.name) \(NumberText.shape(tensor.shape))"
  }

  // MARK: Metadata

  private func add(_ metadata: ModelMetadata, to table: inout TextTable) {
    let facts = [
      ("name", metadata.name), ("about", metadata.description), ("version", metadata.version),
      ("author", metadata.author), ("license", metadata.license),
    ]
    for (word, text) in facts {
      if let text, !text.isEmpty { table.add(["metadata \(word)", text.printable]) }
    }
    for input in metadata.inputs { table.add(["metadata input", Self.text(input, labels: nil)]) }
    for (index, output) in metadata.outputs.enumerated() {
      table.add(["metadata output", Self.text(output, labels: labels.indices.contains(index) ? labels[index] : nil)])
    }
  }

  private static func text(_ tensor: TensorMetadata, labels: [String]?) -> String {
    var words = [(tensor.name ?? "").printable]
    if let values = tensor.normalization { words.append("mean \(values.mean) deviation \(values.standardDeviation)") }
    if let threshold = tensor.scoreThreshold { words.append("threshold \(threshold)") }
    if let labels {
      let shown = labels.prefix(20).map(\.printable).joined(separator: ", ")
      words.append("\(labels.count) labels: \(shown)\(labels.count > 20 ? ", …" : "")")
    }
    return words.joined(separator: "  ")
  }

  // MARK: Graphs

  private func tensorTable(_ subgraph: Subgraph) -> TextTable {
    var table = TextTable([.right, .left, .left, .left, .right])
    for (index, tensor) in subgraph.tensors.enumerated() {
      let constant = constantByteCount(tensor).map { "\(NumberText.grouped($0)) bytes" } ?? ""
      table.add([
        String(index), tensor.name.printable, tensor.elementType.name, NumberText.shape(tensor.shape), constant,
        tensor.sparsity == nil ? "" : "sparse",
      ])
    }
    return table
  }

  private func operatorTable(_ subgraph: Subgraph, isFirst: Bool) -> TextTable {
    // Multiply-adds are known for the first subgraph, which is the one that runs; operators fused into others are not
    // in the plan.
    var multiplyAdds: [Int: Int] = [:]
    if isFirst, case .success(let plan) = plan {
      for step in plan.steps where step.multiplyAdds > 0 { multiplyAdds[step.index] = step.multiplyAdds }
    }
    func shapes(_ tensors: [Int]) -> String {
      tensors.map { $0 < 0 ? "–" : NumberText.shape(subgraph.tensors[$0].shape) }.joined(separator: " ")
    }
    var table = TextTable([.right, .left, .left, .right, .left])
    for (index, entry) in subgraph.operators.enumerated() {
      table.add([
        String(index), model.operatorCodes[entry.codeIndex].name.printable,
        "\(shapes(entry.inputs)) → \(shapes(entry.outputs))", multiplyAdds[index].map(NumberText.grouped) ?? "",
        options(entry).map { "\($0.name)=\($0.value)" }.joined(separator: " "),
      ])
    }
    return table
  }

  private static func memoryTable(_ plan: Plan) -> TextTable {
    var table = TextTable([.right, .right, .right, .left])
    for placement in plan.placements {
      table.add([
        NumberText.grouped(placement.offset), NumberText.grouped(placement.byteCount),
        "\(placement.steps.lowerBound)–\(placement.steps.upperBound)", placement.name.printable,
      ])
    }
    return table
  }
}
