extension Graph {
  /// Filters of hand networks are constants; one that is computed is refused when its operator is prepared.
  package mutating func replaceComputedFilters(_ lowering: Lowering) throws(ModelError) {}
}
