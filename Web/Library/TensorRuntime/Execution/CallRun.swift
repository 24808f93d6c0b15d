/// Hand networks run no subgraphs: there are no values of this type.
enum CallRun {
  init(
    _ call: PreparedCall, _ io: OperatorIO, state: SessionState, options: PlanOptions,
    makeSession: (Plan) throws(ModelError) -> Session
  ) throws(ModelError) { throw .noSubgraph(0) }

  var tensorByteCount: Int { switch self {} }
  var laterByteCount: Int { switch self {} }
  func run(until deadline: Deadline?, _ threads: ThreadPool, alone: Bool) throws(ModelError) { switch self {} }
}
