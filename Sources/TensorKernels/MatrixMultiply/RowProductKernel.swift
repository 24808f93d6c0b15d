import MachineCode

/// A product of rows with a constant matrix, whose weights are packed, and which may need scratch.
package protocol RowProductKernel: KernelMemoryOwner, Sendable {
  /// The number of rows in a unit. It depends only on the problem, so that results do not depend on the number of
  /// threads.
  var rowsPerUnit: Int { get }
  /// Whether neighboring units may be computed in one call: a row's result does not depend on rows of other units.
  var takesAnyRows: Bool { get }
  /// Neighboring rows that are computed from the inputs of all of them, counted from the first one of a call. A unit
  /// has whole groups.
  var rowsPerGroup: Int { get }
  /// Floats of scratch that a call needs.
  var scratchCount: Int { get }

  /// Computes `rows` rows, with the problem's strides. `addend` is not nil if the problem has one, and `scratch`
  /// belongs to the calling thread.
  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>)

  /// The calls of emitted code that do what ``run(rows:input:addend:output:scratch:)`` does; nil for other kernels.
  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]?
}

extension RowProductKernel {
  package var takesAnyRows: Bool { true }

  package func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? { nil }
}

extension MatrixMultiplyKernel {
  package var takesAnyRows: Bool { false }
  package var rowsPerGroup: Int { 1 }
  package var scratchCount: Int { 0 }

  package func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    run(rows: rows, input: input, addend: addend, output: output)
  }

  package func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? {
    calls(rows: rows, input: input, addend: addend, output: output)
  }
}
