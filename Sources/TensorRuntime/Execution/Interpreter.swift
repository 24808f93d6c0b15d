import MudraPlatform
import TFLiteFormat

/// Runs any model that the engine has the operators for, whatever its inputs' shapes.
///
/// ```swift
/// let interpreter = try Interpreter(Model(Bytes(contentsOfFile: "network.tflite")))
/// interpreter.setInput(0, to: pixels)              // one float per element of the input
/// try interpreter.run()
/// let scores = interpreter.output(0, as: Float.self)
/// ```
///
/// If a shape depends on values computed at run time, a run has stages: each is prepared, by the same rules, once the
/// stage before it has computed those values, and kept for runs in which they are the same. All other models have one
/// stage, and running them allocates nothing; several ``Session``s can share their ``plan``, too.
///
/// An interpreter is used by one task at a time.
public final class Interpreter {
  /// The tensors that the caller sets, in the order of the signature or of the model.
  public private(set) var inputs: [TensorDescription]
  /// The tensors that the caller reads. Shapes that depend on the inputs' values are those of the last run, or those in
  /// the file before the first run.
  public private(set) var outputs: [TensorDescription]

  private let model: Model
  private let interface: Interface
  private let options: PlanOptions
  /// Stages run one after another and share these.
  private let threads: ThreadPool
  private var stages: [Stage]
  /// What all stages keep from run to run.
  private var state = SessionState()

  /// A session, and how the run continues after it.
  private struct Stage {
    let session: Session
    let continuation: Continuation?

    var memoryByteCount: Int { session.memoryByteCount + (continuation?.reader.memoryByteCount ?? 0) }
  }

  /// Reads the rest of the model once the value of a tensor is known.
  private struct Continuation {
    let reader: GraphReader
    let needed: Int
    /// The place of the needed tensor among the session's outputs.
    let place: Int
    /// The value for which the next stage was prepared.
    var learned: ConstantMemory?
    /// For each input of the next session, the output of this one that provides it.
    var sources: [Int] = []
  }

  /// Prepares a model.
  ///
  /// - Parameters:
  ///   - model: the model; everything that runs it shares its weights.
  ///   - signature: the signature to call; if nil, the first subgraph in its own order.
  ///   - inputShapes: the shapes of all inputs, in order; nil for those of the file.
  ///   - options: kernel provider, fusion and limits.
  ///   - threads: threads that share each operator's work, at least 1. Results do not depend on it.
  /// - Throws: `ModelError` naming the operator or tensor that cannot be run and the reason.
  public init(
    _ model: Model, signature: String? = nil, inputShapes: [[Int]]? = nil, options: PlanOptions = PlanOptions(),
    threads: Int = 1
  ) throws(ModelError) {
    self.model = model
    self.options = options
    let pool = ThreadPool(threadCount: max(threads, 1))
    self.threads = pool
    interface = try Interface(model, signature: signature)
    stages = []
    (inputs, outputs) = ([], [])
    try prepare(inputShapes)
  }

  // MARK: Inputs and outputs

  /// The index of the input with a name; nil if there is none.
  public func inputIndex(named name: String) -> Int? { inputs.firstIndex { $0.name.hasSameBytes(as: name) } }

  /// The index of the output with a name; nil if there is none.
  public func outputIndex(named name: String) -> Int? { outputs.firstIndex { $0.name.hasSameBytes(as: name) } }

  /// Makes the model's variables, and the states of its operators, what they were before the first run: for another
  /// stream. (`resetVariableTensors` of TFLite leaves variables of VAR_HANDLE as they are.)
  public func resetState() { state.reset() }

  /// Changes the shape of an input; the others keep theirs, and all values are lost, those of variables too.
  ///
  /// - Throws: `ModelError` if the model cannot run with it; nothing has changed then.
  public func resizeInput(_ index: Int, to shape: [Int]) throws(ModelError) {
    precondition(inputs.indices.contains(index), "the model has no input \(index)")
    var shapes = inputs.map { $0.shape }
    shapes[index] = shape
    try resizeInputs(to: shapes)
  }

  /// Changes the shapes of all inputs at once, for models whose inputs must match; all values are lost.
  ///
  /// - Throws: `ModelError` if the model cannot run with them; nothing has changed then.
  public func resizeInputs(to shapes: [[Int]]) throws(ModelError) {
    try prepare(shapes)
  }

  private func prepare(_ shapes: [[Int]]?) throws(ModelError) {
    precondition(shapes.map { $0.count == interface.inputs.count } ?? true, "each input has a shape")
    let byTensor = zip(interface.inputs, shapes ?? []).reduce(into: [:]) { $0[$1.0] = $1.1 }
    let state = SessionState()
    stages = [try Self.firstStage(model, interface, shapes: byTensor, options, threads, state)]
    self.state = state
    describe()
  }

  /// Calls `body` with the bytes of input `index`. They keep their values from run to run.
  ///
  /// - Throws: whatever `body` throws.
  public func withInput<R, E: Error>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try stages[0].session.withInput(interface.inputPlaces[index], body)
  }

  /// Copies values into input `index`.
  ///
  /// - Precondition: there is one value for each element of the input, of the same size.
  public func setInput<T: BitwiseCopyable>(_ index: Int, to values: [T]) {
    withInput(index) { memory in
      values.withUnsafeBytes { values in
        precondition(values.count == memory.count, "input \(index) has \(memory.count) bytes, not \(values.count)")
        memory.copyMemory(from: values)
      }
    }
  }

  /// Calls `body` with the bytes of output `index`, which are valid until the next ``run()``.
  ///
  /// - Throws: whatever `body` throws.
  public func withOutput<R, E: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    precondition(isComplete, "outputs are there when the model has run")
    return try stages[stages.count - 1].session.withOutput(interface.outputPlaces[index], body)
  }

  /// The values of output `index` after a run.
  ///
  /// - Precondition: `type` has the size of the output's elements.
  public func output<T: BitwiseCopyable>(_ index: Int, as type: T.Type) -> [T] {
    withOutput(index) { bytes in
      precondition(
        bytes.count == outputs[index].elementCount * MemoryLayout<T>.stride, "elements of \(type) have another size")
      return Array(bytes.assumingMemoryBound(to: type))
    }
  }

  /// The plan of a model that runs in one stage; nil if shapes depend on values.
  public var plan: Plan? { stages[0].continuation == nil ? stages[0].session.plan : nil }

  /// Whether the last stage computes the model's outputs.
  private var isComplete: Bool { stages[stages.count - 1].continuation == nil }

  private func describe() {
    inputs = interface.describe(stages[0].session.plan.inputs, interface.inputNames, interface.inputPlaces)
    if isComplete {
      outputs = interface.describe(
        stages[stages.count - 1].session.plan.outputs, interface.outputNames, interface.outputPlaces)
    } else {
      outputs = interface.declaredOutputs(model)
    }
  }

  // MARK: Running

  /// Computes the outputs from the inputs.
  ///
  /// - Throws: `ModelError` if a shape that depends on values is impossible, or if all stages together exceed the time
  ///   limit.
  public func run() throws(ModelError) {
    // The time of all stages; a single one has its own.
    let deadline = stages[0].continuation == nil ? options.startedDeadline : options.currentDeadline
    var index = 0
    var isNew = false
    while true {
      let session = stages[index].session
      try session.run(until: deadline)
      guard let continuation = stages[index].continuation else { break }
      let isKnown = session.withOutput(continuation.place) { value in
        guard let learned = continuation.learned, let bytes = value.baseAddress else { return false }
        return memcmp(learned.pointer, bytes, value.count) == 0
      }
      if index + 1 == stages.count || !isKnown {
        try prepareStage(after: index, deadline)
        isNew = true
      }
      let next = stages[index + 1].session
      for (input, output) in (stages[index].continuation?.sources ?? []).enumerated() {
        session.withOutput(output) { source in next.withInput(input) { $0.copyMemory(from: source) } }
      }
      index += 1
    }
    if isNew { describe() }
  }

  private func prepareStage(after index: Int, _ deadline: Deadline?) throws(ModelError) {
    stages.removeSubrange((index + 1)...)
    guard stages.count < FixedLimits.stageCount else { throw .tooManyStages(limit: FixedLimits.stageCount) }
    let session = stages[index].session
    guard var continuation = stages[index].continuation else { return }
    // The memory of earlier stages is not available to this one.
    var options = options
    let held = stages.reduce(0) { $0 + $1.memoryByteCount - $1.session.plan.leasedByteCount }
    options.limits.memoryByteCount = max(options.limits.memoryByteCount - held, 0)
    var reader = continuation.reader
    reader.deadline = deadline
    let before = reader.inputs.firstPlaces
    continuation.learned = try session.withOutput(continuation.place) { value throws(ModelError) in
      try reader.learn(value, of: continuation.needed, limit: options.limits.memoryByteCount)
    }
    continuation.sources = reader.inputs.compactMap { before[$0] }
    let next = try Self.stage(&reader, options, threads, state)
    stages[index] = Stage(session: stages[index].session, continuation: continuation)
    stages.append(next)
  }

  private static func firstStage(
    _ model: Model, _ interface: Interface, shapes: [Int: [Int]], _ options: PlanOptions, _ threads: ThreadPool,
    _ state: SessionState
  ) throws(ModelError) -> Stage {
    var reader = try GraphReader(
      model, subgraph: interface.subgraph, inputShapes: shapes, options: options,
      deadline: options.currentDeadline)
    return try stage(&reader, options, threads, state)
  }

  /// Reads on until a shape is not known, and prepares what has been read.
  private static func stage(
    _ reader: inout GraphReader, _ options: PlanOptions, _ threads: ThreadPool, _ state: SessionState
  ) throws(ModelError) -> Stage {
    let stop = try reader.read()
    let graph = reader.takeStage(needed: stop?.tensor)
    let plan = try Plan(preparing: graph, options: options, deadline: reader.deadline)
    let session = try Session(plan, threads: threads, state: state)
    guard let stop, let place = graph.outputs.firstIndex(of: stop.tensor) else {
      return Stage(session: session, continuation: nil)
    }
    return Stage(session: session, continuation: Continuation(reader: reader, needed: stop.tensor, place: place))
  }
}
