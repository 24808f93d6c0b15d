import MudraPlatform
import TFLiteFormat
import TensorRuntime

/// What `mudra inspect` says about a model: what its file contains, and what the engine makes of it.
struct ModelSummary {
  /// The model.
  let model: Model
  /// The plan of the model, or why it cannot run.
  let plan: Result<Plan, ModelError>
  /// The distinct names of operators that this engine does not have.
  let unsupportedOperators: [String]
  /// The model's metadata.
  let metadata: ModelMetadata?
  /// The labels of each output in the metadata, if it names any.
  let labels: [[String]?]
  /// Files that the metadata names and that are not appended to the model.
  let missingFiles: [String]

  /// Reads all of the above. Unreadable metadata is an error.
  init(_ model: Model, place: String, options: PlanOptions) throws(CommandFailure) {
    self.model = model
    do throws(ModelError) {
      plan = .success(try Plan(model, options: options))
    } catch {
      switch error {
      case .unknownProvider, .unknownMachineCode: throw CommandFailure(place, error)
      default: plan = .failure(error)
      }
    }
    let names = OperatorRegistry.names + ModelOperators.names + options.customOperators.map { $0.name }
    let supported = Set(names.map(NameKey.init))
    var unsupported: [String] = []
    var seen: Set<Int> = []
    var named = supported
    for subgraph in model.subgraphs {
      for entry in subgraph.operators where seen.insert(entry.codeIndex).inserted {
        let name = model.operatorCodes[entry.codeIndex].name
        if named.insert(NameKey(name)).inserted { unsupported.append(name) }
      }
    }
    unsupportedOperators = unsupported
    (metadata, labels, missingFiles) = try Self.metadata(of: model, place: place)
  }

  /// The model's metadata, the labels of each output in it, and the label files that are missing: what quantizes a
  /// model often leaves out what is appended to it.
  static func metadata(
    of model: Model, place: String
  ) throws(CommandFailure) -> (ModelMetadata?, labels: [[String]?], missingFiles: [String]) {
    do throws(FormatError) {
      let metadata = try model.metadata()
      var missing: [String] = []
      let labels = try model.labels(of: metadata?.outputs ?? [], locale: nil, missing: &missing)
      return (metadata, labels, missing)
    } catch {
      throw CommandFailure(place, error)
    }
  }

  /// How often each operator is used, most frequent first.
  var operatorCounts: [(name: String, count: Int)] {
    var uses = [Int](repeating: 0, count: model.operatorCodes.count)
    for subgraph in model.subgraphs {
      for entry in subgraph.operators { uses[entry.codeIndex] += 1 }
    }
    var counts: [NameKey: Int] = [:]
    for (code, count) in zip(model.operatorCodes, uses) where count > 0 {
      counts[NameKey(code.name), default: 0] += count
    }
    return counts.map { (name: $0.key.name, count: $0.value) }.ordered { left, right in
      guard left.count == right.count else { return left.count > right.count }
      return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }

  /// Multiply-adds of a run; nil if the model cannot run.
  var multiplyAdds: Int? {
    (try? plan.get())?.multiplyAdds
  }

  /// An operator's options; none if those in the file cannot be read, which is then the reason that the model cannot
  /// run.
  func options(_ entry: OperatorEntry) -> [OptionField] {
    (try? entry.optionFields()) ?? []
  }

  /// Size of a tensor's constant data in bytes; nil for a tensor that is not a constant.
  func constantByteCount(_ tensor: TensorEntry) -> Int? {
    model.constant(tensor)?.count
  }
}
