import MachineCode

extension WarpCode {
  static func x86(_: Void) -> [UInt8]? {
    var emitter = WarpEmitter()
    emitter.emit()
    return emitter.code.finished()
  }
}

/// Emits the code of a `WarpCode`.
private struct WarpEmitter: ~Copyable {
  typealias Arguments = WarpCode.Arguments

  var code = X86Assembler()
  /// Bytes of the stack frame allocated so far.
  private var frameByteCount = 0

  // MARK: Registers

  private let registers: X86RegisterFile
  private let arguments: X86GeneralRegister
  private let upperRow: X86GeneralRegister, lowerRow: X86GeneralRegister, output: X86GeneralRegister
  private let rowsLeft: X86GeneralRegister, columnsLeft: X86GeneralRegister, blockLeft: X86GeneralRegister
  /// Places in rows, or counts.
  private let first: X86GeneralRegister, second: X86GeneralRegister

  /// Numerators and denominator at the start of a block; columns of the even and odd lanes, from there.
  private let startX: X86VectorRegister, startY: X86VectorRegister, startZ: X86VectorRegister
  private let evenColumns: X86VectorRegister, oddColumns: X86VectorRegister
  /// Ten registers, which each phase of the computation names after what it keeps there.
  private let scratch: [X86VectorRegister]
  private let zero: X86VectorRegister

  init() {
    arguments = X86ArgumentRegisters<WarpCode.Call>()[\.arguments]
    var registers = X86RegisterFile(arguments: [arguments])
    first = registers.general()
    (upperRow, lowerRow, output) = (registers.general(), registers.general(), registers.general())
    (rowsLeft, columnsLeft, blockLeft) = (registers.general(), registers.general(), registers.general())
    second = registers.general()
    (startX, startY, startZ) = (registers.vector(), registers.vector(), registers.vector())
    (evenColumns, oddColumns) = (registers.vector(), registers.vector())
    scratch = registers.vectors(10)
    zero = registers.vector()
    self.registers = registers
  }

  /// Places in the stack frame that the code updates.
  private struct Variables {
    let row, start, loads, tail: X86Memory
  }

  /// An image axis.
  private struct Axis {
    let lowest, highest, lastPair: X86Memory
  }

  mutating func emit() {
    code.enter(registers, frame: Self.frame)
    code.vxorps(zero, zero, zero)
    let map = (
      x: (double(\.m00), double(\.m01), double(\.m02)), y: (double(\.m10), double(\.m11), double(\.m12)),
      z: (double(\.m20), double(\.m21), double(\.m22))
    )
    let columns = Axis(lowest: word(\.lowestX), highest: word(\.highestX), lastPair: word(\.lastColumnPair))
    let rows = Axis(lowest: word(\.lowestY), highest: word(\.highestY), lastPair: word(\.lastRowPair))
    let one = double(\.one)
    let blockStep = double(\.blockStep)
    let group = Group(
      map: (map.x.0, map.y.0, map.z.0), unitsPerPixel: double(\.unitsPerPixel), rounding: double(\.rounding),
      eight: double(\.eight), columns: columns, rows: rows, units: word(\.units), channelCount: word(\.channelCount),
      stride: word(\.stride), lastLoad: word(\.lastLoad), half: word(\.half), spread: quadruple(argument(\.spread)),
      taps: (0..<4).map { quadruple(argument(\.taps).advanced(by: 4 * $0)) }, scale: word(\.scale),
      offset: word(\.offset))
    let firstColumns = (lanes(\.evenColumns), lanes(\.oddColumns))
    let masks = tailMasks()
    let variables = Variables(row: room(32), start: room(32), loads: room(32), tail: room(96))
    precondition(frameByteCount <= Self.frameSize, "the frame must hold what was given out")

    code.mov(upperRow, argument(\.pixels))
    code.mov(lowerRow, upperRow)
    code.add(lowerRow, argument(\.rowByteStride))
    code.mov(output, argument(\.output))
    code.mov(rowsLeft, argument(\.height))
    code.vmovups(variables.row, zero)
    let nextRow = code.here()
    code.mov(columnsLeft, argument(\.width))
    code.vmovups(variables.start, zero)

    let nextBlock = code.here()
    emitStart(startX, map.x, variables)
    emitStart(startY, map.y, variables)
    emitStart(startZ, map.z, variables)
    code.vmovups(evenColumns, firstColumns.0)
    code.vmovups(oddColumns, firstColumns.1)
    code.mov(blockLeft, argument(\.blockWidth))
    let isWhole = code.label()
    code.cmp(columnsLeft, blockLeft)
    code.jump(.greaterOrEqual, isWhole)
    code.mov(blockLeft, columnsLeft)
    code.bind(isWhole)
    code.sub(columnsLeft, blockLeft)

    let (tail, blockEnd) = (code.label(), code.label())
    let nextGroup = code.here()
    emitGroup(group, variables)
    code.cmp(blockLeft, 8)
    code.jump(.less, tail)
    emitStores(X86Memory(output))
    code.add(output, 96)
    code.sub(blockLeft, 8)
    code.jump(.notEqual, nextGroup)
    code.jmp(blockEnd)
    code.bind(tail)
    emitTail(variables.tail, masks)
    code.bind(blockEnd)

    code.vmovups(scratch[0], variables.start)
    code.vaddpd(scratch[0], scratch[0], blockStep)
    code.vmovups(variables.start, scratch[0])
    code.test(columnsLeft, columnsLeft)
    code.jump(.notEqual, nextBlock)
    code.vmovups(scratch[0], variables.row)
    code.vaddpd(scratch[0], scratch[0], one)
    code.vmovups(variables.row, scratch[0])
    code.sub(rowsLeft, 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers, frame: Self.frame)
  }

  // MARK: The stack frame

  private static let frameSize = 2048
  private static let frame = X86Assembler.Frame.aligned(frameSize)

  private mutating func room(_ byteCount: Int) -> X86Memory {
    frameByteCount += byteCount
    return X86Memory(.rsp, frameByteCount - byteCount)
  }

  @inline(__always)
  private func argument(_ member: PartialKeyPath<Arguments>) -> X86Memory { X86Memory(arguments, member) }

  private mutating func kept(_ register: X86VectorRegister) -> X86Memory {
    let memory = room(32)
    code.vmovups(memory, register)
    return memory
  }

  /// A double of the arguments in four lanes.
  private mutating func double(_ member: PartialKeyPath<Arguments>) -> X86Memory {
    code.vbroadcastsd(scratch[0], argument(member))
    return kept(scratch[0])
  }

  /// A float or 32-bit integer of the arguments in eight lanes.
  private mutating func word(_ member: PartialKeyPath<Arguments>) -> X86Memory {
    code.vbroadcastss(scratch[0], argument(member))
    return kept(scratch[0])
  }

  /// Sixteen bytes of the arguments in both halves.
  private mutating func quadruple(_ place: X86Memory) -> X86Memory {
    code.vbroadcastf128(scratch[0], place)
    return kept(scratch[0])
  }

  /// Four integers of the arguments as doubles.
  private mutating func lanes(_ member: PartialKeyPath<Arguments>) -> X86Memory {
    code.vcvtdq2pd(scratch[0], argument(member))
    return kept(scratch[0])
  }

  /// 24 lanes of ones and 24 of zeros.
  private mutating func tailMasks() -> Int {
    let start = frameByteCount
    code.vbroadcastss(scratch[0], argument(\.ones))
    for index in 0..<6 { code.vmovups(room(32), index < 3 ? scratch[0] : zero) }
    return start
  }

  // MARK: Positions

  /// The constants that a group of eight pixels needs.
  private struct Group {
    let map: (x: X86Memory, y: X86Memory, z: X86Memory)
    let unitsPerPixel, rounding, eight: X86Memory
    let columns, rows: Axis
    let units, channelCount, stride, lastLoad, half, spread: X86Memory
    let taps: [X86Memory]
    let scale, offset: X86Memory
  }

  /// `target = map.0 * start + map.1 * row + map.2`, each operation rounded.
  private mutating func emitStart(
    _ target: X86VectorRegister, _ map: (X86Memory, X86Memory, X86Memory), _ variables: Variables
  ) {
    let term = scratch[0]
    code.vmovups(target, variables.start)
    code.vmulpd(target, target, map.0)
    code.vmovups(term, variables.row)
    code.vmulpd(term, term, map.1)
    code.vaddpd(target, target, term)
    code.vaddpd(target, target, map.2)
  }

  /// Positions of four pixels, in the low halves of the lanes of `x` and `y`.
  private mutating func emitPositions(
    _ group: Group, _ columns: X86VectorRegister, factor: X86VectorRegister, x: X86VectorRegister, y: X86VectorRegister
  ) {
    let units = scratch[9]
    code.vmulpd(factor, columns, group.map.z)
    code.vaddpd(factor, startZ, factor)
    code.vmovups(units, group.unitsPerPixel)
    code.vdivpd(factor, units, factor)
    for (target, start, step) in [(x, startX, group.map.x), (y, startY, group.map.y)] {
      code.vmulpd(target, columns, step)
      code.vaddpd(target, start, target)
      code.vmulpd(target, target, factor)
      code.vaddpd(target, target, group.rounding)
    }
    code.vaddpd(columns, columns, group.eight)
  }

  /// Turns positions into the first pixel of each pair and the weights of the pair.
  ///
  /// - Parameters:
  ///   - position: becomes the first weight.
  ///   - second: becomes the second weight.
  private mutating func emitPair(
    _ group: Group, _ axis: Axis, position: X86VectorRegister, first: X86VectorRegister, second: X86VectorRegister
  ) {
    let units = scratch[9]
    code.vpmaxsd(position, position, axis.lowest)
    code.vpminsd(position, position, axis.highest)
    code.vpsrad(first, position, 5)
    code.vpmaxsd(first, first, zero)
    code.vpminsd(first, first, axis.lastPair)
    code.vpslld(second, first, 5)
    code.vpsubd(position, position, second)
    code.vmovups(units, group.units)
    code.vpsubd(second, position, units)
    for distance in [position, second] {
      code.vpabsd(distance, distance)
      code.vpsubd(distance, units, distance)
      code.vpmaxsd(distance, distance, zero)
    }
  }

  // MARK: Values

  /// Eight pixels: their 24 values in scratch registers 3 to 5, whose low halves hold the first four pixels.
  private mutating func emitGroup(_ group: Group, _ variables: Variables) {
    let (x, y, shift, row) = (scratch[0], scratch[1], scratch[2], scratch[4])
    emitPositions(group, evenColumns, factor: scratch[0], x: scratch[1], y: scratch[2])
    emitPositions(group, oddColumns, factor: scratch[3], x: scratch[4], y: scratch[5])
    code.vshufps(x, scratch[1], scratch[4], 0b10_00_10_00)
    code.vshufps(y, scratch[2], scratch[5], 0b10_00_10_00)

    // Weights: the columns' as bytes in both 16-bit halves of a lane, the rows' as 16-bit integers.
    let second = scratch[3]
    emitPair(group, group.columns, position: x, first: shift, second: second)
    code.vpslld(second, second, 8)
    code.vpor(x, x, second)
    code.vpslld(second, x, 16)
    code.vpor(x, x, second)
    emitPair(group, group.rows, position: y, first: row, second: second)
    code.vpslld(second, second, 16)
    code.vpor(y, y, second)

    // The address to load from, and the distance in bytes from there to the pair.
    let load = second
    code.vpmulld(shift, shift, group.channelCount)
    code.vpminsd(load, shift, group.lastLoad)
    code.vpsubd(shift, shift, load)
    code.vpshufb(shift, shift, group.spread)
    code.vpmulld(row, row, group.stride)
    code.vpaddd(load, load, row)
    code.vmovups(variables.loads, load)

    for i in 0..<4 { emitTaps(group, variables, i, columns: x, rows: y, shift: shift) }
    let sums = (0..<4).map { scratch[3 + $0] }
    code.vpblendd(sums[0], sums[0], sums[1], 0b1000_1000)
    code.vpblendd(sums[1], sums[1], sums[2], 0b1100_1100)
    code.vpblendd(sums[2], sums[2], sums[3], 0b1110_1110)
    for sum in sums[..<3] {
      code.vpaddd(sum, sum, group.half)
      code.vpsrld(sum, sum, 10)
      code.vcvtdq2ps(sum, sum)
      code.vmulps(sum, sum, group.scale)
      code.vaddps(sum, sum, group.offset)
    }
  }

  /// The weighted sums of pixels `i` and `i + 4`, one in each half of scratch register 3 + `i`.
  private mutating func emitTaps(
    _ group: Group, _ variables: Variables, _ i: Int, columns: X86VectorRegister, rows: X86VectorRegister,
    shift: X86VectorRegister
  ) {
    let (taps, other, lane) = (scratch[3 + i], scratch[7], scratch[8])
    let copies = UInt8(0b01_01_01_01 * i)
    for (target, pixel, place) in [(taps, i, first), (other, i + 4, second)] {
      code.movsxd(place, variables.loads.advanced(by: 4 * pixel))
      code.vmovq(low: target, X86Memory(upperRow, index: place, scale: 1))
      code.vmovhps(low: target, target, X86Memory(lowerRow, index: place, scale: 1))
    }
    code.vinserti128(taps, taps, low: other, 1)
    code.vpshufd(lane, shift, copies)
    code.vpaddb(lane, lane, group.taps[i])
    code.vpshufb(taps, taps, lane)
    code.vpshufd(lane, columns, copies)
    code.vpmaddubsw(taps, taps, lane)
    code.vpshufd(lane, rows, copies)
    code.vpmaddwd(taps, taps, lane)
  }

  // MARK: Stores

  /// Stores 24 values.
  private mutating func emitStores(_ target: X86Memory) {
    for i in 0..<3 { code.vmovups(target.advanced(by: 16 * i), low: scratch[3 + i]) }
    for i in 0..<3 { code.vextractf128(target.advanced(by: 48 + 16 * i), scratch[3 + i], 1) }
  }

  /// Stores the values of the remaining `blockLeft` pixels, fewer than eight.
  private mutating func emitTail(_ room: X86Memory, _ masks: Int) {
    let (value, mask) = (scratch[7], scratch[8])
    emitStores(room)
    code.lea(first, X86Memory(blockLeft, index: blockLeft, scale: 2))
    code.mov(second, 24)
    code.sub(second, first)
    for i in 0..<3 {
      code.vmovups(mask, X86Memory(.rsp, index: second, scale: 4, masks + 32 * i))
      code.vmovups(value, room.advanced(by: 32 * i))
      code.vmaskmovps(X86Memory(output, 32 * i), mask: mask, value)
    }
    code.lea(output, X86Memory(output, index: first, scale: 4))
  }
}
