import TensorKernels

/// The sessions of the subgraphs that a step runs, and what passes between them and the step's operands.
///
///     WHILE:  inputs ─▶ outputs ─▶ condition      outputs: the state of the loop, in the memory of the step's outputs
///                         ▲  └───▶ body ─┐
///                         └──────────────┘
final class CallRun {
  /// A tensor that is copied to another place.
  private struct Copy {
    let source: UnsafeRawPointer
    let target: UnsafeMutableRawPointer
    let byteCount: Int

    func run() { target.copyMemory(from: source, byteCount: byteCount) }
  }

  private let kind: SubgraphCall.Kind
  private let sessions: [Session]
  /// For each session, from the step's operands to its inputs.
  private let arguments: [[Copy]]
  /// For each session, from its outputs to those of the step.
  private let results: [[Copy]]
  /// The first state of a loop.
  private let start: [Copy]
  /// What a condition is read from.
  private let condition: UnsafeRawPointer?
  private let flag: CallOnceFlag?

  /// - Parameters:
  ///   - io: the operands of the step.
  ///   - makeSession: makes a session that shares threads, scratch and state with that of the step.
  init(
    _ call: PreparedCall, _ io: OperatorIO, state: SessionState, makeSession: (Plan) throws(ModelError) -> Session
  ) throws(ModelError) {
    kind = call.kind
    var sessions: [Session] = []
    for plan in call.plans { sessions.append(try makeSession(plan)) }
    self.sessions = sessions
    var isLoop = false
    if case .loop = call.kind { isLoop = true }
    let operands = isLoop ? io.outputs : io.inputs
    arguments = zip(sessions, call.operands).map { session, places in
      places.enumerated().map { input, place in
        session.withInput(input) {
          Copy(source: operands[place].address, target: $0.baseAddress.address, byteCount: $0.count)
        }
      }
    }
    results = sessions.enumerated().map { index, session in
      // The output of a loop's condition stays where it is, as does a constant that the body passes on.
      session.plan.outputs.indices.filter { !isLoop || (index == 1 && call.operands[1].contains($0)) }.map { output in
        session.withOutput(output) {
          Copy(source: $0.baseAddress.address, target: io.outputs[output].address, byteCount: $0.count)
        }
      }
    }
    switch call.kind {
    case .once(let subgraph):
      (start, condition, flag) = ([], nil, state.flag(ofSubgraph: subgraph))
    case .branches:
      (start, condition, flag) = ([], UnsafeRawPointer(io.inputs[0].address), nil)
    case .loop:
      start = sessions[1].plan.outputs.enumerated().map { place, output in
        Copy(source: io.inputs[place].address, target: io.outputs[place].address, byteCount: output.byteCount)
      }
      (condition, flag) = (sessions[0].withOutput(0) { $0.baseAddress.address }, nil)
    }
  }

  /// Bytes of the tensors of the subgraphs.
  var tensorByteCount: Int { sessions.reduce(0) { $0 + $1.tensorByteCount } }

  /// Runs the subgraphs.
  ///
  /// - Throws: as ``Session/run()``, naming the operator in the subgraph.
  func run(until deadline: Deadline?, _ threads: ThreadPool, alone: Bool) throws(ModelError) {
    switch kind {
    case .once:
      guard let flag, !flag.isDone else { return }
      try run(0, until: deadline, alone: alone)
      flag.isDone = true
    case .branches:
      try run(isTrue ? 0 : 1, until: deadline, alone: alone)
    case .loop:
      for copy in start { copy.run() }
      while true {
        try deadline?.check(alone ? nil : threads)
        try run(0, until: deadline, alone: alone)
        guard isTrue else { return }
        try run(1, until: deadline, alone: alone)
      }
    }
  }

  private var isTrue: Bool { condition.unsafelyUnwrapped.load(as: UInt8.self) != 0 }

  private func run(_ index: Int, until deadline: Deadline?, alone: Bool) throws(ModelError) {
    for copy in arguments[index] { copy.run() }
    try sessions[index].run(until: deadline, alone: alone)
    for copy in results[index] { copy.run() }
  }
}

extension Optional<UnsafeMutableRawPointer> {
  /// An address in a session's memory.
  fileprivate var address: UnsafeMutableRawPointer { unsafelyUnwrapped }
}

extension Optional<UnsafeRawPointer> {
  /// An address in a session's memory.
  fileprivate var address: UnsafeRawPointer { unsafelyUnwrapped }
}
