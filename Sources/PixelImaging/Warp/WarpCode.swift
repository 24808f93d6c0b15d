import MachineCode

/// The warp as emitted code: eight output pixels at a time, one routine for every format, border and size.
///
/// Positions are computed in doubles, in the order of `MapBlock`. A position X in 1/32 pixel then picks the pair of
/// columns l and l + 1 that lies in the image and is nearest, and their weights max(0, 32 − |X − 32l|) and max(0, 32 −
/// |X − 32(l + 1)|): bilinear weights where both taps are in the image, and zero for a tap outside, which is the black
/// border. If X is first limited to the image the same weights give the replicated border. Rows go the same way.
///
///     a pixel:  8 bytes of the upper row, 8 of the lower   from the pair's start, or earlier at the end of a row
///               per value: upper left, upper right, lower left, lower right    (vpshufb)
///               upper, lower                                                   (vpmaddubsw by the columns' weights)
///               sum                                                            (vpmaddwd by the rows' weights)
///
/// Loads stay within the rows of the image, stores within the tensor.
struct WarpCode: Sendable {
  private typealias Function = @convention(c) (UnsafeRawPointer) -> Void

  private let memory: ExecutableMemory
  private let function: Function

  /// Nil if the system refuses the pages.
  init?(_ code: CodeAllocator) {
    var emitter = Emitter()
    emitter.emit()
    guard let memory = code.allocate(emitter.code.finished(), name: "warp") else { return nil }
    self.memory = memory
    function = unsafeBitCast(memory.address, to: Function.self)
  }

  /// Computes all rows.
  func run(_ arguments: Arguments) {
    withUnsafeBytes(of: arguments) { bytes in
      if let base = bytes.baseAddress { function(base) }
    }
  }
}

/// Emits the code of a `WarpCode`.
private struct Emitter {
  typealias Arguments = WarpCode.Arguments

  var code = Assembler()
  /// Bytes of the stack frame given out so far.
  private var frameByteCount = 0

  // MARK: Registers

  private let arguments = GeneralRegister.rdi
  private let upperRow = GeneralRegister.rsi
  private let lowerRow = GeneralRegister.rdx
  private let output = GeneralRegister.rcx
  private let rowsLeft = GeneralRegister.r8
  private let columnsLeft = GeneralRegister.r9
  private let blockLeft = GeneralRegister.r10

  /// Numerators and denominator at the start of a block; columns of the even and odd lanes, from there.
  private let startX = VectorRegister(0), startY = VectorRegister(1), startZ = VectorRegister(2)
  private let evenColumns = VectorRegister(3), oddColumns = VectorRegister(4)
  private let zero = VectorRegister(15)

  /// Places in the stack frame that the code writes as it goes.
  private struct Variables {
    let row, start, loads, tail: Memory
  }

  /// An image axis.
  private struct Axis {
    let lowest, highest, lastPair: Memory
  }

  mutating func emit() {
    code.push(.rbp)
    code.mov(.rbp, .rsp)
    code.sub(.rsp, Self.frameSize)
    code.and(.rsp, -32)
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
      stride: word(\.stride), lastLoad: word(\.lastLoad), half: word(\.half), spread: quadruple(place(\.spread)),
      taps: (0..<4).map { quadruple(place(\.taps) + 4 * $0) }, scale: word(\.scale), offset: word(\.offset))
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
    emitStores(Memory(output))
    code.add(output, 96)
    code.sub(blockLeft, 8)
    code.jump(.notEqual, nextGroup)
    code.jmp(blockEnd)
    code.bind(tail)
    emitTail(variables.tail, masks)
    code.bind(blockEnd)

    code.vmovups(VectorRegister(5), variables.start)
    code.vaddpd(VectorRegister(5), VectorRegister(5), blockStep)
    code.vmovups(variables.start, VectorRegister(5))
    code.test(columnsLeft, columnsLeft)
    code.jump(.notEqual, nextBlock)
    code.vmovups(VectorRegister(5), variables.row)
    code.vaddpd(VectorRegister(5), VectorRegister(5), one)
    code.vmovups(variables.row, VectorRegister(5))
    code.sub(rowsLeft, 1)
    code.jump(.notEqual, nextRow)
    code.vzeroupper()
    code.mov(.rsp, .rbp)
    code.pop(.rbp)
    code.ret()
  }

  // MARK: The stack frame

  private static let frameSize = 2048

  private mutating func room(_ byteCount: Int) -> Memory {
    frameByteCount += byteCount
    return Memory(.rsp, frameByteCount - byteCount)
  }

  private func place(_ member: PartialKeyPath<Arguments>) -> Int {
    guard let offset = MemoryLayout<Arguments>.offset(of: member) else { preconditionFailure("a member is stored") }
    return offset
  }

  private func argument(_ member: PartialKeyPath<Arguments>) -> Memory { Memory(arguments, place(member)) }

  private mutating func kept(_ register: VectorRegister) -> Memory {
    let memory = room(32)
    code.vmovups(memory, register)
    return memory
  }

  /// A double of the arguments in four lanes.
  private mutating func double(_ member: PartialKeyPath<Arguments>) -> Memory {
    code.vbroadcastsd(VectorRegister(5), argument(member))
    return kept(VectorRegister(5))
  }

  /// A float or 32-bit integer of the arguments in eight lanes.
  private mutating func word(_ member: PartialKeyPath<Arguments>) -> Memory {
    code.vbroadcastss(VectorRegister(5), argument(member))
    return kept(VectorRegister(5))
  }

  /// Sixteen bytes of the arguments in both halves.
  private mutating func quadruple(_ place: Int) -> Memory {
    code.vbroadcastf128(VectorRegister(5), Memory(arguments, place))
    return kept(VectorRegister(5))
  }

  /// Four integers of the arguments as doubles.
  private mutating func lanes(_ member: PartialKeyPath<Arguments>) -> Memory {
    code.vcvtdq2pd(VectorRegister(5), argument(member))
    return kept(VectorRegister(5))
  }

  /// 24 lanes of ones and 24 of zeros.
  private mutating func tailMasks() -> Int {
    let start = frameByteCount
    code.vbroadcastss(VectorRegister(5), argument(\.ones))
    for index in 0..<6 { code.vmovups(room(32), index < 3 ? VectorRegister(5) : zero) }
    return start
  }

  // MARK: Positions

  /// The constants that a group of eight pixels needs.
  private struct Group {
    let map: (x: Memory, y: Memory, z: Memory)
    let unitsPerPixel, rounding, eight: Memory
    let columns, rows: Axis
    let units, channelCount, stride, lastLoad, half, spread: Memory
    let taps: [Memory]
    let scale, offset: Memory
  }

  /// `target = map.0 * start + map.1 * row + map.2`, each operation rounded.
  private mutating func emitStart(
    _ target: VectorRegister, _ map: (Memory, Memory, Memory), _ variables: Variables
  ) {
    let term = VectorRegister(5)
    code.vmovups(target, variables.start)
    code.vmulpd(target, target, map.0)
    code.vmovups(term, variables.row)
    code.vmulpd(term, term, map.1)
    code.vaddpd(target, target, term)
    code.vaddpd(target, target, map.2)
  }

  /// Positions of four pixels, in the low halves of the lanes of `x` and `y`.
  private mutating func emitPositions(
    _ group: Group, _ columns: VectorRegister, factor: VectorRegister, x: VectorRegister, y: VectorRegister
  ) {
    let units = VectorRegister(14)
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
    _ group: Group, _ axis: Axis, position: VectorRegister, first: VectorRegister, second: VectorRegister
  ) {
    let units = VectorRegister(14)
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

  /// Eight pixels: their 24 values in registers 8 to 10, whose low halves hold the first four pixels.
  private mutating func emitGroup(_ group: Group, _ variables: Variables) {
    let (x, y, shift, row) = (VectorRegister(5), VectorRegister(6), VectorRegister(7), VectorRegister(9))
    emitPositions(group, evenColumns, factor: VectorRegister(5), x: VectorRegister(6), y: VectorRegister(7))
    emitPositions(group, oddColumns, factor: VectorRegister(8), x: VectorRegister(9), y: VectorRegister(10))
    code.vshufps(x, VectorRegister(6), VectorRegister(9), 0b10_00_10_00)
    code.vshufps(y, VectorRegister(7), VectorRegister(10), 0b10_00_10_00)

    // Weights: the columns' as bytes in both 16-bit halves of a lane, the rows' as 16-bit integers.
    let second = VectorRegister(8)
    emitPair(group, group.columns, position: x, first: shift, second: second)
    code.vpslld(second, second, 8)
    code.vpor(x, x, second)
    code.vpslld(second, x, 16)
    code.vpor(x, x, second)
    emitPair(group, group.rows, position: y, first: row, second: second)
    code.vpslld(second, second, 16)
    code.vpor(y, y, second)

    // Where to load, and how many bytes after it a pair begins.
    let load = second
    code.vpmulld(shift, shift, group.channelCount)
    code.vpminsd(load, shift, group.lastLoad)
    code.vpsubd(shift, shift, load)
    code.vpshufb(shift, shift, group.spread)
    code.vpmulld(row, row, group.stride)
    code.vpaddd(load, load, row)
    code.vmovups(variables.loads, load)

    for i in 0..<4 { emitTaps(group, variables, i, columns: x, rows: y, shift: shift) }
    let sums = (0..<4).map { VectorRegister(8 + $0) }
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

  /// The weighted sums of pixels `i` and `i + 4`, one in each half of register 8 + `i`.
  private mutating func emitTaps(
    _ group: Group, _ variables: Variables, _ i: Int, columns: VectorRegister, rows: VectorRegister,
    shift: VectorRegister
  ) {
    let (taps, other, lane) = (VectorRegister(8 + i), VectorRegister(12), VectorRegister(13))
    let copies = UInt8(0b01_01_01_01 * i)
    for (target, pixel, place) in [(taps, i, GeneralRegister.rax), (other, i + 4, .r11)] {
      code.movsxd(place, variables.loads.advanced(by: 4 * pixel))
      code.vmovq(low: target, Memory(upperRow, index: place, scale: 1))
      code.vmovhps(low: target, target, Memory(lowerRow, index: place, scale: 1))
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
  private mutating func emitStores(_ target: Memory) {
    for i in 0..<3 { code.vmovups(target.advanced(by: 16 * i), low: VectorRegister(8 + i)) }
    for i in 0..<3 { code.vextractf128(target.advanced(by: 48 + 16 * i), VectorRegister(8 + i), 1) }
  }

  /// Stores the values of the `blockLeft` pixels that are left, fewer than eight.
  private mutating func emitTail(_ room: Memory, _ masks: Int) {
    let (value, mask) = (VectorRegister(12), VectorRegister(13))
    emitStores(room)
    code.lea(.rax, Memory(blockLeft, index: blockLeft, scale: 2))
    code.mov(.r11, 24)
    code.sub(.r11, .rax)
    for i in 0..<3 {
      code.vmovups(mask, Memory(.rsp, index: .r11, scale: 4, masks + 32 * i))
      code.vmovups(value, room.advanced(by: 32 * i))
      code.vmaskmovps(Memory(output, 32 * i), mask: mask, value)
    }
    code.lea(output, Memory(output, index: .rax, scale: 4))
  }
}
