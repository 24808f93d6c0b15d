import MachineCode
import TensorKernels

extension MachineInt16MatrixMultiply {
  static func x86(_ rows: (layout: Int16Layout, band: Int16Band?)) -> [UInt8]? {
    var code = X86Assembler()
    Int16MatrixEmitter(rows.layout, rows.band).emit(&code)
    return code.finished()
  }
}

/// Emits the tiles of each panel for a ``MachineInt16MatrixMultiply``, or for a ``MachineInt16Convolution`` over a
/// band.
private struct Int16MatrixEmitter {
  private typealias Group = Int16Layout.Group

  private let layout: Int16Layout
  /// The band whose pixels are the rows; nil for ``Int16Row``.
  private let band: Int16Band?
  private let registers: X86RegisterFile
  /// The arguments. Rows and count stay; the others advance from panel to panel.
  private let rows: X86GeneralRegister, panel: X86GeneralRegister, output: X86GeneralRegister
  private let count: X86GeneralRegister, addendDistance: X86GeneralRegister
  private let panelsLeft: X86GeneralRegister
  private let tiles: IntegerTileEmitter
  /// Whether all slopes are at most one, and not zero.
  private let slopesAreSmall: Bool

  init(_ layout: Int16Layout, _ band: Int16Band?) {
    (self.layout, self.band) = (layout, band)
    if case .slopes(let slopes) = layout.epilogue.activation {
      slopesAreSmall = (0..<layout.product.columns).allSatisfy { slopes.pointer[$0] <= 1 && slopes.pointer[$0] != 0 }
    } else {
      slopesAreSmall = false
    }
    let arguments = X86ArgumentRegisters<MachineInt16MatrixMultiply.Arguments>()
    (rows, panel, output) = (arguments[\.rows], arguments[\.panels], arguments[\.output])
    (count, addendDistance) = (arguments[\.count], arguments[\.addendDistance])
    var registers = X86RegisterFile(arguments: arguments.all)
    panelsLeft = registers.general()
    let outputByteCount = layout.problem.outputStride * 4
    if let band {
      tiles = IntegerTileEmitter(
        groupCount: band.pairsPerSegment,
        segments: TermSegments(
          count: band.segmentCount, byteCount: band.rowByteCount, rowByteCount: band.pixelByteCount),
        outputByteCount: outputByteCount, &registers)
    } else {
      tiles = IntegerTileEmitter(
        groupCount: layout.pairCount, rowByteCount: layout.rowByteCount,
        headerByteCount: layout.problem.input == .integers ? 0 : Int16Row.scaleByteCount,
        outputByteCount: outputByteCount,
        prefetchDistance: layout.filterIsLarge ? 4096 : nil, &registers)
    }
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    var column = 0
    for group in layout.groups {
      // Overlapping panels begin before the previous one's end.
      if column != group.firstColumn { code.add(output, (group.firstColumn - column) * valueByteCount) }
      column = group.firstColumn + group.panelCount * group.columnCount
      code.mov(panelsLeft, group.panelCount)
      let nextPanel = code.here()
      code.mov(tiles.rows, rows)
      code.mov(tiles.output, output)
      code.mov(tiles.rowsLeft, count)
      tiles.emit(&code, group, panel: X86Memory(panel, layout.weightsOffset(group))) {
        code, sums, spare in emitEnd(&code, group, sums, spare)
      }
      code.add(panel, layout.byteCount(group))
      code.add(output, group.columnCount * valueByteCount)
      code.sub(panelsLeft, 1)
      code.jump(.notEqual, nextPanel)
    }
    code.leave(registers)
  }

  private var storesIntegers: Bool { layout.problem.output == .integers }
  private var valueByteCount: Int { storesIntegers ? 2 : 4 }

  /// Consecutive rows of a tile with one scale. Tiles of six rows may begin within a group.
  private func rowsPerScale(_ group: Group) -> Int {
    let height = group.tileHeight
    if band != nil || layout.problem.input == .integers { return height + 1 }
    return height.isMultiple(of: Int16Row.rowsPerGroup) ? Int16Row.rowsPerGroup : 1
  }

  /// Scales the sums, adds bias and addend, applies the activation and stores.
  private func emitEnd(
    _ code: inout X86Assembler, _ group: Group, _ sums: [[X86VectorRegister]], _ spare: [X86VectorRegister]
  ) {
    let width = group.width.byteCount
    func place(_ row: Int, _ vector: Int) -> Int {
      row * tiles.outputByteCount + vector * group.width.laneCount * valueByteCount
    }
    let header = layout.header(group)
    for first in stride(from: 0, to: sums.count, by: rowsPerScale(group)) {
      let (scale, bias) = (spare[0], spare[1])
      for vector in 0..<group.vectors {
        let scaleOfColumns = X86Memory(panel, layout.scalesOffset(group) + vector * width)
        if layout.problem.input == .integers {
          code.vmovups(scale, scaleOfColumns)
        } else {
          let scaleOfRows =
            band == nil
            ? X86Memory(tiles.rows, first * tiles.rowByteCount - tiles.advance)
            : X86Memory(rows, -Int16Row.scaleByteCount)
          code.vbroadcastss(scale, scaleOfRows)
          code.vmulps(scale, scale, scaleOfColumns)
        }
        code.vmovups(bias, X86Memory(panel, header.biasOffset(vector)))
        for row in first..<min(first + rowsPerScale(group), sums.count) where vector < sums[row].count {
          let sum = sums[row][vector]
          code.vcvtdq2ps(sum, sum)
          code.vfmadd213ps(sum, scale, bias)
          guard layout.product.hasAddend else { continue }
          func addend(_ row: Int) -> X86Memory {
            X86Memory(tiles.output, index: addendDistance, scale: 1, place(row, vector))
          }
          if vector == group.wholeVectors {
            code.emitHalves(spare[2], addend(row), row + 1 < sums.count ? addend(row + 1) : nil)
            code.vaddps(sum, sum, spare[2])
          } else {
            code.vaddps(sum, sum, addend(row))
          }
        }
      }
    }
    guard storesIntegers else {
      emitActivation(&code, group, sums, spare)
      for (row, sums) in sums.enumerated() {
        for (vector, sum) in sums.prefix(group.wholeVectors).enumerated() {
          code.vmovups(X86Memory(tiles.output, place(row, vector)), sum)
        }
      }
      guard group.pairsRows else { return }
      for row in sums.indices {
        let shared = sums[row / 2 * 2][group.wholeVectors]
        code.vextracti32x8(X86Memory(tiles.output, place(row, group.wholeVectors)), shared, UInt8(row % 2))
      }
      return
    }
    let (zero, limit, order) = (spare[0], spare[1], spare[2])
    code.vxorps(zero, zero, zero)
    code.vmovups(limit, X86Memory(panel, header.upperOffset(vectors: group.vectors)))
    if group.width == .bits512 { code.vmovups(order, X86Memory(panel, layout.orderOffset(group))) }
    for (row, sums) in sums.enumerated() {
      for sum in sums { code.emitBoundedIntegers(sum, limit: limit) }
      emitStore(&code, group, sums, X86Memory(tiles.output, place(row, 0)), zero: zero, order: order)
    }
  }

  /// Stores neighboring vectors as 16-bit integers, clamped to be nonnegative.
  private func emitStore(
    _ code: inout X86Assembler, _ group: Group, _ sums: [X86VectorRegister], _ target: X86Memory,
    zero: X86VectorRegister, order: X86VectorRegister
  ) {
    let integers = sums[0]
    if group.width == .bits512, sums.count == 1 {
      code.vpmaxsd(integers, integers, zero)
      return code.vpmovsdw(target, integers)
    }
    code.vpackssdw(integers, integers, sums[sums.count - 1])
    code.vpmaxsw(integers, integers, zero)
    // Each 128-bit lane has integers of both vectors.
    if group.width == .bits512 {
      code.vpermq(integers, order: order, integers)
      return code.vmovups(target, integers)
    }
    // Instructions on halves have VEX encodings only.
    code.vectorWidth = .bits256
    code.vpermq(integers, integers, 0b11_01_10_00)
    if sums.count == 2 { code.vmovups(target, integers) } else { code.vmovups(target, low: integers) }
    code.vectorWidth = group.width
  }

  private func emitActivation(
    _ code: inout X86Assembler, _ group: Group, _ sums: [[X86VectorRegister]], _ spare: [X86VectorRegister]
  ) {
    let header = layout.header(group)
    guard slopesAreSmall else {
      return header.emit(
        &code, sums: sums.flatMap { $0.enumerated().map { ($0.element, $0.offset) } }, header: panel,
        vectors: group.vectors, spare: spare)
    }
    // With slopes of at most one, a sum is the maximum of itself and its multiple, NaN included. Zero times infinity
    // would be NaN.
    let multiple = spare[0]
    for sums in sums {
      for (vector, sum) in sums.enumerated() {
        code.vmulps(multiple, sum, X86Memory(panel, header.slopeOffset(vector, vectors: group.vectors)))
        code.vmaxps(sum, multiple, sum)
      }
    }
  }
}
