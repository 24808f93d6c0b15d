import Platform
import TFLiteFormat
import TensorKernels

/// One stream of runs of a plan: it owns the tensors' memory, and is used by one task at a time.
///
/// Set the inputs, call ``run()``, read the outputs. Running allocates nothing.
public final class Session {
  /// The plan that is run; it may be shared with other sessions.
  public let plan: Plan
  /// Threads that share the work of a run.
  public var threadCount: Int { threads.threadCount }

  /// Bytes of the plan and the session.
  let memoryByteCount: Int

  private let memory: ZeroedMemory
  private let scratchMemory: ZeroedMemory
  private let scratchStride: Int
  private let threads: ThreadPool
  /// The operands' addresses of all instructions, one after the other.
  private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// What went wrong in the running operator, one place for each thread.
  private let faults: UnsafeMutablePointer<OperatorError?>
  private let instructions: [Instruction]
  private let pieces: [Piece]
  /// Each instruction by itself, to be timed.
  private lazy var measuredPieces = Self.pieces(instructions.map { [$0] })

  /// Pieces of a run that Swift code starts, one by one: operators, or stretches of emitted calls.
  package var pieceCount: Int { pieces.count }

  /// Calls in a session's tables, about: with them the tables take some 50 MB. MediaPipe's networks have two thousand.
  private static let mostCalls = 1 << 18

  /// How much longer Swift takes than emitted code, at most, about.
  private static let swiftSlowness = 64

  private struct Instruction {
    /// Its place among the plan's steps.
    let step: Int
    let operation: any PreparedOperator
    /// Turns of its innermost loop, about.
    let work: Int
    /// Its operands and threads.
    let io: OperatorIO
    /// The emitted calls that it consists of, for each of its threads; nil if Swift code takes part.
    let calls: EmittedWork.Calls?

    /// More units would make tables of calls that are larger than the tensors.
    private static let largestUnitCount = 1 << 14

    /// The parts in which an operator is run: one, unless it is a large one.
    static func parts(
      of instruction: Plan.PreparedStep, step: Int, _ io: OperatorIO, threadCount: Int, largestWork: Int,
      emitsCalls: Bool
    ) -> [Instruction] {
      let operation = instruction.operation
      var io = io
      io.threadCount = max(min(threadCount, operation.usefulShareCount), 1)
      func partCount(_ largest: Int) -> Int {
        max(min(instruction.work / largest, operation.usefulShareCount / io.threadCount), 1)
      }
      func part(_ number: Int, of count: Int, emitted: Bool) -> Instruction {
        io.part = number
        io.partCount = count
        return Instruction(operation, step: step, work: instruction.work / count, io, isEmitted: emitted)
      }
      let isSmall = emitsCalls && operation.usefulShareCount <= largestUnitCount
      let count = partCount(largestWork)
      let first = part(0, of: count, emitted: isSmall)
      if first.calls != nil { return [first] + (1..<count).map { part($0, of: count, emitted: true) } }
      let swiftCount = partCount(max(largestWork / Session.swiftSlowness, 1))
      return (0..<swiftCount).map { part($0, of: swiftCount, emitted: false) }
    }

    private init(_ operation: any PreparedOperator, step: Int, work: Int, _ io: OperatorIO, isEmitted: Bool) {
      self.step = step
      self.operation = operation
      self.work = work
      self.io = io
      guard isEmitted else {
        calls = nil
        return
      }
      var io = io
      let calls = (0..<io.threadCount).map { thread in
        io.thread = thread
        return operation.calls(io)
      }
      self.calls = calls.contains { $0 == nil } ? nil : calls.compactMap { $0 }
    }
  }

  /// A piece of a run.
  private enum Piece {
    case swift(OperatorWork, step: Int)
    case emitted(EmittedWork)
  }

  /// Allocates the memory of a stream.
  ///
  /// - Parameters:
  ///   - plan: what to run.
  ///   - threads: threads that share each operator's work, at least 1. Results do not depend on it.
  /// - Throws: `ModelError.memoryTooLarge` if the scratch of all threads is too much, `.outOfMemory` if the system
  ///   refuses the memory.
  public convenience init(_ plan: Plan, threads: Int = 1) throws(ModelError) {
    try self.init(plan, threads: ThreadPool(threadCount: max(threads, 1)))
  }

  /// Allocates the memory of a stream that runs on given threads: sessions that never run at the same time may share
  /// them.
  ///
  /// - Parameter largestWork: the work of a piece, after which a run looks at its time limit: a twentieth of a second
  ///   of emitted code unless said otherwise.
  package init(_ plan: Plan, threads: ThreadPool, largestWork: Int = 1 << 30) throws(ModelError) {
    self.plan = plan
    self.threads = threads
    scratchStride = (plan.scratchByteCount + 63) / 64 * 64
    let scratchByteCount = scratchStride * threads.threadCount
    var byteCount = SaturatingSum(plan.memoryByteCount)
    byteCount.add(scratchByteCount)
    guard byteCount.value <= plan.limits.memoryByteCount else {
      throw .memoryTooLarge(byteCount: byteCount.value, limit: plan.limits.memoryByteCount)
    }
    memoryByteCount = byteCount.value
    guard let memory = ZeroedMemory(byteCount: plan.arenaByteCount),
      let scratchMemory = ZeroedMemory(byteCount: scratchByteCount)
    else { throw .outOfMemory(byteCount: plan.arenaByteCount + scratchByteCount) }
    self.memory = memory
    self.scratchMemory = scratchMemory
    let arena = memory.pointer
    let count = plan.program.reduce(0) { $0 + $1.inputs.count + $1.outputs.count }
    addresses = .allocate(capacity: max(count, 1))
    faults = .allocate(capacity: self.threads.threadCount)
    faults.initialize(repeating: nil, count: self.threads.threadCount)
    var next = addresses
    var instructions: [Instruction] = []
    var callCount = 0
    for (step, instruction) in plan.program.enumerated() {
      let places = instruction.inputs + instruction.outputs
      for (index, place) in places.enumerated() {
        (next + index).initialize(to: Self.address(of: place, in: arena))
      }
      let io = OperatorIO(
        inputs: UnsafePointer(next), outputs: UnsafePointer(next + instruction.inputs.count),
        scratchOfAll: scratchMemory.pointer, scratchStride: scratchStride, faults: faults)
      let parts = Instruction.parts(
        of: instruction, step: step, io, threadCount: self.threads.threadCount, largestWork: largestWork,
        emitsCalls: callCount < Self.mostCalls)
      callCount += parts.reduce(0) { $0 + ($1.calls ?? []).reduce(0) { $0 + $1.count } }
      instructions += parts
      next += places.count
    }
    self.instructions = instructions
    pieces = Self.pieces(Self.stretches(of: instructions, largestWork: largestWork))
  }

  /// Neighbouring instructions of emitted calls, as long as they are no large piece of work together, and the others by
  /// themselves.
  private static func stretches(of instructions: [Instruction], largestWork: Int) -> [[Instruction]] {
    var stretches: [[Instruction]] = []
    var work = 0
    for instruction in instructions {
      work += instruction.work
      if instruction.calls != nil, stretches.last?.last?.calls != nil, work <= largestWork {
        stretches[stretches.count - 1].append(instruction)
      } else {
        stretches.append([instruction])
        work = instruction.work
      }
    }
    return stretches
  }

  private static func pieces(_ stretches: [[Instruction]]) -> [Piece] {
    stretches.flatMap { stretch -> [Piece] in
      let calls = stretch.compactMap(\.calls)
      if calls.count == stretch.count, let work = EmittedWork(calls) { return [.emitted(work)] }
      return stretch.map { .swift(OperatorWork($0.operation, $0.io), step: $0.step) }
    }
  }

  deinit {
    addresses.deallocate()
    faults.deinitialize(count: threads.threadCount)
    faults.deallocate()
  }

  private static func address(
    of place: Plan.Place, in arena: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    switch place {
    case .arena(let offset): arena + offset
    case .constant(let memory): memory.pointer
    case .none: nil
    }
  }

  /// Bytes of the session's own memory: tensors and scratch.
  public var memoryFootprint: MemoryFootprint {
    MemoryFootprint(arenaByteCount: plan.arenaByteCount + scratchStride * threads.threadCount)
  }

  /// Lends the bytes of input `index`, to be filled before ``run()``. They keep their value from run to run.
  ///
  /// - Precondition: `index` is one of `plan.inputs`.
  /// - Throws: what `body` throws.
  public func withInput<R, E: Error>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    precondition(plan.inputs.indices.contains(index), "the model has no input \(index)")
    return try body(
      UnsafeMutableRawBufferPointer(
        start: Self.address(of: plan.inputPlaces[index], in: memory.pointer), count: plan.inputs[index].byteCount))
  }

  /// Lends the bytes of output `index`, valid until the next ``run()``.
  ///
  /// - Precondition: `index` is one of `plan.outputs`.
  /// - Throws: what `body` throws.
  public func withOutput<R, E: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    precondition(plan.outputs.indices.contains(index), "the model has no output \(index)")
    return try body(
      UnsafeRawBufferPointer(
        start: Self.address(of: plan.outputPlaces[index], in: memory.pointer), count: plan.outputs[index].byteCount))
  }

  /// Computes the outputs from the inputs.
  ///
  /// - Throws: `ModelError.node` if an operator reads an index from a tensor and it is out of range, `.tooSlow` if the
  ///   run takes longer than the plan's limit. The outputs are then of no use; the next run starts anew.
  public func run() throws(ModelError) {
    try run(until: Deadline(in: plan.limits.time))
  }

  /// The same, with the time that is left of a longer piece of work.
  func run(until deadline: Deadline?) throws(ModelError) {
    for piece in pieces {
      try deadline?.check()
      try run(piece)
    }
  }

  /// Computes the outputs and tells the time of each operator.
  ///
  /// - Returns: nanoseconds for each of the plan's steps, in their order.
  /// - Throws: as ``run()``.
  public func runMeasured() throws(ModelError) -> [UInt64] {
    let deadline = Deadline(in: plan.limits.time)
    var times = [UInt64](repeating: 0, count: plan.steps.count)
    for (instruction, piece) in zip(instructions, measuredPieces) {
      try deadline?.check()
      let start = MonotonicClock.nanoseconds()
      try run(piece)
      times[instruction.step] += MonotonicClock.nanoseconds() - start
    }
    return times
  }

  private func run(_ piece: Piece) throws(ModelError) {
    switch piece {
    case .swift(let work, let step):
      threads.run(work)
      // Threads take their shares in order, so the first fault does not depend on their number.
      for thread in 0..<work.threadCount {
        guard let fault = faults[thread] else { continue }
        faults.update(repeating: nil, count: threads.threadCount)
        throw .node(
          subgraph: plan.subgraph, index: plan.steps[step].index, name: plan.steps[step].name, fault)
      }
    case .emitted(let work):
      work.prepare()
      threads.run(work)
    }
  }
}
