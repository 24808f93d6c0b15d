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

  package private(set) var startedRunCount = 0

  /// The tensors' memory, perhaps that of other sessions, too.
  let memory: ZeroedMemory
  private let threads: ThreadPool
  private let scratch: ThreadScratch
  /// The operand addresses of all steps, consecutively.
  private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// Faults of the running step's shares.
  private let faults: UnsafeMutablePointer<OperatorError?>
  private let operands: [OperatorIO]
  private let steps: [DividedStep]
  private let runs: [SessionPart]
  /// The subgraphs' sessions, by step.
  private let calls: [Int: CallRun]
  /// Variables and operators' states, and the addresses of those in the plan.
  private let state: SessionState
  private let states: [UnsafeMutableRawPointer]
  private let maxWork: Int
  /// The changing rows of the first input in the last run, if given, and what is kept for the next one.
  private var changingRows: Range<Int>?
  private var kept: KeptRows?
  /// The last cut that was impossible.
  private var impossibleCut: Range<Int>?
  /// A run's time limit; nil if there is none, or no check within a run.
  private let deadline: Deadline?
  /// Single steps, for timing.
  private lazy var measuredRuns = steps.map(part)

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
  private static func divided(
    _ program: [Plan.PreparedStep], _ operands: [OperatorIO], _ scratch: ThreadScratch, maxWork: Int,
    maxCalls: Int
  ) -> ([(DividedStep, DividedStep.Calls?)], Int) {
    var divided: [(DividedStep, DividedStep.Calls?)] = []
    var left = maxCalls
    for step in program.indices {
      let added = DividedStep.dividing(
        program[step], step: step, operands[step], scratch, maxWork: maxWork, maxCalls: left)
      left -= added.reduce(0) { $0 + ($1.1 ?? []).reduce(0) { $0 + $1.count } }
      divided += added
    }
    return (divided, maxCalls - left)
  }

  private func part(_ step: DividedStep) -> SessionPart {
    SessionPart([(step, step.isEmitted ? step.calls(scratch) : nil)], calls, scratch, faults)
  }

  /// Joins neighboring steps up to `maxWork`. Steps with subgraphs stay single.
  private static func joined(
    _ steps: [(DividedStep, DividedStep.Calls?)], maxWork: Int
  ) -> [[(DividedStep, DividedStep.Calls?)]] {
    var runs: [[(DividedStep, DividedStep.Calls?)]] = []
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

  private func run(_ runs: [SessionPart], until deadline: Deadline?, alone: Bool = false) throws(ModelError) {
    startedRunCount += 1
    for run in runs {
      try deadline?.check(alone ? nil : threads)
      try self.run(run, until: deadline, alone: alone)
    }
    if !alone { deadline?.count(threads) }
  }

  // MARK: Kept rows

  /// Computes the outputs when only some rows of the first input change between runs.
  ///
  /// From the third consecutive run with the same rows on, rows of tensors that do not depend on them are kept, with
  /// the same results to the bit. The second run allocates their memory, which counts in ``memoryFootprint`` until
  /// other rows change.
  ///
  /// - Parameters:
  ///   - rows: the changing rows of the first input, a picture `[1, height, width, channels]`.
  ///   - multiple: if not nil, the rows are widened to multiples of it, and the network is cut: steps compute only
  ///     these rows, scaled to their height. Other rows are those of a blank picture that repeats a row outside of the
  ///     cut, so results differ where steps see beyond it, and the first run with new rows takes twice as long. Ignored
  ///     if the widened range covers all rows or the network cannot be cut.
  ///   - alone: as in ``run(alone:)``.
  /// - Throws: as ``run()``.
  package func run(
    changingRows rows: Range<Int>, cutToMultiplesOf multiple: Int? = nil, alone: Bool = false
  ) throws(ModelError) {
    guard calls.isEmpty else { return try run(alone: alone) }
    if let multiple, let rows = plan.rowFlow.widened(rows, toMultiplesOf: multiple),
      let cut = try cut(to: rows, alone: alone)
    {
      deadline?.restart()
      return try run(cut.runs, until: deadline, alone: alone)
    }
    if let kept, kept.rows == rows, !kept.isCut {
      deadline?.restart()
      return try run(kept.runs, until: deadline, alone: alone)
    }
    kept = nil
    guard changingRows == rows else {
      changingRows = rows
      return try run(alone: alone)
    }
    guard let kept = keptRows(rows, isCut: false) else {
      self.kept = KeptRows(rows: rows, wholeRuns: runs)
      return try run(alone: alone)
    }
    try fill(kept, alone: alone)
    self.kept = kept
  }

  /// Nil if nothing can be kept.
  private func keptRows(_ rows: Range<Int>, isCut: Bool) -> KeptRows? {
    let byteLimit = plan.limits.memoryByteCount - memoryByteCount
    return KeptRows(
      rows: rows, isCut: isCut, of: plan, operands, byteLimit: byteLimit,
      divide: { [scratch, faults, maxWork, operands] program in
        let divided = CallAllowance().table(within: byteLimit) {
          Self.divided(program, operands, scratch, maxWork: maxWork, maxCalls: $0)
        }.table
        return Self.joined(divided, maxWork: maxWork).map { SessionPart($0, [:], scratch, faults) }
      })
  }

  /// Computes everything, and keeps what does not change.
  private func fill(_ kept: KeptRows, alone: Bool) throws(ModelError) {
    startedRunCount += 1
    let deadline = Deadline(in: plan.limits.time)
    for step in steps {
      try deadline?.check(alone ? nil : threads)
      try run(part(step), until: deadline, alone: alone)
      kept.keep(ofStep: step.step)
    }
  }

  /// Nil if the network cannot be cut.
  private func cut(to rows: Range<Int>, alone: Bool) throws(ModelError) -> KeptRows? {
    if let kept, kept.isCut, kept.rows == rows { return kept }
    guard impossibleCut != rows else { return nil }
    (kept, changingRows) = (nil, nil)
    guard let cut = keptRows(rows, isCut: true), try fillFromBlank(cut, alone: alone) else {
      impossibleCut = rows
      return nil
    }
    kept = cut
    return cut
  }

  /// Computes everything for a blank picture, and keeps what is outside of the cut. The input is preserved.
  ///
  /// - Returns: false if the system refuses the memory.
  private func fillFromBlank(_ kept: KeptRows, alone: Bool) throws(ModelError) -> Bool {
    let rowLength = plan.inputs[0].byteCount / plan.inputs[0].shape[1]
    let bytes = kept.rows.lowerBound * rowLength..<kept.rows.upperBound * rowLength
    guard let memory = ZeroedMemory(byteCount: bytes.count) else { return false }
    let picture = UnsafeMutableRawBufferPointer(start: memory.pointer, count: bytes.count)
    withInput(0) { input in
      picture.copyBytes(from: input[bytes])
      let outside = bytes.lowerBound > 0 ? 0 : bytes.upperBound
      for row in stride(from: bytes.lowerBound, to: bytes.upperBound, by: rowLength) {
        UnsafeMutableRawBufferPointer(rebasing: input[row..<row + rowLength])
          .copyBytes(from: input[outside..<outside + rowLength])
      }
    }
    defer {
      withInput(0) { UnsafeMutableRawBufferPointer(rebasing: $0[bytes]).copyBytes(from: picture) }
      // The bytes are copied from it until here.
      withExtendedLifetime(memory) {}
    }
    try fill(kept, alone: alone)
    return true
  }

  /// The rows of each step's output that the next run computes if the same rows change; nil for all. Empty if nothing
  /// is kept.
  package var computedRows: [Range<Int>?] { kept?.computedRows ?? [] }

  /// Computes the outputs and measures the time of each operator.
  ///
  /// - Returns: nanoseconds for each of the plan's steps, in order.
  /// - Throws: as ``run()``.
  public func runMeasured() throws(ModelError) -> [UInt64] {
    startedRunCount += 1
    let deadline = Deadline(in: plan.limits.time)
    var times = [UInt64](repeating: 0, count: plan.steps.count)
    for (step, run) in zip(steps, measuredRuns) {
      try deadline?.check(threads)
      let start = MonotonicClock.nanoseconds()
      try self.run(run, until: deadline)
      times[step.step] += MonotonicClock.nanoseconds() - start
    }
    return times
  }

  private func run(_ part: SessionPart, until deadline: Deadline?, alone: Bool = false) throws(ModelError) {
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
