import MudraPlatform
import TFLiteFormat
import TensorKernels

/// One stream of runs of a plan: it owns the tensors' memory, and is used by one task at a time.
///
/// Set the inputs, call ``run()``, read the outputs. Running allocates nothing.
public final class Session {
  /// The plan to run, which may be shared with other sessions.
  public let plan: Plan
  /// Threads that share the work of a run.
  public var threadCount: Int { threads.threadCount }

  /// Bytes of the plan and the session.
  package var memoryByteCount: Int { ownByteCount + laterByteCount }
  /// Bytes prepared at run time for subgraphs.
  var laterByteCount: Int { calls.values.reduce(0) { $0 + $1.laterByteCount } }
  private let ownByteCount: Int

  package internal(set) var startedRunCount = 0

  /// The tensors' memory, perhaps that of other sessions, too.
  let memory: ZeroedMemory
  let threads: ThreadPool
  let scratch: ThreadScratch
  /// The operand addresses of all steps, consecutively.
  private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// Faults of the running step's shares.
  let faults: UnsafeMutablePointer<OperatorError?>
  let operands: [OperatorIO]
  let steps: [DividedStep]
  let runs: [SessionPart]
  /// The subgraphs' sessions, by step.
  let calls: [Int: CallRun]
  /// Variables and operators' states, and the addresses of those in the plan.
  private let state: SessionState
  private let states: [UnsafeMutableRawPointer]
  let maxWork: Int
  /// The changing rows of the first input in the last run, if given, and what is kept for the next one.
  var changingRows: Range<Int>?
  var kept: KeptRows?
  /// The last cut that was impossible.
  var impossibleCut: Range<Int>?
  /// A run's time limit; nil if there is none, or no check within a run.
  let deadline: Deadline?
  /// Single steps, for timing.
  private(set) lazy var measuredRuns = steps.map(part)

  package var runCount: Int { runs.count }

  /// Allocates the memory of a session.
  ///
  /// - Parameters:
  ///   - plan: what to run.
  ///   - threads: threads that share each operator's work, at least 1. Results do not depend on it.
  /// - Throws: `ModelError.memoryTooLarge` if the scratch of all threads is too large, `.outOfMemory` if the system
  ///   refuses the memory.
  public convenience init(_ plan: Plan, threads: Int = 1) throws(ModelError) {
    try self.init(plan, threads: ThreadPool(threadCount: max(threads, 1)))
  }

  /// Allocates the memory of a session that runs on the given threads: sessions that never run at the same time may
  /// share them.
  ///
  /// - Parameters:
  ///   - maxWork: the work between two checks of the time limit, by default a twentieth of a second of emitted code.
  ///   - arena: the tensors' memory; nil for the session's own.
  /// - Precondition: `arena` is large enough for the plan.
  package convenience init(
    _ plan: Plan, threads: ThreadPool, maxWork: Int = 1 << 30, arena: SharedArena? = nil
  ) throws(ModelError) {
    try self.init(plan, threads: threads, maxWork: maxWork, state: SessionState(), arena: arena)
  }

  /// Allocates the memory of a session that keeps its variables with others.
  ///
  /// - Parameters:
  ///   - callerScratch: the threads' scratch, if it is that of a session that waits while this one runs.
  ///   - allowance: the calls that it may have, which it shares with that session.
  ///   - room: the memory for what is prepared at run time, which it shares with that session; nil for what is left of
  ///     the plan's limit.
  /// - Throws: as `init(_:threads:)`, and `.variableSize` for a variable that exists with another size.
  init(
    _ plan: Plan, threads: ThreadPool, maxWork: Int = 1 << 30, state: SessionState, arena: SharedArena? = nil,
    callerScratch: ThreadScratch? = nil, allowance: CallAllowance = CallAllowance(), room: StageRoom? = nil
  ) throws(ModelError) {
    self.plan = plan
    self.threads = threads
    self.state = state
    let scratchByteCount = ThreadScratch.byteCount(plan.scratchByteCount, count: threads.threadCount)
    var byteCount = SaturatingSum(plan.memoryByteCount)
    byteCount.add(scratchByteCount)
    guard byteCount.value <= plan.limits.memoryByteCount else {
      throw .memoryTooLarge(byteCount: byteCount.value, limit: plan.limits.memoryByteCount)
    }
    precondition(arena.map { $0.memory.byteCount >= plan.arenaByteCount } ?? true, "the arena is large enough")
    guard let memory = arena?.memory ?? ZeroedMemory(byteCount: plan.arenaByteCount, isFilled: true),
      let scratch = callerScratch ?? ThreadScratch(byteCount: plan.scratchByteCount, count: threads.threadCount)
    else { throw .outOfMemory(byteCount: plan.arenaByteCount + scratchByteCount) }
    self.memory = memory
    self.scratch = scratch
    // By now, all networks of a task have packed their weights.
    WeightSlab.trim()
    // Each by itself may be too small for a check.
    let stateByteCount = plan.states.reduce(0) { $0 + $1.byteCount }
    guard ZeroedMemory.isAvailable(byteCount: stateByteCount) else { throw .outOfMemory(byteCount: stateByteCount) }
    var states: [UnsafeMutableRawPointer] = []
    for tensor in plan.states { states.append(try state.memory(of: tensor)) }
    self.states = states
    let count = plan.program.reduce(0) { $0 + $1.inputs.count + $1.outputs.count }
    addresses = .allocate(capacity: max(count, 1))
    faults = .allocate(capacity: ShareProgress.maxShareCount)
    faults.initialize(repeating: nil, count: ShareProgress.maxShareCount)
    var next = addresses
    var operands: [OperatorIO] = []
    for prepared in plan.program {
      let places = prepared.inputs + prepared.outputs
      for index in places.indices {
        (next + index).initialize(to: Self.address(of: places[index], in: memory.pointer, states))
      }
      operands.append(
        OperatorIO(
          inputs: UnsafePointer(next), outputs: UnsafePointer(next + prepared.inputs.count), scratch: scratch[0],
          fault: faults))
      next += places.count
    }
    self.operands = operands
    self.maxWork = maxWork
    let (divided, tableByteCount) = allowance.table(within: plan.limits.memoryByteCount - byteCount.value) {
      Self.divided(plan.program, operands, scratch, maxWork: maxWork, maxCalls: $0)
    }
    ownByteCount = byteCount.value + tableByteCount
    steps = divided.map { $0.0 }
    let callerByteCount = plan.scratchByteCount
    do throws(ModelError) {
      let room = room ?? StageRoom(byteCount: max(plan.limits.memoryByteCount - ownByteCount, 0))
      calls = try Self.calls(plan.program, operands, state, room) { (plan) throws(ModelError) in
        // Scratch of what is prepared at run time may be larger.
        let fits = plan.scratchByteCount <= callerByteCount
        return try Session(
          plan, threads: threads, maxWork: maxWork, state: state, callerScratch: fits ? scratch : nil,
          allowance: allowance, room: room)
      }
    } catch {
      addresses.deallocate()
      faults.deallocate()
      throw error
    }
    let calls = calls
    runs = Self.joined(divided, maxWork: maxWork).map { [faults] in
      SessionPart($0, calls, scratch, faults)
    }
    deadline = runs.count > 1 || !calls.isEmpty ? Deadline(in: plan.limits.time) : nil
  }

  private static func calls(
    _ program: [Plan.PreparedStep], _ operands: [OperatorIO], _ state: SessionState, _ room: StageRoom,
    makeSession: @escaping (Plan) throws(ModelError) -> Session
  ) throws(ModelError) -> [Int: CallRun] {
    var calls: [Int: CallRun] = [:]
    for step in program.indices {
      guard let call = program[step].operation as? PreparedCall else { continue }
      calls[step] = try CallRun(
        call, operands[step], state: state, options: room.options(call.options), makeSession: makeSession)
    }
    return calls
  }

  /// Divides a program's steps within a limit of calls; also returns the number of calls.
  static func divided(
    _ program: [Plan.PreparedStep], _ operands: [OperatorIO], _ scratch: ThreadScratch, maxWork: Int,
    maxCalls: Int
  ) -> ([(DividedStep, DividedStep.Calls)], Int) {
    var divided: [(DividedStep, DividedStep.Calls)] = []
    var left = maxCalls
    for step in program.indices {
      let added = DividedStep.dividing(
        program[step], step: step, operands[step], scratch, maxWork: maxWork, maxCalls: left)
      left -= added.reduce(0) { $1.0.listsCalls ? $0 + $1.1.reduce(0) { $0 + $1.count } : $0 }
      divided += added
    }
    return (divided, maxCalls - left)
  }

  func part(_ step: DividedStep) -> SessionPart {
    SessionPart([(step, step.calls(scratch))], calls, scratch, faults)
  }

  /// Joins neighboring steps up to `maxWork`. Steps with subgraphs stay single.
  static func joined(
    _ steps: [(DividedStep, DividedStep.Calls)], maxWork: Int
  ) -> [[(DividedStep, DividedStep.Calls)]] {
    var runs: [[(DividedStep, DividedStep.Calls)]] = []
    var work = SaturatingSum(0)
    for step in steps {
      work.add(step.0.work)
      let isCall = step.0.operation is PreparedCall || runs.last?.last?.0.operation is PreparedCall
      if !runs.isEmpty, work.value <= maxWork, !isCall {
        runs[runs.count - 1].append(step)
      } else {
        runs.append([step])
        work = SaturatingSum(step.0.work)
      }
    }
    return runs
  }

  deinit {
    addresses.deallocate()
    faults.deinitialize(count: ShareProgress.maxShareCount)
    faults.deallocate()
  }

  private static func address(
    of place: Plan.Place, in arena: UnsafeMutableRawPointer, _ states: [UnsafeMutableRawPointer]
  ) -> UnsafeMutableRawPointer? {
    switch place {
    case .arena(let offset): arena + offset
    case .state(let index): states[index]
    case .constant(let memory): memory.pointer
    case .none: nil
    }
  }

  /// The memory owned by the session: tensors, scratch, variables and kept rows.
  public var memoryFootprint: MemoryFootprint {
    MemoryFootprint(
      arenaByteCount: tensorByteCount + ThreadScratch.byteCount(plan.scratchByteCount, count: threadCount)
        + (kept?.byteCount ?? 0) + state.byteCount)
  }

  /// Bytes of tensors, including subgraphs.
  var tensorByteCount: Int { calls.values.reduce(plan.arenaByteCount) { $0 + $1.tensorByteCount } }

  /// Resets variables and operators' states to their initial values.
  public func resetState() { state.reset() }

  /// Calls `body` with the bytes of input `index`, to be filled before ``run()``. They keep their values from run to
  /// run.
  ///
  /// - Precondition: `index` is one of `plan.inputs`.
  /// - Throws: whatever `body` throws.
  public func withInput<R, E: Error>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    precondition(plan.inputs.indices.contains(index), "the model has no input \(index)")
    return try body(
      UnsafeMutableRawBufferPointer(
        start: Self.address(of: plan.inputPlaces[index], in: memory.pointer, states),
        count: plan.inputs[index].byteCount))
  }

  /// Calls `body` with the bytes of output `index`, which are valid until the next ``run()``.
  ///
  /// - Precondition: `index` is one of `plan.outputs`.
  /// - Throws: whatever `body` throws.
  public func withOutput<R, E: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    precondition(plan.outputs.indices.contains(index), "the model has no output \(index)")
    return try body(
      UnsafeRawBufferPointer(
        start: Self.address(of: plan.outputPlaces[index], in: memory.pointer, states),
        count: plan.outputs[index].byteCount))
  }

  /// Computes the outputs from the inputs.
  ///
  /// - Throws: `ModelError.node` if an operator reads an index from a tensor and it is out of range, or a variable to
  ///   which nothing was assigned; `.tooSlow` or `.waitedTooLong` if the run exceeds the plan's time limit. The outputs
  ///   are meaningless then. The next run starts over, but values that are kept from run to run may have been changed
  ///   in part: ``resetState()`` makes them what they were at first.
  public func run() throws(ModelError) {
    try run(until: nil)
  }

  /// The same with a shared deadline, as for several stages; nil for the session's own.
  func run(until shared: Deadline?, alone: Bool = false) throws(ModelError) {
    if shared == nil { deadline?.restart() }
    try run(runs, until: shared ?? deadline, alone: alone)
  }

  /// Computes the outputs, on the calling thread only if `alone`, so that the session's other threads may do something
  /// else.
  ///
  /// - Throws: as ``run()``.
  package func run(alone: Bool) throws(ModelError) {
    deadline?.restart()
    try run(runs, until: deadline, alone: alone)
  }

  func run(_ runs: [SessionPart], until deadline: Deadline?, alone: Bool = false) throws(ModelError) {
    startedRunCount += 1
    for run in runs {
      try deadline?.check(alone ? nil : threads)
      try self.run(run, until: deadline, alone: alone)
    }
    if !alone { deadline?.count(threads) }
  }

  func run(_ part: SessionPart, until deadline: Deadline?, alone: Bool = false) throws(ModelError) {
    let run: StepRun
    switch part {
    case .steps(let steps): run = steps
    case .call(let call): return try call.run(until: deadline, threads, alone: alone)
    }
    if alone { threads.runAlone(run) } else { threads.run(run) }
    guard let (fault, step) = run.takeFault() else { return }
    throw .node(subgraph: plan.subgraph, index: plan.steps[step].index, name: plan.steps[step].name, fault)
  }
}
