import HandRecording
import TFLiteFormat
import TensorRuntime

extension ModelSummary {
  /// The members of a model in `mudra.inspect/1`.
  var json: JSONValue {
    .object([
      ("description", JSONValue(model.description)), ("version", .integer(model.version)),
      ("unsupportedOperators", .elements(unsupportedOperators.count) { .string(unsupportedOperators[$0]) }),
      ("multiplyAdds", multiplyAdds.map(JSONValue.integer) ?? .null), ("plan", planJSON),
      ("operatorCounts", .object(operatorCounts.map { (key: $0.name, value: .integer($0.count)) })),
      ("signatures", Self.list(model.signatures, Self.json)),
      ("metadata", metadata.map(json) ?? .null),
      ("metadataEntries", Self.list(model.metadataEntries) { .string($0.name) }),
      ("subgraphs", .elements(model.subgraphs.count, subgraph)),
    ])
  }

  /// An array that is never in memory as a whole: files may refer to the same table very often.
  private static func list<T>(_ values: [T], _ json: @escaping (T) -> JSONValue) -> JSONValue {
    .elements(values.count) { json(values[$0]) }
  }

  private static func integers(_ values: [Int]) -> JSONValue { list(values) { .integer($0) } }

  private var planJSON: JSONValue {
    switch plan {
    case .success(let plan):
      .object([
        ("error", .null), ("steps", .integer(plan.steps.count)), ("arenaByteCount", .integer(plan.arenaByteCount)),
        ("fastSteps", Self.integers(plan.steps.filter { $0.precision == .fast }.map(\.index))),
        ("inputs", Self.list(plan.inputs, Self.json)), ("outputs", Self.list(plan.outputs, Self.json)),
        ("placements", Self.list(plan.placements, Self.json)),
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
      list(arguments) { .object([("name", .string($0.name)), ("tensor", .integer($0.tensorIndex))]) }
    }
    return .object([
      ("key", .string(signature.key)), ("subgraph", .integer(signature.subgraphIndex)),
      ("inputs", json(signature.inputs)), ("outputs", json(signature.outputs)),
    ])
  }

  // MARK: Metadata

  private func json(_ metadata: ModelMetadata) -> JSONValue {
    let outputs = JSONValue.elements(metadata.outputs.count) { index in
      Self.json(metadata.outputs[index], labels: labels.indices.contains(index) ? labels[index] : nil)
    }
    return .object([
      ("name", JSONValue(metadata.name)), ("description", JSONValue(metadata.description)),
      ("version", JSONValue(metadata.version)), ("author", JSONValue(metadata.author)),
      ("license", JSONValue(metadata.license)),
      ("inputs", Self.list(metadata.inputs) { Self.json($0, labels: nil) }), ("outputs", outputs),
      ("associatedFiles", Self.list(metadata.associatedFiles, Self.json)),
      ("missingFiles", Self.list(missingFiles) { .string($0) }),
    ])
  }

  private static func json(_ tensor: TensorMetadata, labels: [String]?) -> JSONValue {
    let normalization = tensor.normalization.map { values in
      JSONValue.object([
        ("mean", list(values.mean) { .float($0) }),
        ("standardDeviation", list(values.standardDeviation) { .float($0) }),
      ])
    }
    return .object([
      ("name", JSONValue(tensor.name)), ("description", JSONValue(tensor.description)),
      ("normalization", normalization ?? .null),
      ("scoreThreshold", tensor.scoreThreshold.map(JSONValue.float) ?? .null),
      ("colorSpace", tensor.colorSpace.map(JSONValue.integer) ?? .null),
      ("labels", labels.map { list($0) { .string($0) } } ?? .null),
      ("associatedFiles", list(tensor.associatedFiles, json)),
    ])
  }

  private static func json(_ file: AssociatedFile) -> JSONValue {
    .object([("name", .string(file.name)), ("type", .integer(file.type)), ("locale", JSONValue(file.locale))])
  }

  // MARK: Graphs

  private func subgraph(_ index: Int) -> JSONValue {
    let subgraph = model.subgraphs[index]
    let tensors = JSONValue.elements(subgraph.tensors.count) { json(subgraph.tensors[$0], index: $0) }
    let operators = JSONValue.elements(subgraph.operators.count) {
      json(subgraph.operators[$0], index: $0, of: subgraph)
    }
    return .object([
      ("name", JSONValue(subgraph.name)), ("inputs", Self.integers(subgraph.inputs)),
      ("outputs", Self.integers(subgraph.outputs)), ("tensors", tensors), ("operators", operators),
    ])
  }

  private func json(_ tensor: TensorEntry, index: Int) -> JSONValue {
    let quantization = tensor.quantization.flatMap { values -> JSONValue? in
      guard !values.scale.isEmpty else { return nil }
      return .object([
        ("scale", Self.list(values.scale) { .float($0) }),
        ("zeroPoint", Self.list(values.zeroPoint) { .integer(Int($0)) }),
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
      Self.list(tensors) { $0 < 0 ? .null : JSONValue(subgraph.tensors[$0].shape) }
    }
    return .object([
      ("index", .integer(index)), ("name", .string(code.name)), ("version", .integer(code.version)),
      ("optionsType", .integer(entry.optionsType)),
      ("options", .object(options(entry).map { (key: $0.name, value: .string($0.value)) })),
      ("inputs", Self.integers(entry.inputs)),
      ("outputs", Self.integers(entry.outputs)), ("inputShapes", shapes(entry.inputs)),
      ("outputShapes", shapes(entry.outputs)),
    ])
  }
}
