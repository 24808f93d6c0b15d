import TFLiteFormat

/// How a caller sees a subgraph: its inputs and outputs, their order and names.
struct Interface {
  let subgraph: Int
  let inputs: [Int]
  let inputNames: [String], outputNames: [String]
  /// The indices of inputs and outputs in the subgraph's own lists.
  let inputPlaces: [Int], outputPlaces: [Int]

  /// The subgraph's own interface, or that of a signature.
  ///
  /// - Throws: `ModelError.noSignature` if there is none with this name, or if it does not name all of the subgraph's
  ///   inputs.
  init(_ model: Model, signature key: String?) throws(ModelError) {
    guard let key else {
      guard let graph = model.subgraphs.first else { throw .noSubgraph(0) }
      subgraph = 0
      inputs = graph.inputs
      inputNames = graph.inputs.map { graph.tensors[$0].name }
      outputNames = graph.outputs.map { graph.tensors[$0].name }
      inputPlaces = Array(graph.inputs.indices)
      outputPlaces = Array(graph.outputs.indices)
      return
    }
    guard let signature = model.signature(named: key) else {
      throw .noSignature(key, available: model.signatures.map { $0.key })
    }
    let graph = model.subgraphs[signature.subgraphIndex]
    subgraph = signature.subgraphIndex
    inputs = signature.inputs.map { $0.tensorIndex }
    inputNames = signature.inputs.map { $0.name }
    outputNames = signature.outputs.map { $0.name }
    let (inputs, outputs) = (graph.inputs.firstPlaces, graph.outputs.firstPlaces)
    inputPlaces = signature.inputs.compactMap { inputs[$0.tensorIndex] }
    outputPlaces = signature.outputs.compactMap { outputs[$0.tensorIndex] }
    guard Set(inputPlaces) == Set(graph.inputs.indices), inputPlaces.count == signature.inputs.count,
      outputPlaces.count == outputNames.count
    else { throw .signatureMismatch(key) }
  }

  /// Reorders and renames the descriptions of a plan's tensors.
  func describe(_ tensors: [TensorDescription], _ names: [String], _ places: [Int]) -> [TensorDescription] {
    zip(names, places).map { tensors[$1].renamed($0) }
  }

  func declaredOutputs(_ model: Model) -> [TensorDescription] {
    let graph = model.subgraphs[subgraph]
    return zip(outputNames, outputPlaces).map { name, place in
      let entry = graph.tensors[graph.outputs[place]]
      let quantization = TensorQuantization(entry.quantization, of: entry.elementType)
      // No tensor has a type with an extent that the file leaves open.
      let type = try? TensorType(entry.elementType, entry.shape, quantization: quantization)
      return TensorDescription(name: name, type: type ?? .emptyVector)
    }
  }
}

extension [Int] {
  /// The first position of each tensor in a list.
  var firstPlaces: [Int: Int] {
    zip(self, indices).reduce(into: [:]) { places, next in places[next.0] = places[next.0] ?? next.1 }
  }
}
