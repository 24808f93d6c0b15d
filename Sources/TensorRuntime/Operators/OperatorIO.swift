/// Where a prepared operator finds its tensors while it runs, and which part of the work is this thread's. The session
/// owns the memory.
package struct OperatorIO {
  let inputs: UnsafePointer<UnsafeMutableRawPointer?>
  let outputs: UnsafePointer<UnsafeMutableRawPointer?>
  let scratchOfAll: UnsafeMutableRawPointer
  let scratchStride: Int
  /// What went wrong, one place for each thread.
  let faults: UnsafeMutablePointer<OperatorError?>
  /// This thread among those that run the operator, and how many these are.
  package internal(set) var thread = 0
  package internal(set) var threadCount = 1
  /// Which part of its share a thread computes now, and how many there are: large operators are run in parts, so that a
  /// run can end between them.
  var part = 0, partCount = 1

  /// The places of operands, of the scratch of all threads, `scratchStride` bytes each, and of their faults.
  package init(
    inputs: UnsafePointer<UnsafeMutableRawPointer?>, outputs: UnsafePointer<UnsafeMutableRawPointer?>,
    scratchOfAll: UnsafeMutableRawPointer, scratchStride: Int, faults: UnsafeMutablePointer<OperatorError?>
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.scratchOfAll = scratchOfAll
    self.scratchStride = scratchStride
    self.faults = faults
  }

  /// Input `index`, whose element type the operator checked. Absent inputs are never read.
  func input<T>(_ index: Int, as type: T.Type) -> UnsafePointer<T> {
    UnsafePointer(inputs[index].unsafelyUnwrapped.assumingMemoryBound(to: type))
  }

  /// A float input.
  func input(_ index: Int) -> UnsafePointer<Float> { input(index, as: Float.self) }

  /// A float output.
  func output(_ index: Int) -> UnsafeMutablePointer<Float> { output(index, as: Float.self) }

  /// Output `index`.
  func output<T>(_ index: Int, as type: T.Type) -> UnsafeMutablePointer<T> {
    outputs[index].unsafelyUnwrapped.assumingMemoryBound(to: type)
  }

  /// Scratch that belongs to this thread.
  var scratch: UnsafeMutablePointer<Float> {
    (scratchOfAll + thread * scratchStride).assumingMemoryBound(to: Float.self)
  }

  /// Notes that the values of the inputs cannot be computed with: the run ends with this error. The first one of a
  /// thread stays.
  func fail(_ error: OperatorError) {
    if faults[thread] == nil { faults[thread] = error }
  }

  /// This thread's share of `count` pieces of work, or the present part of it: a run of neighbours.
  func share(of count: Int) -> Range<Int> {
    let (place, places) = (thread * partCount + part, threadCount * partCount)
    return (count * place / places)..<(count * (place + 1) / places)
  }
}
