import MudraPlatform

/// The sessions that run a graph in stages: where a shape depends on a computed value, the rest is prepared after that
/// value, and kept while it stays the same. Most graphs have one stage.
final class Stages {
  private struct Stage {
    let session: Session
    let rest: GraphContinuation?
    /// The value for which the next stage was prepared.
    var learned: ConstantMemory?
    /// For each input of the next session, the output of this one that provides it.
    var sources: [Int] = []

    var memoryByteCount: Int { session.memoryByteCount + (rest?.memoryByteCount ?? 0) }
    /// Bytes outside of any memory account.
    var uncountedByteCount: Int { memoryByteCount - session.plan.leasedByteCount }
  }

  /// For later stages, within the memory that the first one leaves.
  private let options: PlanOptions
  private let makeSession: (Plan) throws(ModelError) -> Session
  private var stages: [Stage]
  /// Whether ``last`` is new; the caller resets it.
  var hasNewLast = false

  /// - Parameters:
  ///   - rest: the unread rest of the graph, if any.
  ///   - makeSession: makes the sessions of later stages.
  init(
    _ session: Session, _ rest: GraphContinuation?, options: PlanOptions,
    makeSession: @escaping (Plan) throws(ModelError) -> Session
  ) {
    stages = [Stage(session: session, rest: rest)]
    (self.options, self.makeSession) = (options, makeSession)
  }

  var first: Session { stages[0].session }
  var last: Session { stages[stages.count - 1].session }
  var isSingle: Bool { stages[0].rest == nil }
  var isComplete: Bool { stages[stages.count - 1].rest == nil }

  var tensorByteCount: Int { stages.reduce(0) { $0 + $1.session.tensorByteCount } }
  var laterMemoryByteCount: Int { stages.dropFirst().reduce(0) { $0 + $1.memoryByteCount } }
  private var laterByteCount: Int { stages.dropFirst().reduce(0) { $0 + $1.uncountedByteCount } }

  /// Computes the outputs from the inputs of the first session.
  ///
  /// - Throws: `ModelError` if a shape that depends on values is impossible, and as ``Session/run()``.
  func run(until deadline: Deadline?, alone: Bool = false) throws(ModelError) {
    var index = 0
    while true {
      let session = stages[index].session
      try session.run(until: deadline, alone: alone)
      guard let rest = stages[index].rest else { return }
      let isKnown = session.withOutput(rest.place) { value in
        guard let learned = stages[index].learned, let bytes = value.baseAddress else { return false }
        return memcmp(learned.pointer, bytes, value.count) == 0
      }
      if index + 1 == stages.count || !isKnown {
        try prepare(rest, after: index, deadline)
      }
      let next = stages[index + 1].session
      for (input, output) in stages[index].sources.enumerated() {
        session.withOutput(output) { source in next.withInput(input) { $0.copyMemory(from: source) } }
      }
      index += 1
    }
  }

  private func prepare(_ rest: GraphContinuation, after index: Int, _ deadline: Deadline?) throws(ModelError) {
    stages.removeSubrange((index + 1)...)
    guard stages.count < FixedLimits.stageCount else { throw .tooManyStages(limit: FixedLimits.stageCount) }
    // The memory of the stages in between is not available to this one.
    var options = options
    options.limits.memoryByteCount = max(options.limits.memoryByteCount - laterByteCount, 0)
    let part = try stages[index].session.withOutput(rest.place) { value throws(ModelError) in
      try rest.next(value, limit: options.limits.memoryByteCount, deadline: deadline)
    }
    let session = try makeSession(Plan(preparing: part.graph, options: options, deadline: deadline))
    (stages[index].learned, stages[index].sources) = (part.learned, part.sources)
    stages.append(Stage(session: session, rest: part.rest))
    hasNewLast = true
  }
}
