/// The hand's networks have no dynamic range.
extension Graph {
  package mutating func shareRoundings() {}
}
