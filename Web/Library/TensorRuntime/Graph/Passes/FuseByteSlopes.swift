extension Graph {
  /// There are no operators of bytes.
  package mutating func fuseByteSlopes() throws(ModelError) {}
}
