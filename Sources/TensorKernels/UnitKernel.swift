import MachineCode

/// A kernel whose work consists of units (rows, elements, bands) that threads can compute independently.
package protocol UnitKernel: KernelMemoryOwner, Sendable {
  var unitCount: Int { get }
  /// Output elements per unit, if units are consecutive; nil otherwise.
  var elementsPerUnit: Int? { get }
  /// Neighboring output elements that depend on the inputs of all of them, as with a common scale.
  var elementsPerGroup: Int { get }
  /// Floats of scratch per thread.
  var scratchCount: Int { get }
  /// Bytes held besides the weights: tables, rows of zeros.
  var heldByteCount: Int { get }
  /// Whether the first unit of a range recomputes what the previous unit would have passed on.
  var recomputesAtBorders: Bool { get }
  /// Whether units consist of emitted calls and nothing else.
  var isEmitted: Bool { get }
  func run(units: Range<Int>, _ operands: KernelOperands)
  /// The calls that ``run(units:_:)`` consists of; nil for most portable kernels, and if there would be too many.
  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]?
}

extension UnitKernel {
  package var elementsPerUnit: Int? { nil }
  package var elementsPerGroup: Int { 1 }
  package var scratchCount: Int { 0 }
  package var heldByteCount: Int { 0 }
  package var recomputesAtBorders: Bool { false }
  package var isEmitted: Bool { false }
  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? { nil }

  /// Computes some units from one input of floats, or from two.
  ///
  /// - Parameter scratch: nil for a kernel without.
  package func run(
    units: Range<Int>, input: UnsafePointer<Float>, addend: UnsafePointer<Float>? = nil,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>? = nil
  ) {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 3) { places in
      guard let inputs = places.baseAddress else { return }
      inputs.initialize(to: UnsafeMutableRawPointer(mutating: input))
      (inputs + 1).initialize(to: addend.map { UnsafeMutableRawPointer(mutating: $0) })
      (inputs + 2).initialize(to: UnsafeMutableRawPointer(output))
      run(units: units, KernelOperands(inputs: inputs, outputs: inputs + 2, scratch: scratch ?? output))
    }
  }
}

/// A running kernel's operands, in memory of the caller.
package struct KernelOperands {
  private let inputs: UnsafePointer<UnsafeMutableRawPointer?>
  private let outputs: UnsafePointer<UnsafeMutableRawPointer?>
  private let places: [Int]
  private var outputOffset = 0
  /// Belongs to the calling thread.
  package let scratch: UnsafeMutablePointer<Float>

  /// The locations of inputs and outputs.
  ///
  /// - Parameter places: the index in `inputs` of each input of the kernel; empty if they are the same.
  package init(
    inputs: UnsafePointer<UnsafeMutableRawPointer?>, outputs: UnsafePointer<UnsafeMutableRawPointer?>,
    scratch: UnsafeMutablePointer<Float>, places: [Int] = []
  ) {
    (self.inputs, self.outputs, self.scratch, self.places) = (inputs, outputs, scratch, places)
  }

  /// The same with `offset` bytes added to each output.
  func movingOutputs(by offset: Int) -> KernelOperands {
    var moved = self
    moved.outputOffset += offset
    return moved
  }

  /// - Precondition: input `index` exists.
  @inline(__always)
  package func inputBytes(_ index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(inputs[places.isEmpty ? index : places[index]].unsafelyUnwrapped)
  }

  /// An input that the kernel changes, such as what it keeps from run to run.
  func state<Element>(_ index: Int, as type: Element.Type) -> UnsafeMutablePointer<Element> {
    UnsafeMutablePointer(mutating: inputBytes(index).assumingMemoryBound(to: type))
  }

  @inline(__always)
  package func outputBytes(_ index: Int = 0) -> UnsafeMutableRawPointer {
    outputs[index].unsafelyUnwrapped + outputOffset
  }

  @inline(__always)
  package func input(_ index: Int) -> UnsafePointer<Float> { inputBytes(index).assumingMemoryBound(to: Float.self) }

  @inline(__always)
  func input<Element>(_ index: Int, as type: Element.Type) -> UnsafePointer<Element> {
    inputBytes(index).assumingMemoryBound(to: type)
  }

  @inline(__always)
  package func output(_ index: Int = 0) -> UnsafeMutablePointer<Float> {
    outputBytes(index).assumingMemoryBound(to: Float.self)
  }

  @inline(__always)
  package func output<Element>(_ index: Int = 0, as type: Element.Type) -> UnsafeMutablePointer<Element> {
    outputBytes(index).assumingMemoryBound(to: type)
  }
}

/// A kernel that consists of a loop and owns no memory.
package final class LoopKernel: UnitKernel {
  package let unitCount: Int
  package let elementsPerUnit: Int?
  package let scratchCount: Int
  package let heldByteCount: Int
  private let body: @Sendable (_ units: Range<Int>, _ operands: KernelOperands) -> Void

  init(
    _ unitCount: Int, elementsPerUnit: Int? = nil, scratchCount: Int = 0, heldByteCount: Int = 0,
    _ body: @escaping @Sendable (_ units: Range<Int>, _ operands: KernelOperands) -> Void
  ) {
    (self.unitCount, self.elementsPerUnit) = (unitCount, elementsPerUnit)
    (self.scratchCount, self.heldByteCount) = (scratchCount, heldByteCount)
    self.body = body
  }

  package var memory: [any KernelMemory] { [] }

  package func run(units: Range<Int>, _ operands: KernelOperands) { body(units, operands) }
}
