import MachineCode

/// A kernel whose work consists of units (rows, elements, bands) that different threads can compute independently.
package protocol UnitKernel: KernelMemoryOwner, Sendable {
  /// The number of units.
  var unitCount: Int { get }
  /// The elements of the output that each unit computes, one unit after another; nil if units are something else.
  var elementsPerUnit: Int? { get }
  /// Neighboring elements of the output that are computed from the inputs of all of them, as if with a common scale.
  var elementsPerGroup: Int { get }
  /// Floats of scratch that a thread needs.
  var scratchCount: Int { get }
  /// The bytes that it holds besides its weights: tables, rows of zeros.
  var heldByteCount: Int { get }
  /// Whether the first of consecutive units recomputes what units before it would have passed on.
  var recomputesAtBorders: Bool { get }
  /// Computes some units.
  func run(units: Range<Int>, _ operands: KernelOperands)
  /// The calls of emitted code that ``run(units:_:)`` consists of; nil for other kernels, and if there would be too
  /// many.
  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]?
}

extension UnitKernel {
  package var elementsPerUnit: Int? { nil }
  package var elementsPerGroup: Int { 1 }
  package var scratchCount: Int { 0 }
  package var heldByteCount: Int { 0 }
  package var recomputesAtBorders: Bool { false }
  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? { nil }
}

/// Where a kernel finds its operands while it runs; the caller owns the memory.
package struct KernelOperands {
  private let inputs: UnsafePointer<UnsafeMutableRawPointer?>
  private let outputs: UnsafePointer<UnsafeMutableRawPointer?>
  private let places: [Int]
  /// Bytes from the start of each output to where results go.
  private var outputOffset = 0
  /// Scratch that belongs to the calling thread.
  package let scratch: UnsafeMutablePointer<Float>

  /// The locations of inputs and outputs.
  ///
  /// - Parameter places: for each input of the kernel, its index in `inputs`; empty if they are the same.
  package init(
    inputs: UnsafePointer<UnsafeMutableRawPointer?>, outputs: UnsafePointer<UnsafeMutableRawPointer?>,
    scratch: UnsafeMutablePointer<Float>, places: [Int] = []
  ) {
    (self.inputs, self.outputs, self.scratch, self.places) = (inputs, outputs, scratch, places)
  }

  /// The same with results that begin `offset` bytes further in every output.
  func movingOutputs(by offset: Int) -> KernelOperands {
    var moved = self
    moved.outputOffset += offset
    return moved
  }

  /// The bytes of input `index`, which must exist.
  @inline(__always)
  func inputBytes(_ index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(inputs[places.isEmpty ? index : places[index]].unsafelyUnwrapped)
  }

  /// The bytes of output `index`.
  @inline(__always)
  func outputBytes(_ index: Int = 0) -> UnsafeMutableRawPointer { outputs[index].unsafelyUnwrapped + outputOffset }

  /// A float input.
  @inline(__always)
  func input(_ index: Int) -> UnsafePointer<Float> { inputBytes(index).assumingMemoryBound(to: Float.self) }

  /// A float output.
  @inline(__always)
  func output(_ index: Int = 0) -> UnsafeMutablePointer<Float> {
    outputBytes(index).assumingMemoryBound(to: Float.self)
  }

  /// An output of another type.
  @inline(__always)
  func output<Element>(_ index: Int = 0, as type: Element.Type) -> UnsafeMutablePointer<Element> {
    outputBytes(index).assumingMemoryBound(to: type)
  }
}

/// A kernel that consists of a loop and owns no memory.
final class LoopKernel: UnitKernel {
  let unitCount: Int
  let elementsPerUnit: Int?
  private let body: @Sendable (_ units: Range<Int>, _ operands: KernelOperands) -> Void

  /// A loop over `unitCount` units, which retains no memory.
  init(
    _ unitCount: Int, elementsPerUnit: Int? = nil,
    _ body: @escaping @Sendable (_ units: Range<Int>, _ operands: KernelOperands) -> Void
  ) {
    self.unitCount = unitCount
    self.elementsPerUnit = elementsPerUnit
    self.body = body
  }

  var memory: [any KernelMemory] { [] }

  func run(units: Range<Int>, _ operands: KernelOperands) { body(units, operands) }
}
