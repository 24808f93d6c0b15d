import MachineCode

/// A product of patches with packed weights: what convolutions, their groups and the phases of transposed ones repeat.
struct PatchProduct: Sendable {
  /// One such product.
  struct Part {
    let pixels: Range<Int>
    /// The first tap of the pictures.
    let source: UnsafePointer<Float>
    /// The patches, if they lie in the input; otherwise they are copied to scratch.
    let rows: UnsafePointer<Float>?
    let addend: UnsafePointer<Float>?
    let output: UnsafeMutablePointer<Float>
  }

  let matrix: any RowProductKernel
  /// Nil if the input always has the rows.
  let patches: Patches?
  /// Floats of scratch for the patches of a part.
  let patchCount: Int

  var memory: [any KernelMemory] { matrix.memory + (patches?.memory ?? []) }
  var scratchCount: Int { patchCount + matrix.scratchCount }

  var isEmitted: Bool { matrix.isEmitted && patches?.isEmitted != false }

  func run(_ part: Part, scratch: UnsafeMutablePointer<Float>) {
    if part.rows == nil { patches?.copy(part.pixels, from: part.source, to: scratch) }
    matrix.run(
      rows: part.pixels.count, input: part.rows ?? UnsafePointer(scratch), addend: part.addend, output: part.output,
      scratch: scratch + patchCount)
  }

  /// Appends the calls that ``run(_:scratch:)`` consists of.
  func appendCalls(
    to list: inout KernelCallList, _ part: Part, scratch: UnsafeMutablePointer<Float>
  ) throws(KernelCallList.Missing) {
    if part.rows == nil { try patches?.appendCalls(to: &list, part.pixels, from: part.source, to: scratch) }
    try list.append(
      matrix.calls(
        rows: part.pixels.count, input: part.rows ?? UnsafePointer(scratch), addend: part.addend, output: part.output,
        scratch: scratch + patchCount))
  }
}
