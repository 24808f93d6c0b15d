import MachineCode

/// Convolution as a matrix product over patches (im2col), a tile of rows at a time.
///
///     patch of a pixel:  [ky 0: kx 0: i… | kx 1: i… | …][ky 1: …]…     = the order of an OHWI filter's row
///
/// A 1×1 convolution of stride one needs no copy: its rows are the input's pixels.
final class PatchConvolution: UnitKernel {
  let problem: Convolution.Problem
  let matrix: any RowProductKernel
  let pixelsPerUnit: Int
  /// Nil if the input's pixels are the rows.
  private let patches: Patches?

  /// - Parameter code: nil to emit no code for patches.
  init(_ problem: Convolution.Problem, matrix: any RowProductKernel, _ code: CodeAllocator?) {
    self.problem = problem
    self.matrix = matrix
    patches = problem.isPointwise ? nil : Patches(problem.patchLayout, code)
    // Scratch for the patches of a unit: at most 256 KiB, or one patch.
    let limit = problem.isPointwise ? Int.max : max((64 << 10) / max(problem.depth, 1), 1)
    pixelsPerUnit = min(matrix.rowsPerUnit, limit)
  }

  var memory: [any KernelMemory] { matrix.memory + (patches?.memory ?? []) }
  var unitCount: Int { (problem.pixelCount + pixelsPerUnit - 1) / pixelsPerUnit }
  var elementsPerUnit: Int? { pixelsPerUnit * problem.outputChannels }
  /// A unit's patches, then what the product needs.
  var scratchCount: Int { patchCount + matrix.scratchCount }
  private var patchCount: Int { problem.isPointwise ? 0 : saturatingProduct(pixelsPerUnit, problem.depth) }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let operands = Convolution.Operands(operands, hasAddend: problem.hasAddend)
    let (input, addend, output, scratch) = (operands.input, operands.addend, operands.output, operands.scratch)
    let depth = problem.depth
    let channels = problem.outputChannels
    if problem.isPointwise, matrix.takesAnyRows {
      let pixels = pixels(of: units)
      let first = pixels.lowerBound
      matrix.run(
        rows: pixels.count, input: input + first * depth, addend: addend.map { $0 + first * channels },
        output: output + first * channels, scratch: scratch)
      return
    }
    for unit in units {
      let pixels = pixels(of: unit..<unit + 1)
      let first = pixels.lowerBound
      patches?.copy(pixels, from: input, to: scratch)
      matrix.run(
        rows: pixels.count, input: patches == nil ? input + first * depth : UnsafePointer(scratch),
        addend: addend.map { $0 + first * channels }, output: output + first * channels, scratch: scratch + patchCount)
    }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    let operands = Convolution.Operands(operands, hasAddend: problem.hasAddend)
    let (input, scratch) = (operands.input, operands.scratch)
    guard patches == nil ? matrix.takesAnyRows : units.count <= EmittedCall.maxPerOperator / 3 else { return nil }
    var calls: [EmittedCall] = []
    // Pixels are rows of any number; patches fill scratch unit by unit.
    for units in patches == nil ? [units] : units.map({ $0..<$0 + 1 }) {
      let pixels = pixels(of: units)
      if let patches { calls.append(patches.call(pixels, from: input, to: scratch)) }
      let place = pixels.lowerBound * problem.outputChannels
      let product = matrix.calls(
        rows: pixels.count,
        input: patches == nil ? input + pixels.lowerBound * problem.depth : UnsafePointer(scratch),
        addend: operands.addend.map { $0 + place }, output: operands.output + place, scratch: scratch + patchCount)
      guard let product else { return nil }
      calls += product
    }
    return calls
  }

  private func pixels(of units: Range<Int>) -> Range<Int> {
    units.lowerBound * pixelsPerUnit..<min(units.upperBound * pixelsPerUnit, problem.pixelCount)
  }
}

extension Convolution.Problem {
  /// The patches of a group.
  var patchLayout: Patches.Layout {
    let (pixelByteCount, byteCount) = (inputChannels * element.byteCount, depth * element.byteCount)
    return Patches.Layout(
      window: window, pixelByteCount: pixelByteCount, tapByteCount: pixelByteCount / groups, patchByteCount: byteCount)
  }
}
