extension UnaryFunction {
  /// All functions of hand networks have a ``vectorKernel``.
  package func run(_ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
    preconditionFailure("modules for web pages leave this function out")
  }
}
