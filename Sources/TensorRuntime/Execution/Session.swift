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
  /// What went wrong in the running instruction, one place for each thread.
  private let faults: UnsafeMutablePointer<OperatorError?>
  /// The operands' addresses of all instructions, one after the other.
  private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let instructions: [Instruction]
  /// The emitted calls of the instructions that consist of nothing else.
  private let sequence: EmittedSequence?
  private let steps: [Step]

  /// Pieces of a run that Swift code starts, one by one: operators, or stretches of emitted calls.
  package var pieceCount: Int { steps.count }

  private struct Instruction {
    let operation: any PreparedOperator
    /// Where the addresses of inputs and outputs begin.
    let inputs: Int, outputs: Int
    /// Its part of the sequence; nil if Swift code takes part.
    var calls: Range<Int>?
  }

  /// A piece of a run.
  private enum Step {
    /// An instruction, by number.
    case instruction(Int)
    /// Emitted calls of neighbouring instructions, at least one.
    case calls(Range<Int>)
  }

  /// Allocates the memory of a stream.
  ///
  /// - Parameters:
  ///   - plan: what to run.
  ///   - threads: threads that share each operator's work, at least 1. Results do not depend on it.
  public init(_ plan: Plan, threads: Int = 1) {
    self.plan = plan
    self.threads = ThreadPool(threadCount: max(threads, 1))
    memory = ZeroedMemory(byteCount: plan.arenaByteCount)
    let arena = memory.pointer
    scratchStride = (plan.scratchByteCount + 63) / 64 * 64
    scratchMemory = ZeroedMemory(byteCount: scratchStride * self.threads.threadCount)
    let count = plan.program.reduce(0) { $0 + $1.inputs.count + $1.outputs.count }
    addresses = .allocate(capacity: max(count, 1))
    faults = .allocate(capacity: self.threads.threadCount)
    faults.initialize(repeating: nil, count: self.threads.threadCount)
    var next = 0
    var instructions: [Instruction] = []
    for instruction in plan.program {
      instructions.append(
        Instruction(operation: instruction.operation, inputs: next, outputs: next + instruction.inputs.count))
      for place in instruction.inputs + instruction.outputs {
        (addresses + next).initialize(to: Self.address(of: place, in: arena))
        next += 1
      }
    }
    var calls: [EmittedCall] = []
    for index in instructions.indices {
      let instruction = instructions[index]
      guard min(self.threads.threadCount, instruction.operation.usefulThreadCount) <= 1,
        let next = instruction.operation.emittedCalls(
          OperatorIO(
            inputs: UnsafePointer(addresses + instruction.inputs),
            outputs: UnsafePointer(addresses + instruction.outputs), scratchOfAll: scratchMemory.pointer,
            scratchStride: scratchStride, faults: faults))
      else { continue }
      instructions[index].calls = calls.count..<calls.count + next.count
      calls += next
    }
    sequence = EmittedSequence(calls)
    if sequence == nil {
      for index in instructions.indices { instructions[index].calls = nil }
    }
    self.instructions = instructions
    steps = Self.steps(of: instructions)
  }

  /// Neighbouring instructions of emitted calls become one step.
  private static func steps(of instructions: [Instruction]) -> [Step] {
    var steps: [Step] = []
    for (index, instruction) in instructions.enumerated() {
      guard let calls = instruction.calls else {
        steps.append(.instruction(index))
        continue
      }
      if calls.isEmpty { continue }
      if case .calls(let range)? = steps.last {
        steps[steps.count - 1] = .calls(range.lowerBound..<calls.upperBound)
      } else {
        steps.append(.calls(calls))
      }
    }
    return steps
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
    for step in steps {
      switch step {
      case .instruction(let index): try run(index)
      case .calls(let range): sequence?.run(range)
      }
    }
  }

  /// Computes the outputs and tells the time of each operator.
  ///
  /// - Returns: nanoseconds for each of the plan's steps, in their order.
  /// - Throws: as ``run()``.
  public func runMeasured() throws(ModelError) -> [UInt64] {
    var times: [UInt64] = []
    for (index, instruction) in instructions.enumerated() {
      let start = Clock.nanoseconds()
      if let calls = instruction.calls {
        if !calls.isEmpty { sequence?.run(calls) }
      } else {
        try run(index)
      }
      times.append(Clock.nanoseconds() - start)
    }
    return times
  }

  private func run(_ index: Int) throws(ModelError) {
    let instruction = instructions[index]
    threads.run(
      instruction.operation,
      OperatorIO(
        inputs: UnsafePointer(addresses + instruction.inputs), outputs: UnsafePointer(addresses + instruction.outputs),
        scratchOfAll: scratchMemory.pointer, scratchStride: scratchStride, faults: faults))
    // Threads take their shares in order, so the first fault does not depend on their number.
    for thread in 0..<threads.threadCount {
      guard let fault = faults[thread] else { continue }
      faults.update(repeating: nil, count: threads.threadCount)
      throw .node(index: plan.steps[index].index, name: plan.steps[index].name, fault)
    }
  }
}
