import TensorKernels

/// The sizes of an emitted matrix product, and the layout of its packed panels.
///
///     panel:  | header (EmittedEpilogue) | mask, in a ragged panel | k = 0: one weight per column | k = 1 … |
struct MatrixLayout {
  let problem: MatrixMultiply.Problem
  let panels: MatrixPanels
  let epilogue: Epilogue
  /// Whether panels hold halves. The code converts each vector as it loads it or, for tiles of rows where that takes
  /// longer, a panel to floats in scratch.
  let holdsHalves: Bool

  init(
    problem: MatrixMultiply.Problem, panels: MatrixPanels, epilogue: Epilogue, holdsHalves: Bool = false
  ) {
    (self.problem, self.panels, self.epilogue, self.holdsHalves) = (problem, panels, epilogue, holdsHalves)
  }

  /// Whether halves should stay halves, which saves memory and its traffic.
  ///
  /// A single row loads its weights once: with halves it took a third to two thirds of the time (Zen 3). Where
  /// conversions run beside the multiplications of a tile, products of 49 rows with filters larger than L2 took 0.88 of
  /// the time, of 196 rows with smaller ones 0.98 (Zen 5). Elsewhere, a panel's conversion takes about as long as two
  /// rows of its products: 24 rows were up to a tenth slower, 49 as fast.
  static func keepsHalves(_ problem: MatrixMultiply.Problem, _ panels: MatrixPanels) -> Bool {
    guard MatrixMultiply.packsHalves, problem.segmentCount == 1 else { return false }
    let weightCount = problem.columns * problem.depth
    if panels.convertsHalves { return weightCount > 4 << 10 }
    return weightCount > 12 << 10
      && (problem.rows == 1 || problem.rows >= 36 && panels.weightCount(problem) <= 64 << 10)
  }

  struct Identity: Hashable {
    let problem: MatrixMultiply.Problem
    let holdsHalves: Bool
    let groups: [MatrixPanels.Group]
    let activation: EmittedEpilogue.Activation
  }

  /// Layers with equal identities share code.
  var identity: Identity {
    Identity(
      problem: problem, holdsHalves: holdsHalves, groups: panels.groups,
      activation: EmittedEpilogue.Activation(epilogue.activation))
  }

  func header(_ group: MatrixPanels.Group) -> EmittedEpilogue {
    EmittedEpilogue(epilogue: epilogue, width: group.width, pairsRows: group.pairsRows)
  }
  /// Byte offset of a panel's mask.
  func maskOffset(_ group: MatrixPanels.Group) -> Int { header(group).headerByteCount(vectors: group.vectors) }
  /// Byte offset of a panel's weights.
  func weightsOffset(_ group: MatrixPanels.Group) -> Int { maskOffset(group) + group.maskByteCount }
  /// Bytes of a panel.
  func byteCount(_ group: MatrixPanels.Group) -> Int {
    weightsOffset(group) + problem.depth * group.columnCount * (holdsHalves ? 2 : 4)
  }
  var usesScratch: Bool { holdsHalves && problem.rows > 1 && !panels.convertsHalves }
  /// Floats of scratch for the weights of a panel.
  var scratchCount: Int { usesScratch ? panels.weightCount(problem) : 0 }

  func pack(_ weights: LayerWeights) -> AlignedBuffer {
    let packed = AlignedBuffer(zeros: panels.groups.reduce(0) { $0 + $1.panelCount * byteCount($1) } / 4)
    let halves = holdsHalves ? weights.halves : nil
    let blocks = halves == nil ? weights.blocks(columns: problem.columns, depth: problem.depth) : []
    var panel = packed.pointer
    for group in panels.groups {
      let width = group.columnCount
      for index in 0..<group.panelCount {
        let column = group.firstColumn + index * width
        writeHeader(group, column: column, to: panel)
        let terms = panel + weightsOffset(group) / 4
        if let halves {
          PreparationCode.interleave(
            rows: min(width, problem.columns - column), length: problem.depth,
            fromHalves: halves + column * problem.depth * 2,
            to: UnsafeMutableRawPointer(terms).assumingMemoryBound(to: UInt16.self), stride: width)
        }
        for block in blocks { pack(block, column..<column + width, to: terms) }
        panel += byteCount(group) / 4
      }
    }
    return packed
  }

  /// Packs a block's part of a panel.
  private func pack(_ block: FilterBlocks.Block, _ panel: Range<Int>, to terms: UnsafeMutablePointer<Float>) {
    let columns = panel.clamped(to: block.columns)
    let depth = block.terms.count, width = panel.count
    let first = block.weights + (columns.lowerBound - block.columns.lowerBound) * depth
    let target = terms + block.terms.lowerBound * width + (columns.lowerBound - panel.lowerBound)
    let done = PreparationCode.interleave(
      rows: columns.count, length: depth, from: first, to: target, stride: width)
    for j in done..<columns.count {
      let source = first + j * depth
      for k in 0..<depth { target[k * width + j] = source[k] }
    }
  }

  /// The header of the panel whose first column is `column`.
  func header(_ group: MatrixPanels.Group, column: Int) -> AlignedBuffer {
    let buffer = AlignedBuffer(zeros: weightsOffset(group) / 4)
    writeHeader(group, column: column, to: buffer.pointer)
    return buffer
  }

  private func writeHeader(_ group: MatrixPanels.Group, column: Int, to panel: UnsafeMutablePointer<Float>) {
    header(group).write(to: panel, channel: column, vectors: group.vectors)
    let mask = panel + maskOffset(group) / 4
    for lane in 0..<(group.raggedLanes ?? 0) { mask[lane] = Float(bitPattern: .max) }
  }
}
