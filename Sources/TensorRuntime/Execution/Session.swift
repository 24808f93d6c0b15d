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

  private struct Instruction {
    /// Its place among the plan's steps.
    let step: Int
    let operation: any PreparedOperator
    /// Its operands and threads.
    let io: OperatorIO
    /// The emitted calls that it consists of, for each of its threads; nil if Swift code takes part.
    let calls: EmittedWork.Calls?

    /// Operators of more pieces than this are called from Swift: the calls of very many would be a table of very many words.
    private static let pieceLimit = 1 << 16

    init(_ operation: any PreparedOperator, step: Int, _ io: OperatorIO, threadCount: Int) {
      self.step = step
      self.operation = operation
      var io = io
      io.threadCount = max(min(threadCount, operation.usefulThreadCount), 1)
      self.io = io
      guard operation.usefulThreadCount <= Self.pieceLimit else {
        calls = nil
        return
      }
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
  /// - Throws: `ModelError.outOfMemory` if the system refuses the memory.
  public convenience init(_ plan: Plan, threads: Int = 1) throws(ModelError) {
    try self.init(plan, threads: ThreadPool(threadCount: max(threads, 1)))
  }

  /// Allocates the memory of a stream that runs on given threads: sessions that never run at the same time may share them.
  package init(_ plan: Plan, threads: ThreadPool) throws(ModelError) {
    self.plan = plan
    self.threads = threads
    scratchStride = (plan.scratchByteCount + 63) / 64 * 64
    let scratchByteCount = scratchStride * threads.threadCount
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
    for (step, instruction) in plan.program.enumerated() {
      let places = instruction.inputs + instruction.outputs
      for (index, place) in places.enumerated() {
        (next + index).initialize(to: Self.address(of: place, in: arena))
      }
      let io = OperatorIO(
        inputs: UnsafePointer(next), outputs: UnsafePointer(next + instruction.inputs.count),
        scratchOfAll: scratchMemory.pointer, scratchStride: scratchStride, faults: faults)
      instructions.append(Instruction(instruction.operation, step: step, io, threadCount: self.threads.threadCount))
      next += places.count
    }
    self.instructions = instructions
    pieces = Self.pieces(Self.stretches(of: instructions))
  }

  /// Neighbouring instructions of emitted calls, and the others by themselves.
  private static func stretches(of instructions: [Instruction]) -> [[Instruction]] {
    var stretches: [[Instruction]] = []
    for instruction in instructions {
      if instruction.calls != nil, stretches.last?.last?.calls != nil {
        stretches[stretches.count - 1].append(instruction)
      } else {
        stretches.append([instruction])
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
  /// - Throws: `ModelError.node` if an operator reads an index from a tensor and it is out of range. The outputs are then
  ///   of no use; the next run starts anew.
  public func run() throws(ModelError) {
    for piece in pieces { try run(piece) }
  }

  /// Computes the outputs and tells the time of each operator.
  ///
  /// - Returns: nanoseconds for each of the plan's steps, in their order.
  /// - Throws: as ``run()``.
  public func runMeasured() throws(ModelError) -> [UInt64] {
    try measuredPieces.map { (piece) throws(ModelError) in
      let start = Clock.nanoseconds()
      try run(piece)
      return Clock.nanoseconds() - start
    }
  }

  private func run(_ piece: Piece) throws(ModelError) {
    switch piece {
    case .swift(let work, let step):
      threads.run(work)
      // Threads take their shares in order, so the first fault does not depend on their number.
      for thread in 0..<work.threadCount {
        guard let fault = faults[thread] else { continue }
        faults.update(repeating: nil, count: threads.threadCount)
        throw .node(index: plan.steps[step].index, name: plan.steps[step].name, fault)
      }
    case .emitted(let work):
      work.prepare()
      threads.run(work)
    }
  }
}
