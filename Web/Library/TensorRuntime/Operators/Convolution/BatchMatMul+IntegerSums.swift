extension BatchMatMul {
  /// There is no CAST.
  func multiplyIntegers(_ form: inout QuantizedForm) throws(OperatorError) -> Bool { false }
}
