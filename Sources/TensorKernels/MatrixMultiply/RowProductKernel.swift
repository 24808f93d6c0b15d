import MachineCode

/// A product of rows with a constant, packed matrix.
package protocol RowProductKernel: KernelMemoryOwner, Sendable {
  /// Depends on the problem only, so that results do not depend on the number of threads.
  var rowsPerUnit: Int { get }
  /// Whether a call may span units: rows do not depend on rows of other units.
  var takesAnyRows: Bool { get }
  /// Adjacent rows, from the first one of a call, that depend on the inputs of all of them. A unit has whole groups.
  var rowsPerGroup: Int { get }
  var scratchCount: Int { get }
  /// ``UnitKernel/isEmitted``.
  var isEmitted: Bool { get }

  /// Computes `rows` rows, with the problem's strides. `addend` is not nil if the problem has one, and `scratch`
  /// belongs to the calling thread.
  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>)

  /// ``run(rows:input:addend:output:scratch:)`` as calls; nil for kernels that list none.
  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [KernelCall]?
}

extension RowProductKernel {
  package var takesAnyRows: Bool { true }
  package var rowsPerGroup: Int { 1 }
  package var scratchCount: Int { 0 }
  package var isEmitted: Bool { false }

  package func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [KernelCall]? { nil }

  /// ``run(rows:input:addend:output:scratch:)`` of a kernel without scratch.
  package func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) {
    precondition(scratchCount == 0, "the product needs scratch")
    run(rows: rows, input: input, addend: addend, output: output, scratch: output)
  }

  /// ``calls(rows:input:addend:output:scratch:)`` of a kernel without scratch.
  package func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) -> [KernelCall]? {
    precondition(scratchCount == 0, "the product needs scratch")
    return calls(rows: rows, input: input, addend: addend, output: output, scratch: output)
  }
}
