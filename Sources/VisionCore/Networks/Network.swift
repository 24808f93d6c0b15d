import TFLiteFormat
import TensorRuntime

/// A network of a bundle in one of its states: read and checked (``ReadModel``), prepared (`Plan`), or in a task's
/// session (`Session`).
///
/// A bundle is rejected before work is spent on any of its networks: all are read before the first is prepared. Tasks
/// share prepared networks, and running them cannot fail because of their tensors, which have been checked.
package struct Network<State> {
  /// The entry's name in the bundle.
  package let name: String
  /// The state of the network.
  package let state: State
}

extension Network: Sendable where State: Sendable {}

/// A model that has been read but not prepared.
package struct ReadModel: Sendable {
  /// The model.
  package let model: Model
  /// The graph of the model, with all shapes.
  package let graph: Graph
  /// The options for preparing it.
  package let options: PlanOptions

  fileprivate func type(of kind: TaskError.TensorKind, _ index: Int) -> TensorType {
    graph.values[kind == .input ? graph.inputs[index] : graph.outputs[index]].type
  }
}

// MARK: Read

extension Network where State == ReadModel {
  /// Reads a network of a bundle.
  ///
  /// - Parameters:
  ///   - entry: the network's name in the bundle.
  ///   - bundle: the bundle.
  ///   - options: the options for preparing the network.
  ///   - inputs: the shapes of its inputs, all of them floats; nil means any positive size.
  ///   - outputs: the shapes of its outputs.
  /// - Throws: `TaskError` for a network that cannot be read, or whose inputs or outputs do not match.
  package init(
    _ entry: String, of bundle: TaskBundle, options: PlanOptions, inputs: [[Int?]], outputs: [[Int?]]
  ) throws(TaskError) {
    let model = try bundle.model(named: entry)
    let graph: Graph
    do {
      graph = try Graph(model, options: options)
    } catch {
      throw .unusableModel(model: entry, reason: error)
    }
    self.init(name: entry, state: ReadModel(model: model, graph: graph, options: options))
    try expect(.input, count: inputs.count, found: graph.inputs.count)
    try expect(.output, count: outputs.count, found: graph.outputs.count)
    for (index, shape) in inputs.enumerated() { try expect(.input, index, shape: shape) }
    for (index, shape) in outputs.enumerated() { try expect(.output, index, shape: shape) }
  }

  /// The shape of an input or output.
  package func shape(of kind: TaskError.TensorKind, _ index: Int) -> [Int] { state.type(of: kind, index).shape }

  private func expect(_ kind: TaskError.TensorKind, count: Int, found: Int) throws(TaskError) {
    guard found == count else {
      throw .unexpectedTensorCount(model: name, kind: kind, expected: count, found: found)
    }
  }

  private func expect(_ kind: TaskError.TensorKind, _ index: Int, shape: [Int?]) throws(TaskError) {
    let tensor = state.type(of: kind, index)
    let fits =
      tensor.shape.count == shape.count
      && zip(tensor.shape, shape).allSatisfy { found, wanted in
        wanted.map { $0 == found } ?? (found > 0)
      }
    guard tensor.elementType == .float32, fits else {
      let wanted = shape.map { $0.map(String.init) ?? "n" }.joined(separator: ", ")
      throw .unexpectedTensor(
        model: name, kind: kind, index: index, expected: "float32 [\(wanted)]",
        found: "\(tensor.elementType.name) \(tensor.shape)")
    }
  }

  /// The prepared network. It does not retain the model, so the memory of its file can be released.
  ///
  /// - Throws: `TaskError.unusableModel`.
  package consuming func prepared() throws(TaskError) -> Network<Plan> {
    do {
      return Network<Plan>(name: name, state: try Plan(preparing: state.graph, options: state.options))
    } catch {
      throw .unusableModel(model: name, reason: error)
    }
  }
}

// MARK: Prepared

extension Network where State == Plan {
  /// The shape of an output.
  package func outputShape(_ index: Int) -> [Int] { state.outputs[index].shape }

  /// A session of the network. The networks of a task run one after another, so they share its threads, and those in
  /// the same arena the memory of their tensors.
  ///
  /// - Throws: `TaskError.unusableModel` if there is not enough memory.
  package func session(threads: ThreadPool, arena: SharedArena? = nil) throws(TaskError) -> Network<Session> {
    do {
      return Network<Session>(name: name, state: try Session(state, threads: threads, arena: arena))
    } catch {
      throw .unusableModel(model: name, reason: error)
    }
  }
}

extension SharedArena {
  /// Memory for sessions of any of these networks.
  ///
  /// - Throws: `TaskError.unusableModel` if there is not enough.
  package convenience init(for networks: [Network<Plan>]) throws(TaskError) {
    do {
      try self.init(for: networks.map { $0.state })
    } catch {
      throw .unusableModel(model: networks.first?.name ?? "", reason: error)
    }
  }
}

// MARK: In session

extension Network where State == Session {
  /// Runs the network on the current inputs.
  ///
  /// - Parameter alone: on the calling thread alone, and not on all threads of the session.
  /// - Throws: `TaskError.unusableModel`.
  package func run(alone: Bool = false) throws(TaskError) {
    do {
      try state.run(alone: alone)
    } catch {
      throw .unusableModel(model: name, reason: error)
    }
  }

  /// The same where only some rows of the picture in input 0 change from run to run (``Session/run(changingRows:)``).
  ///
  /// - Parameter multiple: to whose whole multiples the rows are cut, if it is not nil.
  /// - Throws: `TaskError.unusableModel`.
  package func run(
    changingRows rows: Range<Int>, cutToMultiplesOf multiple: Int? = nil, alone: Bool = false
  ) throws(TaskError) {
    do {
      try state.run(changingRows: rows, cutToMultiplesOf: multiple, alone: alone)
    } catch {
      throw .unusableModel(model: name, reason: error)
    }
  }

  /// The memory of an input, as floats.
  package func withInput<R>(_ index: Int, _ body: (UnsafeMutableBufferPointer<Float>) -> R) -> R {
    state.withInput(index) { body($0.assumingMemoryBound(to: Float.self)) }
  }

  /// The memory of an output, as floats.
  package func withOutput<R, E: Error>(
    _ index: Int, _ body: (UnsafeBufferPointer<Float>) throws(E) -> R
  ) throws(E) -> R {
    try state.withOutput(index) { (bytes) throws(E) in try body(bytes.assumingMemoryBound(to: Float.self)) }
  }
}
