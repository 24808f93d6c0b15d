extension Graph {
  /// There are no operators on quantized bytes.
  package mutating func fuseByteTables() throws(ModelError) {}
}
