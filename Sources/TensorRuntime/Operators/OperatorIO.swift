/// Where a prepared operator finds its tensors while it runs, and the share of the work that it computes. The session
/// owns the memory.
package struct OperatorIO {
  let inputs: UnsafePointer<UnsafeMutableRawPointer?>
  let outputs: UnsafePointer<UnsafeMutableRawPointer?>
  /// Scratch of the thread that computes the share.
  var scratchBytes: UnsafeMutableRawPointer
  /// What went wrong in this share.
  var fault: UnsafeMutablePointer<OperatorError?>
  /// The share of the operator's work to compute, and the number of shares.
  var share = 0, shareCount = 1
  /// The units that the shares consist of; nil for all.
  var units: Range<Int>?

  /// The places of operands, of a thread's scratch, and of the fault of a share.
  package init(
    inputs: UnsafePointer<UnsafeMutableRawPointer?>, outputs: UnsafePointer<UnsafeMutableRawPointer?>,
    scratch: UnsafeMutableRawPointer, fault: UnsafeMutablePointer<OperatorError?>
  ) {
    self.inputs = inputs
    self.outputs = outputs
    scratchBytes = scratch
    self.fault = fault
  }

  /// Input `index`, whose element type the operator has checked. Absent inputs are never read.
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

  /// Scratch for exclusive use while the share is computed.
  var scratch: UnsafeMutablePointer<Float> {
    scratchBytes.assumingMemoryBound(to: Float.self)
  }

  /// Reports that the values of the inputs are invalid: the run ends with this error. The first one in a share is kept.
  func fail(_ error: OperatorError) {
    if fault.pointee == nil { fault.pointee = error }
  }

  /// The consecutive units of this share, if the work consists of `count` units.
  func share(of count: Int) -> Range<Int> {
    let units = units ?? 0..<count
    let (start, count) = (units.lowerBound, units.count)
    return (start + count * share / shareCount)..<(start + count * (share + 1) / shareCount)
  }
}
