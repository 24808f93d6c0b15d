import MachineCode

/// Convolution as a matrix product over patches (im2col), a tile of rows at a time. With groups, a product for each,
/// side by side in the output.
///
///     patch of a pixel:  [ky 0: kx 0: i… | kx 1: i… | …][ky 1: …]…     = the order of an OHWI filter's row
///     input pixel:       | group 0's channels | group 1's | …
///     output pixel:      | group 0's filters  | group 1's | …
///
/// A 1×1 convolution of stride one needs no copy: its rows are the input's pixels.
final class PatchConvolution: UnitKernel {
  private let problem: Convolution.Problem
  /// One for each group; its patches are those of the first one, at another place.
  private let products: [PatchProduct]
  private let pixelsPerUnit: Int

  /// Nil if a product cannot be made.
  init?(
    _ problem: Convolution.Problem, _ weights: LayerWeights, _ code: CodeAllocator, matrix: MatrixMultiply.Candidate,
    patches emitter: Patches.Emitter?
  ) {
    let patches = problem.readsPixels ? nil : Patches(problem.patchLayout, code, emitter)
    let outputs = problem.outputChannels / problem.groups
    var matrices: [any RowProductKernel] = []
    for group in 0..<problem.groups {
      let part =
        problem.groups == 1
        ? weights : weights.part(group * outputs..<(group + 1) * outputs, depth: problem.depth)
      guard let kernel = matrix.make(problem.matrixProblem, part, code) else { return nil }
      matrices.append(kernel)
    }
    self.problem = problem
    // Scratch for the patches of a unit: at most 256 KiB, or one patch.
    let limit = patches == nil ? Int.max : max((64 << 10) / max(problem.depth, 1), 1)
    let pixelsPerUnit = min(matrices[0].rowsPerUnit, limit)
    self.pixelsPerUnit = pixelsPerUnit
    products = matrices.map {
      PatchProduct(
        matrix: $0, patches: patches,
        patchCount: patches == nil ? 0 : saturatingProduct(pixelsPerUnit, problem.depth))
    }
  }

  var memory: [any KernelMemory] { products.flatMap { $0.memory } }
  var unitCount: Int { (problem.pixelCount + pixelsPerUnit - 1) / pixelsPerUnit }
  var elementsPerUnit: Int? { pixelsPerUnit * problem.outputChannels }
  var isEmitted: Bool { products.allSatisfy { $0.isEmitted } }
  var scratchCount: Int { products[0].scratchCount }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    forEachPart(of: units, operands) { product, part in product.run(part, scratch: operands.scratch) }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    let least = joinsUnits ? 1 : saturatingProduct(units.count, products.count)
    guard least <= KernelCall.maxPerOperator else { return nil }
    return KernelCallList.calls { (list) throws(KernelCallList.Missing) in
      try forEachPart(of: units, operands) { (product, part) throws(KernelCallList.Missing) in
        try product.appendCalls(to: &list, part, scratch: operands.scratch)
      }
    }
  }

  /// Pixels are rows of any number; patches fill scratch unit by unit.
  private var joinsUnits: Bool { problem.readsPixels && products[0].matrix.takesAnyRows }

  private func forEachPart<Failure: Error>(
    of units: Range<Int>, _ operands: KernelOperands,
    _ body: (PatchProduct, PatchProduct.Part) throws(Failure) -> Void
  ) throws(Failure) {
    let operands = Convolution.Operands(operands, hasAddend: problem.hasAddend)
    let channels = problem.inputChannels / problem.groups, outputs = problem.outputChannels / problem.groups
    let step = joinsUnits ? max(units.count, 1) : 1
    for unit in stride(from: units.lowerBound, to: units.upperBound, by: step) {
      let first = unit * pixelsPerUnit
      let pixels = first..<min(min(unit + step, units.upperBound) * pixelsPerUnit, problem.pixelCount)
      for (group, product) in products.enumerated() {
        let source = operands.input + group * channels
        let place = first * problem.outputChannels + group * outputs
        try body(
          product,
          PatchProduct.Part(
            pixels: pixels, source: source, rows: problem.readsPixels ? source + first * problem.inputChannels : nil,
            addend: operands.addend.map { $0 + place }, output: operands.output + place))
      }
    }
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
