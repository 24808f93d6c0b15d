import MachineCode

extension WarpCode {
  static func arm64(_: Void) -> [UInt8]? {
    var emitter = ARM64WarpEmitter()
    emitter.emit()
    return emitter.code.finished()
  }
}

/// Emits the code of a `WarpCode`: positions and weights of four pixels together, then one pixel after the other.
private struct ARM64WarpEmitter {
  typealias Arguments = WarpCode.Arguments

  var code = ARM64Assembler()

  // MARK: Registers

  private let registers: ARM64RegisterFile
  private let arguments: ARM64GeneralRegister
  private let upperRow: ARM64GeneralRegister, lowerRow: ARM64GeneralRegister, output: ARM64GeneralRegister
  private let row: ARM64GeneralRegister, height: ARM64GeneralRegister
  private let start: ARM64GeneralRegister, blockWidth: ARM64GeneralRegister
  private let columnsLeft: ARM64GeneralRegister, blockLeft: ARM64GeneralRegister
  private let scratch: ARM64GeneralRegister

  /// A number for each coordinate, in both lanes.
  private struct Coordinates {
    let x, y, z: ARM64VectorRegister
  }

  /// Numerators and denominator at the start of a block, and their steps from column to column.
  private let starts: Coordinates, steps: Coordinates
  /// Two columns, counted from the start of the block.
  private let columns: ARM64VectorRegister
  private let two: ARM64VectorRegister, unitsPerPixel: ARM64VectorRegister, rounding: ARM64VectorRegister

  /// An image axis. The lowest position is that of both.
  private struct Axis {
    let highest, lastPair: ARM64VectorRegister
  }

  private let lowest: ARM64VectorRegister
  private let columnAxis: Axis, rowAxis: Axis
  private let zero: ARM64VectorRegister, units: ARM64VectorRegister
  private let channelCount: ARM64VectorRegister, stride: ARM64VectorRegister, lastLoad: ARM64VectorRegister
  private let taps: ARM64VectorRegister
  private let scale: ARM64VectorRegister, offset: ARM64VectorRegister
  /// Nine registers, which each phase of the computation names after what it keeps there.
  private let temporaries: [ARM64VectorRegister]

  init() {
    arguments = ARM64ArgumentRegisters<WarpCode.Call>()[\.arguments]
    var registers = ARM64RegisterFile(arguments: [arguments], allVectors: true)
    scratch = registers.general()
    (upperRow, lowerRow, output) = (registers.general(), registers.general(), registers.general())
    (row, height) = (registers.general(), registers.general())
    (start, blockWidth) = (registers.general(), registers.general())
    (columnsLeft, blockLeft) = (registers.general(), registers.general())
    temporaries = registers.vectors(9)
    starts = Coordinates(x: registers.vector(), y: registers.vector(), z: registers.vector())
    steps = Coordinates(x: registers.vector(), y: registers.vector(), z: registers.vector())
    (columns, two) = (registers.vector(), registers.vector())
    (unitsPerPixel, rounding) = (registers.vector(), registers.vector())
    lowest = registers.vector()
    columnAxis = Axis(highest: registers.vector(), lastPair: registers.vector())
    rowAxis = Axis(highest: registers.vector(), lastPair: registers.vector())
    (zero, units) = (registers.vector(), registers.vector())
    (channelCount, stride, lastLoad) = (registers.vector(), registers.vector(), registers.vector())
    taps = registers.vector()
    (scale, offset) = (registers.vector(), registers.vector())
    self.registers = registers
  }

  mutating func emit() {
    code.enter(registers)
    emitConstants()
    code.ldr(upperRow, argument(\.pixels))
    code.ldr(scratch, argument(\.rowByteStride))
    code.add(lowerRow, upperRow, scratch)
    code.ldr(output, argument(\.output))
    code.ldr(height, argument(\.height))
    code.ldr(blockWidth, argument(\.blockWidth))
    code.mov(row, 0)
    let nextRow = code.here()
    code.ldr(columnsLeft, argument(\.width))
    code.mov(start, 0)

    let nextBlock = code.here()
    emitStart(starts.x, (\.m00, \.m01, \.m02))
    emitStart(starts.y, (\.m10, \.m11, \.m12))
    emitStart(starts.z, (\.m20, \.m21, \.m22))
    emitFirstColumns()
    code.mov(blockLeft, blockWidth)
    let isWhole = code.label()
    code.cmp(columnsLeft, blockLeft)
    code.b(.greaterOrEqual, isWhole)
    code.mov(blockLeft, columnsLeft)
    code.bind(isWhole)
    code.sub(columnsLeft, columnsLeft, blockLeft)

    let (tail, blockEnd) = (code.label(), code.label())
    let nextGroup = code.here()
    let group = emitGroup()
    code.cmp(blockLeft, 4)
    code.b(.less, tail)
    for pixel in 0..<4 { emitStore(emitPixel(pixel, group), isLast: pixel == 3) }
    code.subs(blockLeft, blockLeft, 4)
    code.b(.notEqual, nextGroup)
    code.b(blockEnd)
    code.bind(tail)
    for pixel in 0..<3 {
      emitStore(emitPixel(pixel, group), isLast: true)
      if pixel == 2 { break }
      code.subs(blockLeft, blockLeft, 1)
      code.b(.equal, blockEnd)
    }
    code.bind(blockEnd)

    code.add(start, start, blockWidth)
    code.cbnz(columnsLeft, nextBlock)
    code.add(row, row, 1)
    code.cmp(row, height)
    code.b(.less, nextRow)
    code.leave(registers)
  }

  @inline(__always)
  private func argument(_ member: PartialKeyPath<Arguments>) -> ARM64Memory { ARM64Memory(arguments, member) }

  // MARK: Constants

  private mutating func emitConstants() {
    let doubles: [(ARM64VectorRegister, PartialKeyPath<Arguments>)] = [
      (steps.x, \.m00), (steps.y, \.m10), (steps.z, \.m20), (two, \.one), (unitsPerPixel, \.unitsPerPixel),
      (rounding, \.rounding),
    ]
    for (register, member) in doubles { emitDouble(register, member) }
    code.faddDoubles(two, two, two)
    let words: [(ARM64VectorRegister, PartialKeyPath<Arguments>)] = [
      (lowest, \.lowestX), (columnAxis.highest, \.highestX), (columnAxis.lastPair, \.lastColumnPair),
      (rowAxis.highest, \.highestY), (rowAxis.lastPair, \.lastRowPair), (units, \.units),
      (channelCount, \.channelCount), (stride, \.stride), (lastLoad, \.lastLoad), (scale, \.scale),
      (offset, \.offset),
    ]
    for (register, member) in words {
      code.add(scratch, arguments, member.byteOffset)
      code.ld1r(register, scratch)
    }
    code.add(scratch, arguments, (\Arguments.taps as PartialKeyPath<Arguments>).byteOffset)
    code.ldr(q: taps, ARM64Memory(scratch))
    code.movi(zero, 0)
  }

  /// A double of the arguments in both lanes.
  private mutating func emitDouble(_ target: ARM64VectorRegister, _ member: PartialKeyPath<Arguments>) {
    code.ldr(d: target, argument(member))
    code.dupDouble(target, target, lane: 0)
  }

  // MARK: Positions

  /// `target = map.0 * start + map.1 * row + map.2`, each operation rounded.
  private mutating func emitStart(
    _ target: ARM64VectorRegister,
    _ map: (PartialKeyPath<Arguments>, PartialKeyPath<Arguments>, PartialKeyPath<Arguments>)
  ) {
    let (factor, term) = (temporaries[0], temporaries[1])
    code.scvtf(d: target, start)
    code.scvtf(d: term, row)
    code.ldr(d: factor, argument(map.0))
    code.fmulDoubles(target, target, factor)
    code.ldr(d: factor, argument(map.1))
    code.fmulDoubles(term, term, factor)
    code.faddDoubles(target, target, term)
    code.ldr(d: factor, argument(map.2))
    code.faddDoubles(target, target, factor)
    code.dupDouble(target, target, lane: 0)
  }

  /// Columns 0 and 1.
  private mutating func emitFirstColumns() {
    let one = temporaries[0]
    code.ldr(d: one, argument(\.one))
    code.movi(columns, 0)
    code.zip1Doubles(columns, columns, one)
  }

  /// Weights and places of four pixels.
  private struct Group {
    /// The weights of the columns: two bytes in the lower half of a lane.
    let columns: ARM64VectorRegister
    /// The weights of the rows: two integers of 16 bits in a lane.
    let rows: ARM64VectorRegister
    /// The bytes from the address to load from to the pair of columns.
    let shift: ARM64VectorRegister
    /// The address to load from, in bytes from the first pixel.
    let load: ARM64VectorRegister
  }

  /// The next four pixels.
  private mutating func emitGroup() -> Group {
    let factor = temporaries[8]
    let (x, y) = (temporaries[0], temporaries[1])
    // Positions: integers in the low halves of doubles.
    for (x, y) in [(x, y), (temporaries[2], temporaries[3])] {
      code.fmulDoubles(factor, columns, steps.z)
      code.faddDoubles(factor, starts.z, factor)
      code.fdivDoubles(factor, unitsPerPixel, factor)
      for (target, start, step) in [(x, starts.x, steps.x), (y, starts.y, steps.y)] {
        code.fmulDoubles(target, columns, step)
        code.faddDoubles(target, start, target)
        code.fmulDoubles(target, target, factor)
        code.faddDoubles(target, target, rounding)
      }
      code.faddDoubles(columns, columns, two)
    }
    code.uzp1(x, x, temporaries[2])
    code.uzp1(y, y, temporaries[3])

    let (shift, load, row, second) = (temporaries[2], temporaries[3], temporaries[4], temporaries[5])
    emitPair(columnAxis, position: x, first: shift, second: second)
    code.shl(second, second, 8)
    code.orr(x, x, second)
    emitPair(rowAxis, position: y, first: row, second: second)
    code.shl(second, second, 16)
    code.orr(y, y, second)

    code.mul(shift, shift, channelCount)
    code.smin(load, shift, lastLoad)
    code.sub(shift, shift, load)
    code.mla(load, row, stride)
    return Group(columns: x, rows: y, shift: shift, load: load)
  }

  /// Turns positions into the first pixel of each pair and the weights of the pair.
  ///
  /// - Parameters:
  ///   - position: becomes the first weight.
  ///   - second: becomes the second weight.
  private mutating func emitPair(
    _ axis: Axis, position: ARM64VectorRegister, first: ARM64VectorRegister, second: ARM64VectorRegister
  ) {
    code.smax(position, position, lowest)
    code.smin(position, position, axis.highest)
    code.sshr(first, position, 5)
    code.smax(first, first, zero)
    code.smin(first, first, axis.lastPair)
    code.shl(second, first, 5)
    code.sub(position, position, second)
    code.sub(second, position, units)
    for distance in [position, second] {
      code.abs(distance, distance)
      code.sub(distance, units, distance)
      code.smax(distance, distance, zero)
    }
  }

  // MARK: Values

  /// The three values of a pixel of a group, and a fourth that is unused.
  private mutating func emitPixel(_ pixel: Int, _ group: Group) -> ARM64VectorRegister {
    let (bytes, lower, lane, products) = (temporaries[4], temporaries[5], temporaries[6], temporaries[7])
    code.umov(w: scratch, group.load, lane: pixel)
    code.ldr(d: bytes, ARM64Memory(upperRow, index: scratch))
    code.ldr(d: lower, ARM64Memory(lowerRow, index: scratch))
    code.zip1Doubles(bytes, bytes, lower)
    code.dupByte(lane, group.shift, lane: 4 * pixel)
    code.addBytes(lane, lane, taps)
    code.tbl(bytes, bytes, lane)
    code.dupHalfword(lane, group.columns, lane: 2 * pixel)
    code.umullBytes(products, bytes, lane)
    code.umull2Bytes(bytes, bytes, lane)
    code.addpHalfwords(bytes, products, bytes)
    code.dup(lane, group.rows, lane: pixel)
    code.umull(products, bytes, lane)
    code.umull2(bytes, bytes, lane)
    code.addp(bytes, products, bytes)
    code.srshr(bytes, bytes, 10)
    code.scvtf(bytes, bytes)
    code.fmul(bytes, bytes, scale)
    code.fadd(bytes, bytes, offset)
    return bytes
  }

  /// Stores the values of a pixel. If another follows in the row, its values overwrite the fourth.
  private mutating func emitStore(_ values: ARM64VectorRegister, isLast: Bool) {
    if isLast {
      code.str(d: values, ARM64Memory(output))
      code.dup(values, values, lane: 2)
      code.str(s: values, ARM64Memory(output, 8))
    } else {
      code.str(q: values, ARM64Memory(output))
    }
    code.add(output, output, 12)
  }
}
