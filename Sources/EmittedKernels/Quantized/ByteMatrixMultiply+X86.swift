import MachineCode
import TensorKernels

extension MachineByteMatrixMultiply {
  static func x86(_ layout: ByteMatrixLayout) -> [UInt8]? {
    var code = X86Assembler()
    ByteMatrixEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineByteMatrixMultiply``: the conversion of rows to terms, then the tiles of each panel.
private struct ByteMatrixEmitter {
  private typealias Group = Int16Layout.Group
  private typealias Constants = MachineByteMatrixMultiply.Constants

  private let layout: ByteMatrixLayout
  private let arguments = X86ArgumentRegisters<MachineByteMatrixMultiply.Arguments>()
  private let registers: X86RegisterFile
  private let panelsLeft: X86GeneralRegister
  /// The element to convert, or the scale of the current tile's first row.
  private let index: X86GeneralRegister
  private let tiles: IntegerTileEmitter

  init(_ layout: ByteMatrixLayout) {
    self.layout = layout
    var registers = X86RegisterFile(arguments: arguments.all)
    (index, panelsLeft) = (registers.general(), registers.general())
    tiles = IntegerTileEmitter(
      groupCount: layout.problem.depth / layout.terms.countPerLane / (layout.band?.count ?? 1), layout.terms,
      segments: layout.band, rowByteCount: layout.rowByteCount,
      outputByteCount: layout.problem.outputStride * layout.problem.elements.output.byteCount,
      rowCounts: layout.rowCounts, &registers)
    self.registers = registers
  }

  private var panel: X86GeneralRegister { arguments[\.panels] }
  private var problem: ByteMatrixMultiply.Problem { layout.problem }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    let rows = emitTerms(&code)
    let valueByteCount = problem.elements.output.byteCount
    code.add(
      arguments[\.output], layout.groups.reduce(0) { $0 + $1.panelCount * $1.columnCount } * valueByteCount)
    for group in layout.groups.reversed() {
      code.mov(panelsLeft, group.panelCount)
      let nextPanel = code.here()
      code.add(arguments[\.output], -group.columnCount * valueByteCount)
      code.mov(tiles.rows, rows)
      code.mov(tiles.output, arguments[\.output])
      code.mov(tiles.rowsLeft, arguments[\.count])
      let weights = X86Memory(panel, layout.weightsOffset(group)), pairsGroups = layout.pairsGroups(group)
      if case .scaled = problem.elements { code.mov(index, arguments[\.scratch]) }
      let fused =
        layout.isFused ? FusedTileEmitter(layout, group, panel: panel, constants: arguments[\.constants]) : nil
      tiles.emit(&code, group, panel: weights, pairsGroups: pairsGroups, start: fused?.bias) { code, sums, spare in
        switch problem.elements {
        case .bytes(let bytes):
          if let fused {
            fused.emit(&code, sums, spare, bytes.output, to: tiles.output)
          } else {
            emitBytes(&code, sums, spare, group, bytes)
          }
        case .scaled(let scaled): emitFloats(&code, sums, spare, group, scaled)
        }
      }
      code.add(panel, layout.byteCount(group))
      code.sub(panelsLeft, 1)
      code.jump(.notEqual, nextPanel)
    }
    code.leave(registers)
  }

  /// Converts all rows to terms, and returns the register with their address.
  private func emitTerms(_ code: inout X86Assembler) -> X86GeneralRegister {
    if layout.band != nil { return arguments[\.input] }
    switch (problem.elements, layout.terms) {
    case (.bytes(let bytes), .words), (.bytes(let bytes), .widenedBytes): emitWords(&code, bytes.input)
    case (.bytes(let bytes), .bytes) where bytes.input.isSigned: emitUnsigned(&code)
    default: return arguments[\.input]
    }
    return arguments[\.scratch]
  }

  /// Bytes to 16-bit integers relative to their zero point.
  private func emitWords(_ code: inout X86Assembler, _ input: ByteRange) {
    let value = X86VectorRegister(0)
    emitConversion(&code, elements: 16) { code, index in
      let source = X86Memory(arguments[\.input], index: index, scale: 1)
      if input.isSigned { code.vpmovsxbw(value, source) } else { code.vpmovzxbw(value, source) }
      code.vpsubw(value, value, X86Memory(arguments[\.constants], \Constants.inputZero))
      code.vmovups(X86Memory(arguments[\.scratch], index: index, scale: 2), value)
    }
  }

  /// Signed bytes to unsigned ones, 128 larger.
  private func emitUnsigned(_ code: inout X86Assembler) {
    let value = X86VectorRegister(0), signs = X86VectorRegister(1)
    code.vmovups(signs, X86Memory(arguments[\.constants], \Constants.signs))
    let isWide = problem.depth >= 32
    emitConversion(&code, elements: isWide ? 32 : 16) { code, index in
      let source = X86Memory(arguments[\.input], index: index, scale: 1)
      let target = X86Memory(arguments[\.scratch], index: index, scale: 1)
      if isWide { code.vmovups(value, source) } else { code.vmovups(low: value, source) }
      code.vxorps(value, value, signs)
      if isWide { code.vmovups(target, value) } else { code.vmovups(target, low: value) }
    }
  }

  /// Converts all rows in vectors of `elements`; the last one overlaps the one before.
  private func emitConversion(
    _ code: inout X86Assembler, elements: Int, convert: (inout X86Assembler, _ index: X86GeneralRegister) -> Void
  ) {
    let last = panelsLeft
    // The element count less one vector.
    code.mov(last, 0)
    code.mov(tiles.rowsLeft, arguments[\.count])
    let nextRow = code.here()
    code.add(last, problem.depth)
    code.sub(tiles.rowsLeft, 1)
    code.jump(.notEqual, nextRow)
    code.sub(last, elements)
    let end = code.label()
    code.mov(index, 0)
    let next = code.here()
    code.cmp(index, last)
    code.jump(.greaterOrEqual, end)
    convert(&code, index)
    code.add(index, elements)
    code.jmp(next)
    code.bind(end)
    convert(&code, last)
  }

  /// Requantizes a tile's sums and stores bytes; vectors of eight use VEX encodings.
  private func emitBytes(
    _ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ free: [X86VectorRegister], _ panels: Group,
    _ bytes: ByteMatrixMultiply.Elements.Bytes
  ) {
    let width = code.vectorWidth
    if width != .bits512 { code.vectorWidth = .bits256 }
    // Constants beyond the available registers stay in memory.
    @inline(__always)
    func offset(_ field: PartialKeyPath<Constants>) -> Int { field.byteOffset }
    let offsets = [
      offset(\.product.nudge), offset(\.product.oddLanes), offset(\.zeroPoint), offset(\.lower), offset(\.upper),
    ]
    let loaded = Array(zip(offsets, free.dropFirst(3)))
    for (offset, register) in loaded {
      code.vmovups(register, X86Memory(arguments[\.constants], offset))
    }
    func constant(_ offset: Int) -> X86VectorOperand {
      loaded.first { $0.0 == offset }.map { .register($0.1) } ?? .memory(X86Memory(arguments[\.constants], offset))
    }
    @inline(__always)
    func constant(_ field: PartialKeyPath<Constants>) -> X86VectorOperand { constant(offset(field)) }
    let product = X86ProductEmitter(even: free[0], odd: free[1]) {
      constant(offset(\.product) + $0)
    }
    for (row, sums) in sums.enumerated() {
      for (vector, sum) in sums.enumerated() {
        let column = vector * panels.width.laneCount
        let channels = X86Memory(panel, layout.channelsOffset(column, panels))
        switch bytes.rounding {
        case .twice:
          typealias Channels = ByteRowCode.Channels
          code.vpaddd(sum, sum, channels.advanced(by: byteOffset(\Channels.bias)))
          product.emit(&code, sum, spare: free[2], areFractions: layout.hasFractions) {
            .memory(channels.advanced(by: byteOffset(\Channels.factors) + $0))
          }
        case .once:
          typealias Channels = ByteRowCode.ChannelsOnce
          code.vpaddd(sum, sum, channels.advanced(by: byteOffset(\Channels.bias)))
          product.emitOnce(&code, sum) {
            .memory(channels.advanced(by: byteOffset(\Channels.factors) + $0))
          }
        }
        code.vpaddd(sum, sum, constant(\.zeroPoint))
        if bytes.output.hasLimits {
          code.vpmaxsd(sum, sum, constant(\.lower))
          code.vpminsd(sum, sum, constant(\.upper))
        }
        code.emitBytes(
          sum, to: X86Memory(tiles.output, row * problem.outputStride + column), isSigned: bytes.output.isSigned,
          spare: free[0])
      }
    }
    code.vectorWidth = width
  }

  /// Scales a tile's sums in the order of the formula, adds the bias, and stores floats.
  private func emitFloats(
    _ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ free: [X86VectorRegister], _ panels: Group,
    _ scaled: ByteMatrixMultiply.Elements.Scaled
  ) {
    typealias Channels = ByteRowCode.ScaledChannels
    typealias Constants = MachineByteMatrixMultiply.ScaledConstants
    let width = code.vectorWidth
    if width != .bits512 { code.vectorWidth = .bits256 }
    let (rowScale, factor, value, rowOffset) = (free[0], free[1], free[2], free[3])
    let rowStep = scaled.rowsPerScale == 1 ? scaled.floatsPerScale * MemoryLayout<Float>.stride : 0
    @inline(__always)
    func channels(_ vector: Int, _ field: PartialKeyPath<Channels>) -> X86Memory {
      X86Memory(panel, layout.channelsOffset(vector * panels.width.laneCount, panels)).advanced(by: field.byteOffset)
    }
    for (row, sums) in sums.enumerated() {
      if row == 0 || rowStep > 0 {
        code.vbroadcastss(rowScale, X86Memory(index, row * rowStep))
        if scaled.isOfBytes {
          code.vbroadcastss(rowOffset, X86Memory(index, row * rowStep + 4))
          code.vcvttps2dq(rowOffset, rowOffset)
        }
      }
      for (vector, sum) in sums.enumerated() {
        if scaled.isOfBytes {
          code.vpmulld(value, rowOffset, channels(vector, \.sums))
          code.vpsubd(sum, sum, value)
        }
        code.vcvtdq2ps(value, sum)
        if scaled.hasOneScale {
          code.vmulps(factor, rowScale, channels(vector, \.scale))
          code.vmulps(value, value, factor)
        } else {
          code.vmulps(value, value, channels(vector, \.scale))
          code.vmulps(value, value, rowScale)
        }
        code.vaddps(value, value, channels(vector, \.bias))
        // `vminps` and `vmaxps` return the second operand if either is NaN, so NaN persists.
        if scaled.lower > -.infinity || scaled.upper < .infinity {
          for (isLower, field) in [(true, \Constants.lower), (false, \Constants.upper)] {
            code.vmovups(factor, X86Memory(arguments[\.constants], field))
            if isLower { code.vmaxps(value, factor, value) } else { code.vminps(value, factor, value) }
          }
        }
        let column = vector * panels.width.laneCount
        code.vmovups(X86Memory(tiles.output, (row * problem.outputStride + column) * MemoryLayout<Float>.stride), value)
      }
    }
    if rowStep > 0 { code.add(index, sums.count * rowStep) }
    code.vectorWidth = width
  }
}

extension X86Assembler {
  /// Stores 32-bit integers as saturated bytes.
  mutating func emitBytes(
    _ value: X86VectorRegister, to target: X86Memory, isSigned: Bool, spare: X86VectorRegister
  ) {
    if vectorWidth == .bits512 {
      if isSigned { return vpmovsdb(target, value) }
      vxorps(spare, spare, spare)
      vpmaxsd(value, value, spare)
      return vpmovusdb(target, value)
    }
    vextracti128(low: spare, value, 1)
    vpackssdw(low: value, value, spare)
    if isSigned { vpacksswb(low: value, value, value) } else { vpackuswb(low: value, value, value) }
    vmovq(target, low: value)
  }
}
