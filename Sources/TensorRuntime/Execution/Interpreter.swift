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
  /// The tensors that the caller reads. Shapes that depend on values are those of the last run, or the file's before
  /// the first run.
  public private(set) var outputs: [TensorDescription]

  private let model: Model
  private let interface: Interface
  private let options: PlanOptions
  private let threads: ThreadPool
  /// Nil before the first preparation.
  private var prepared: Stages?
  /// Shared by all stages and kept between runs.
  private var state = SessionState()

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
    var options = options
    options.keepsModel = true
    self.options = options
    let pool = ThreadPool(threadCount: max(threads, 1))
    self.threads = pool
    interface = try Interface(model, signature: signature)
    (inputs, outputs) = ([], [])
    try prepare(inputShapes)
  }

  // MARK: Inputs and outputs

  /// The index of the input with a name; nil if there is none.
  public func inputIndex(named name: String) -> Int? { inputs.firstIndex { $0.name.hasSameBytes(as: name) } }

  /// The index of the output with a name; nil if there is none.
  public func outputIndex(named name: String) -> Int? { outputs.firstIndex { $0.name.hasSameBytes(as: name) } }

  /// Resets variables and operators' states to their initial values, for another stream. (TFLite's
  /// `resetVariableTensors` leaves variables of VAR_HANDLE unchanged.)
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
    let threads = threads
    let deadline = options.currentDeadline
    var reader = try GraphReader(
      model, subgraph: interface.subgraph, inputShapes: byTensor, options: options, deadline: deadline)
    let (graph, rest) = try reader.readStage()
    let plan = try Plan(preparing: graph, options: options, deadline: deadline)
    let session = try Session(plan, threads: threads, state: state)
    var options = options
    let used = session.memoryByteCount + (rest?.memoryByteCount ?? 0) - plan.leasedByteCount
    options.limits.memoryByteCount = max(options.limits.memoryByteCount - used, 0)
    prepared = Stages(session, rest, options: options) { (plan) throws(ModelError) in
      try Session(plan, threads: threads, state: state)
    }
    self.state = state
    describe()
  }

  private var stages: Stages {
    guard let prepared else { preconditionFailure("an interpreter is prepared when it is made") }
    return prepared
  }

  /// Calls `body` with the bytes of input `index`. They keep their values from run to run.
  ///
  /// - Throws: whatever `body` throws.
  public func withInput<R, E: Error>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try stages.first.withInput(interface.inputPlaces[index], body)
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
    precondition(stages.isComplete, "outputs are there when the model has run")
    return try stages.last.withOutput(interface.outputPlaces[index], body)
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
  public var plan: Plan? { stages.isSingle ? stages.first.plan : nil }

  private func describe() {
    inputs = interface.describe(stages.first.plan.inputs, interface.inputNames, interface.inputPlaces)
    if stages.isComplete {
      outputs = interface.describe(stages.last.plan.outputs, interface.outputNames, interface.outputPlaces)
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
    let deadline = stages.isSingle ? options.startedDeadline : options.currentDeadline
    try stages.run(until: deadline)
    guard stages.hasNewLast else { return }
    describe()
    stages.hasNewLast = false
  }
}
