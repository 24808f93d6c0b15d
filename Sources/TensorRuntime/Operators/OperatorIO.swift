/// A running operator's tensors and share, in the session's memory.
package struct OperatorIO {
  let inputs: UnsafePointer<UnsafeMutableRawPointer?>
  let outputs: UnsafePointer<UnsafeMutableRawPointer?>
  /// Scratch of the thread that computes the share.
  var scratchBytes: UnsafeMutableRawPointer
  /// The share's fault.
  var fault: UnsafeMutablePointer<OperatorError?>
  var share = 0, shareCount = 1
  /// The units to divide into shares; nil for all.
  var units: Range<Int>?

  package init(
    inputs: UnsafePointer<UnsafeMutableRawPointer?>, outputs: UnsafePointer<UnsafeMutableRawPointer?>,
    scratch: UnsafeMutableRawPointer, fault: UnsafeMutablePointer<OperatorError?>
  ) {
    self.inputs = inputs
    self.outputs = outputs
    scratchBytes = scratch
    self.fault = fault
  }

  /// - Precondition: the input is present, and has this element type.
  func input<T>(_ index: Int, as type: T.Type) -> UnsafePointer<T> {
    UnsafePointer(inputs[index].unsafelyUnwrapped.assumingMemoryBound(to: type))
  }

  func input(_ index: Int) -> UnsafePointer<Float> { input(index, as: Float.self) }

  func output(_ index: Int) -> UnsafeMutablePointer<Float> { output(index, as: Float.self) }

  func output<T>(_ index: Int, as type: T.Type) -> UnsafeMutablePointer<T> {
    outputs[index].unsafelyUnwrapped.assumingMemoryBound(to: type)
  }

  /// An index of an input, int32 or int64.
  func index(_ input: Int, at place: Int, isWide: Bool) -> Int {
    isWide ? Int(clamping: self.input(input, as: Int64.self)[place]) : Int(self.input(input, as: Int32.self)[place])
  }

  /// For exclusive use by the share.
  var scratch: UnsafeMutablePointer<Float> {
    scratchBytes.assumingMemoryBound(to: Float.self)
  }

  /// Reports invalid input values, which end the run. The first error of a share counts.
  func fail(_ error: OperatorError) {
    if fault.pointee == nil { fault.pointee = error }
  }

  /// The consecutive units of this share, of `count` in total.
  func share(of count: Int) -> Range<Int> {
    let units = units ?? 0..<count
    let (start, count) = (units.lowerBound, units.count)
    return (start + count * share / shareCount)..<(start + count * (share + 1) / shareCount)
  }
}
