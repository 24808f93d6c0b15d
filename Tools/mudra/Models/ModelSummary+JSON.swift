import TFLiteFormat
import TensorRuntime

extension ModelSummary {
  /// The members of a model in `mudra.inspect/1`.
  var json: JSONValue {
    .object([
      ("description", JSONValue(model.description)), ("version", .integer(model.version)),
      ("unsupportedOperators", JSONValue(unsupportedOperators)),
      ("multiplyAdds", multiplyAdds.map(JSONValue.integer) ?? .null), ("plan", planJSON),
      ("operatorCounts", .object(operatorCounts.map { (key: $0.name, value: .integer($0.count)) })),
      ("signatures", .array(model.signatures.map(Self.json))),
      ("metadata", metadata.map(json) ?? .null),
      ("metadataEntries", JSONValue(model.metadataEntries.map(\.name))),
      ("subgraphs", .array(model.subgraphs.indices.map(subgraph))),
    ])
  }

  private var planJSON: JSONValue {
    switch plan {
    case .success(let plan):
      .object([
        ("error", .null), ("steps", .integer(plan.steps.count)), ("arenaByteCount", .integer(plan.arenaByteCount)),
        ("inputs", .array(plan.inputs.map(Self.json))), ("outputs", .array(plan.outputs.map(Self.json))),
        ("placements", .array(plan.placements.map(Self.json))),
      ])
    case .failure(let error): .object([("error", .string(error.description))])
    }
  }

  private static func json(_ tensor: TensorDescription) -> JSONValue {
    .object([
      ("name", .string(tensor.name)), ("type", .string(tensor.elementType.name)), ("shape", JSONValue(tensor.shape)),
    ])
  }

  private static func json(_ placement: TensorPlacement) -> JSONValue {
    .object([
      ("name", .string(placement.name)), ("offset", .integer(placement.offset)),
      ("byteCount", .integer(placement.byteCount)),
      ("steps", JSONValue([placement.steps.lowerBound, placement.steps.upperBound])),
    ])
  }

  private static func json(_ signature: Signature) -> JSONValue {
    func json(_ arguments: [Signature.Argument]) -> JSONValue {
      .array(arguments.map { .object([("name", .string($0.name)), ("tensor", .integer($0.tensorIndex))]) })
    }
    return .object([
      ("key", .string(signature.key)), ("subgraph", .integer(signature.subgraphIndex)),
      ("inputs", json(signature.inputs)), ("outputs", json(signature.outputs)),
    ])
  }

  // MARK: Metadata

  private func json(_ metadata: ModelMetadata) -> JSONValue {
    let outputs = metadata.outputs.enumerated().map { index, output in
      Self.json(output, labels: labels.indices.contains(index) ? labels[index] : nil)
    }
    return .object([
      ("name", JSONValue(metadata.name)), ("description", JSONValue(metadata.description)),
      ("version", JSONValue(metadata.version)), ("author", JSONValue(metadata.author)),
      ("license", JSONValue(metadata.license)),
      ("inputs", .array(metadata.inputs.map { Self.json($0, labels: nil) })), ("outputs", .array(outputs)),
      ("associatedFiles", .array(metadata.associatedFiles.map(Self.json))),
    ])
  }

  private static func json(_ tensor: TensorMetadata, labels: [String]?) -> JSONValue {
    let normalization = tensor.normalization.map { values in
      JSONValue.object([
        ("mean", JSONValue(values.mean)), ("standardDeviation", JSONValue(values.standardDeviation)),
      ])
    }
    return .object([
      ("name", JSONValue(tensor.name)), ("description", JSONValue(tensor.description)),
      ("normalization", normalization ?? .null),
      ("scoreThreshold", tensor.scoreThreshold.map(JSONValue.float) ?? .null),
      ("colorSpace", tensor.colorSpace.map(JSONValue.integer) ?? .null),
      ("labels", labels.map { JSONValue($0) } ?? .null),
      ("associatedFiles", .array(tensor.associatedFiles.map(json))),
    ])
  }

  private static func json(_ file: AssociatedFile) -> JSONValue {
    .object([("name", .string(file.name)), ("type", .integer(file.type)), ("locale", JSONValue(file.locale))])
  }

  // MARK: Graphs

  private func subgraph(_ index: Int) -> JSONValue {
    let subgraph = model.subgraphs[index]
    let tensors = subgraph.tensors.enumerated().map { number, tensor in json(tensor, index: number) }
    let operators = subgraph.operators.enumerated().map { number, entry in json(entry, index: number, of: subgraph) }
    return .object([
      ("name", JSONValue(subgraph.name)), ("inputs", JSONValue(subgraph.inputs)),
      ("outputs", JSONValue(subgraph.outputs)), ("tensors", .array(tensors)), ("operators", .array(operators)),
    ])
  }

  private func json(_ tensor: TensorEntry, index: Int) -> JSONValue {
    let quantization = tensor.quantization.flatMap { values -> JSONValue? in
      guard !values.scale.isEmpty else { return nil }
      return .object([
        ("scale", JSONValue(values.scale)), ("zeroPoint", JSONValue(values.zeroPoint.map { Int($0) })),
        ("dimension", .integer(values.dimension)),
      ])
    }
    return .object([
      ("index", .integer(index)), ("name", .string(tensor.name)), ("type", .string(tensor.elementType.name)),
      ("shape", JSONValue(tensor.shape)), ("shapeSignature", tensor.shapeSignature.map { JSONValue($0) } ?? .null),
      ("constantBytes", constantByteCount(tensor).map(JSONValue.integer) ?? .null),
      ("isVariable", .bool(tensor.isVariable)), ("isSparse", .bool(tensor.sparsity != nil)),
      ("quantization", quantization ?? .null),
    ])
  }

  private func json(_ entry: OperatorEntry, index: Int, of subgraph: Subgraph) -> JSONValue {
    let code = model.operatorCodes[entry.codeIndex]
    func shapes(_ tensors: [Int]) -> JSONValue {
      .array(tensors.map { $0 < 0 ? .null : JSONValue(subgraph.tensors[$0].shape) })
    }
    return .object([
      ("index", .integer(index)), ("name", .string(code.name)), ("version", .integer(code.version)),
      ("optionsType", .integer(entry.optionsType)),
      ("options", .object(options(entry).map { (key: $0.name, value: .string($0.value)) })),
      ("inputs", JSONValue(entry.inputs)),
      ("outputs", JSONValue(entry.outputs)), ("inputShapes", shapes(entry.inputs)),
      ("outputShapes", shapes(entry.outputs)),
    ])
  }
}
