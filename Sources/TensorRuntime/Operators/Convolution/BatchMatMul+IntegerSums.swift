import TFLiteFormat

extension BatchMatMul {
  /// The sums of int8 as they are, by floats, which hold them.
  func multiplyIntegers(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let floats = try form.inputs.map { input throws(OperatorError) in try form.add(Cast(to: .float32), [input])[0] }
    let depth = try problem(form.operands(of: floats)).depth
    guard depth <= 1 << 10 else { throw .value(name: "number of terms of sums of int8 in int32", depth) }
    try form.finish(Cast(to: .int32), try form.add(self, floats))
    return true
  }
}
