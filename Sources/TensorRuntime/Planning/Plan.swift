import MachineCode
import MudraPlatform
import TFLiteFormat
import TensorKernels

/// A model made ready to run: constants folded, operators fused, weights packed, kernels chosen, memory laid out.
///
/// A plan is immutable, and any number of ``Session``s on any threads may share it; weights exist once.
public final class Plan: Sendable {
  /// The tensors that a session's caller sets, in the model's order.
  public let inputs: [TensorDescription]
  /// The tensors that a session's caller reads, in the model's order.
  public let outputs: [TensorDescription]
  package let steps: [PlanStep]
  /// Working memory of a session for tensors, in bytes.
  public let arenaByteCount: Int
  /// By offset; tensors whose lifetimes do not overlap share memory.
  package let placements: [TensorPlacement]

  /// Bytes of packed weights, constants, tables and a session's arena.
  package let memoryByteCount: Int
  let limits: ModelLimits
  /// The plan's bytes, counted in the file's account.
  private let lease: MemoryLease?
  let subgraph: Int
  let program: [PreparedStep]
  let rowFlow: RowFlow
  let states: [State]
  let inputPlaces: [Place]
  let outputPlaces: [Place]
  let scratchByteCount: Int

  /// A tensor's location during a session.
  enum Place: Sendable {
    /// An offset in the session's arena.
    case arena(Int)
    /// An index in ``states``.
    case state(Int)
    /// Shared by all sessions.
    case constant(ConstantMemory)
    /// An optional input that is absent, or one that was packed.
    case none

    var memory: (any KernelMemory)? {
      if case .constant(let memory) = self { memory } else { nil }
    }
  }

  /// A tensor that a session keeps between runs.
  struct State: Sendable {
    let key: StateKey
    let name: String
    let byteCount: Int
    /// The initial value of each byte.
    let firstByte: UInt8

    var pageByteCount: Int { ZeroedMemory.wholePages(max(byteCount, 1)) }
  }

  /// Memory that must be available besides what a plan holds: for code, tables and fragmentation.
  private static let minMargin = 4 << 20

  struct PreparedStep: Sendable {
    let operation: any PreparedOperator
    /// Approximate innermost-loop iterations.
    let work: Int
    let multiplyAdds: Int
    let inputs: [Place]
    let outputs: [Place]
  }

  /// Prepares the first subgraph of a model, whose shapes must not depend on values computed at run time (an
  /// ``Interpreter`` runs such models too).
  ///
  /// - Throws: `ModelError` naming the operator or tensor that cannot be run and the reason.
  public convenience init(_ model: Model, options: PlanOptions = PlanOptions()) throws(ModelError) {
    let deadline = options.currentDeadline
    try self.init(preparing: Graph(model, options: options), options: options, deadline: deadline)
  }

  /// Applies the passes, then prepares the graph, by a deadline or within the time limit of the options.
  package convenience init(
    preparing graph: Graph, options: PlanOptions, deadline: Deadline? = nil,
    code: CodeAllocator = CodeAllocator(byteCount: FixedLimits.codeByteCount)
  ) throws(ModelError) {
    let deadline = deadline ?? options.currentDeadline
    let provider = try options.resolvedProvider()
    var graph = graph
    // The plan will contain what the graph holds.
    let held = (options.memory?.byteCount ?? 0) - graph.folding.leasedByteCount
    var limits = options.limits
    limits.memoryByteCount = max(limits.memoryByteCount - held, 0)
    do throws(ModelError) {
      try graph.applyPasses(options, limits: limits, deadline: deadline)
      let calls = try graph.preparedCalls(options.parts(limits: limits), deadline: deadline, code: code)
      try self.init(
        graph, provider: provider, precision: options.precision, limits: limits, deadline: deadline,
        memory: options.memory, code: code, calls: calls, keepsModel: options.keepsModel)
    } catch {
      guard case .memoryTooLarge(let byteCount, _) = error else { throw error }
      let (sum, overflow) = byteCount.addingReportingOverflow(held)
      throw .memoryTooLarge(byteCount: overflow ? .max : sum, limit: options.limits.memoryByteCount)
    }
    graph.folding.releaseLease()
  }

  /// Prepares a graph as it is, by a deadline or within the time limit.
  package convenience init(
    _ graph: Graph, provider: KernelProvider?, precision: Precision = .exact, limits: ModelLimits,
    deadline: Deadline? = nil, memory account: MemoryAccount? = nil
  ) throws(ModelError) {
    try self.init(
      graph, provider: provider, precision: precision, limits: limits, deadline: deadline, memory: account,
      code: CodeAllocator(byteCount: FixedLimits.codeByteCount), calls: [:])
  }

  /// The same with prepared subgraphs.
  private init(
    _ graph: Graph, provider: KernelProvider?, precision: Precision, limits: ModelLimits, deadline: Deadline?,
    memory account: MemoryAccount?, code: CodeAllocator, calls: [Int: PreparedCall], keepsModel: Bool = false
  ) throws(ModelError) {
    let deadline = deadline ?? Deadline(in: limits.time)
    let demand = try ModelDemand(graph, limits: limits)
    let limit = limits.memoryByteCount
    let arena =
      try Self.layOut(graph, deadline) ?? (Array(repeating: nil, count: graph.values.count), byteCount: .max)
    var memory = SaturatingSum(demand.byteCount)
    memory.add(arena.byteCount)
    let (states, statePlaces) = Self.states(of: graph)
    self.states = states
    var stateByteCount = SaturatingSum()
    for state in states { stateByteCount.add(state.pageByteCount) }
    memory.add(stateByteCount.value)
    guard memory.value <= limit else { throw .memoryTooLarge(byteCount: memory.value, limit: limit) }
    let missing = max(demand.byteCount - graph.folding.byteCount, 0)
    try ZeroedMemory.require(byteCount: missing, margin: missing / 4 + Self.minMargin)
    arenaByteCount = arena.byteCount
    placements = arena.placements.compactMap { $0 }.ordered {
      ($0.offset, $0.steps.lowerBound) < ($1.offset, $1.steps.lowerBound)
    }
    self.limits = limits
    subgraph = graph.subgraph
    rowFlow = RowFlow(graph)
    var memories: [Int: ConstantMemory] = [:]
    func place(_ value: Int) -> Place {
      if let placement = arena.placements[value] { return .arena(placement.offset) }
      if let state = statePlaces[value] { return .state(state) }
      guard let constant = graph.values[value].constant else { return .none }
      let memory = memories[value] ?? (keepsModel ? constant.kept() : constant.aligned())
      memories[value] = memory
      return .constant(memory)
    }
    let spares = SparePages()
    var held = 0
    var program: [PreparedStep] = []
    var steps: [PlanStep] = []
    for step in graph.nodes.indices {
      let node = graph.nodes[step]
      try deadline?.check()
      let operands = graph.operands(of: node)
      let types = node.outputs.map { graph.values[$0].type }
      do throws(OperatorError) {
        var context = PreparationContext(
          inputs: operands, outputs: types, provider: provider, precision: precision, code: code)
        context.spares = spares
        let prepared: any PreparedOperator
        if let call = calls[step] {
          prepared = call
        } else {
          let first = demand.equalNodes[step]
          prepared = first < step ? program[first].operation : try node.inference.prepare(context)
        }
        if demand.equalNodes[step] == step {
          memory.add(prepared.heldByteCount)
          held += prepared.heldByteCount
        }
        var inputs: [Place] = []
        var shapes: [[Int]] = []
        for index in node.inputs.indices {
          guard let value = node.inputs[index] else {
            inputs.append(.none)
            continue
          }
          inputs.append(node.operation.readsAtRunTime(index) ? place(value) : .none)
          let input = graph.values[value]
          if input.constant == nil { shapes.append(input.type.shape) }
        }
        program.append(
          PreparedStep(
            operation: prepared, work: demand.work[step], multiplyAdds: node.inference.multiplyAdds, inputs: inputs,
            outputs: node.outputs.map(place)))
        steps.append(
          PlanStep(
            index: node.index, name: node.name, provider: prepared.derivedProvider, precision: prepared.precision,
            inputShapes: shapes, outputShapes: types.map { $0.shape },
            multiplyAdds: node.inference.multiplyAdds))
      } catch {
        throw .node(subgraph: graph.subgraph, index: node.index, name: node.name, error)
      }
      guard memory.value <= limit else { throw .memoryTooLarge(byteCount: memory.value, limit: limit) }
      try deadline?.allow(undivided: demand.work[step] / max(program[step].operation.usefulShareCount, 1))
    }
    memoryByteCount = demand.weightByteCount + arena.byteCount + stateByteCount.value + held
    lease = account?.lease(memoryByteCount + code.byteCount)
    self.program = program
    self.steps = steps
    scratchByteCount = program.reduce(0) { max($0, $1.operation.scratchByteCount) }
    memory.add(scratchByteCount)
    guard memory.value <= limit else { throw .memoryTooLarge(byteCount: memory.value, limit: limit) }
    inputs = graph.inputs.map { TensorDescription(name: graph.values[$0].name, type: graph.values[$0].type) }
    outputs = graph.outputs.map { TensorDescription(name: graph.values[$0].name, type: graph.values[$0].type) }
    inputPlaces = graph.inputs.map(place)
    outputPlaces = graph.outputs.map(place)
  }

  /// The memory retained by prepared operators and constant operands; it may list memory more than once.
  package var memory: [any KernelMemory] {
    program.flatMap { step in step.operation.memory + step.inputs.compactMap { $0.memory } }
      + outputPlaces.compactMap { $0.memory }
  }

  var leasedByteCount: Int { lease?.byteCount ?? 0 }

  /// The kept tensors, and each kept value's index in them.
  private static func states(of graph: Graph) -> (states: [State], places: [Int: Int]) {
    var states: [State] = []
    var known: [StateKey: Int] = [:]
    var places: [Int: Int] = [:]
    for case .some(let input) in graph.nodes.lazy.flatMap({ $0.inputs }) where places[input] == nil {
      let value = graph.values[input]
      guard let key = value.state else { continue }
      let place = known[key] ?? states.count
      if place == states.count {
        states.append(
          State(
            key: key, name: value.name, byteCount: value.type.byteCount + key.flagByteCount,
            firstByte: key.firstByte(of: value.type)))
      }
      known[key] = place
      places[input] = place
    }
    return (states, places)
  }

  /// The arena places of values, nil for constants and what is not used. Inputs live throughout the run, so that it
  /// can be repeated. Nil if the size overflows.
  private static func layOut(
    _ graph: Graph, _ deadline: Deadline?
  ) throws(ModelError) -> (placements: [TensorPlacement?], byteCount: Int)? {
    let end = graph.nodes.count
    // The first and last step of each value.
    var spans = [(first: Int, last: Int)?](repeating: nil, count: graph.values.count)
    for input in graph.inputs { spans[input] = (0, end) }
    for (step, node) in graph.nodes.enumerated() {
      for output in node.outputs { spans[output] = (step, step) }
      for case .some(let input) in node.inputs { spans[input] = spans[input].map { ($0.first, max(step, $0.last)) } }
    }
    for output in graph.outputs { spans[output]?.last = end }
    var (values, lifetimes) = ([Int](), [Lifetime]())
    for (value, span) in spans.enumerated() {
      guard let span else { continue }
      values.append(value)
      lifetimes.append(Lifetime(byteCount: graph.values[value].type.byteCount, steps: span.first...span.last))
    }
    guard let arena = try ArenaPlanner.place(lifetimes, until: deadline) else { return nil }
    var placements = [TensorPlacement?](repeating: nil, count: graph.values.count)
    for (index, value) in values.enumerated() {
      placements[value] = TensorPlacement(
        name: graph.values[value].name, offset: arena.offsets[index], byteCount: lifetimes[index].byteCount,
        steps: lifetimes[index].steps)
    }
    return (placements, arena.byteCount)
  }
}
