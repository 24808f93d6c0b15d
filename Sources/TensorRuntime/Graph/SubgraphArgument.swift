/// What an operator passes to a subgraph.
enum SubgraphArgument {
  case value(Operand)
  /// The handle of a variable, which the subgraph's operators use as their own.
  case handle(StateKey)

  var value: Operand? {
    if case .value(let operand) = self { operand } else { nil }
  }
}
