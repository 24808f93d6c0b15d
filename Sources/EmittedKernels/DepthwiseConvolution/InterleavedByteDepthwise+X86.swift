import MachineCode
import TensorKernels

extension InterleavedByteDepthwise {
  static func x86(_ layout: InterleavedByteLayout) -> [UInt8]? {
    var code = X86Assembler()
    code.vectorWidth = .bits512
    let functions = Function.allCases.map { ($0, code.label()) }
    for (_, start) in functions { code.jmp(start) }
    for (function, start) in functions {
      code.bind(start)
      switch function {
      case .sums: ByteDepthwiseEmitter(layout).emit(&code)
      case .interleaving: emitInterleaving(&code, layout)
      case .bordering: emitBordering(&code, layout)
      }
    }
    return code.finished()
  }

  /// Interleaves four rows of unsigned bytes.
  private static func emitInterleaving(_ code: inout X86Assembler, _ layout: InterleavedByteLayout) {
    let arguments = X86ArgumentRegisters<InterleavedByteDepthwise.RowArguments>()
    let target = arguments[\.target]
    var registers = X86RegisterFile(arguments: arguments.all, width: .bits512)
    let index = registers.general(), left = registers.general()
    let flip = registers.vector(), transposed = registers.vector()
    let rows = registers.vectors(4), pairs = registers.vectors(4)
    let places = [\InterleavedByteDepthwise.RowArguments.row0, \.row1, \.row2, \.row3].map { place in
      X86Memory(arguments[place], index: index, scale: 1)
    }
    let planes = (0..<4).map {
      X86Memory(target, index: index, scale: layout.isSequence ? 4 : 1, $0 * layout.vectorStep)
    }

    /// Writes the planes of the rows in `rows`.
    func emitPlanes(_ code: inout X86Assembler) {
      code.vpunpcklbw(pairs[0], rows[0], rows[1])
      code.vpunpckhbw(pairs[1], rows[0], rows[1])
      code.vpunpcklbw(pairs[2], rows[2], rows[3])
      code.vpunpckhbw(pairs[3], rows[2], rows[3])
      for half in 0..<2 {
        code.vpunpcklwd(rows[half * 2], pairs[half], pairs[half + 2])
        code.vpunpckhwd(rows[half * 2 + 1], pairs[half], pairs[half + 2])
      }
    }

    /// Interleaves a row that is a sequence, or whose channels are whole sixteens, 64 bytes at a time.
    func emitRow(_ code: inout X86Assembler) {
      func emitVector(_ code: inout X86Assembler) {
        for (row, place) in zip(rows, places) {
          code.vxorps(row, flip, place)
          if layout.isSequence { code.vpermd(row, order: transposed, row) }
        }
        emitPlanes(&code)
        for (plane, row) in zip(planes, rows) { code.vmovups(plane, row) }
      }
      let byteCount = layout.window.inputWidth * layout.channels
      let next = code.here()
      emitVector(&code)
      code.add(index, 64)
      code.cmp(index, byteCount - 63)
      code.jump(.less, next)
      if byteCount.isMultiple(of: 64) { return }
      // The last vector overlaps the previous one.
      code.mov(index, byteCount - 64)
      emitVector(&code)
    }

    /// Interleaves a pixel whose last eight channels are sixteen in the planes.
    func emitPixel(_ code: inout X86Assembler) {
      func emitChannels(_ code: inout X86Assembler, _ count: Int) {
        for (row, place) in zip(rows, places) {
          if count == 8 { code.vmovq(low: row, place) } else { code.vmovups(low: row, place) }
          code.vxorps(row, row, flip)
        }
        emitPlanes(&code)
        for (plane, row) in zip(planes, rows) { code.vmovups(plane, low: row) }
        code.add(index, count)
      }
      if layout.channels >= 16 {
        code.mov(left, layout.channels / 16)
        let next = code.here()
        emitChannels(&code, 16)
        code.sub(left, 1)
        code.jump(.notEqual, next)
      }
      emitChannels(&code, 8)
    }

    code.enter(registers)
    code.vmovups(flip, X86Memory(arguments[\.constants], \InterleavedByteDepthwise.Constants.flip))
    code.add(target, layout.window.paddingLeft * layout.pixelByteCount)
    code.mov(index, 0)
    if layout.isSequence {
      code.vmovups(transposed, X86Memory(arguments[\.constants], \InterleavedByteDepthwise.Constants.transposed))
    }
    if layout.isSequence || layout.channels == layout.pixelByteCount {
      emitRow(&code)
    } else {
      code.vectorWidth = .bits256
      let next = code.here()
      emitPixel(&code)
      code.add(target, layout.pixelByteCount - layout.channels)
      code.cmp(index, layout.window.inputWidth * layout.channels)
      code.jump(.less, next)
      code.vectorWidth = .bits512
    }
    code.leave(registers)
  }

  /// Writes zero-point pixels before and after the rows, in whole sixteens: rows are written later.
  private static func emitBordering(_ code: inout X86Assembler, _ layout: InterleavedByteLayout) {
    let arguments = X86ArgumentRegisters<InterleavedByteDepthwise.BorderArguments>()
    let target = arguments[\.target]
    var registers = X86RegisterFile(arguments: arguments.all, width: .bits512)
    let (place, left) = (registers.general(), registers.general())
    let zero = registers.vector()
    let inputEnd = (layout.window.paddingLeft + layout.window.inputWidth) * layout.pixelByteCount

    code.enter(registers)
    code.vmovups(zero, X86Memory(arguments[\.constants], \InterleavedByteDepthwise.Constants.zero))
    code.vectorWidth = .bits256
    for (start, end) in [
      (0, layout.window.paddingLeft * layout.pixelByteCount), (inputEnd, layout.planeByteCount - 64),
    ] where start < end {
      code.lea(place, X86Memory(target, start))
      code.mov(left, (end - start + 15) / 16)
      let next = code.here()
      for plane in 0..<layout.planeCount { code.vmovups(X86Memory(place, plane * layout.planeByteCount), low: zero) }
      code.add(place, 16)
      code.sub(left, 1)
      code.jump(.notEqual, next)
    }
    code.vectorWidth = .bits512
    code.leave(registers)
  }
}

extension InterleavedByteDepthwise.Function {
  /// Byte offset of the function's jump.
  var offset: Int { rawValue * X86Assembler.jumpByteCount }
}

/// Emits a row's code: tiles of a few vectors for each block of channels, and the sums of each plane in turn.
private struct ByteDepthwiseEmitter {
  private typealias Block = InterleavedByteLayout.Block
  private typealias Constants = InterleavedByteDepthwise.Constants
  private typealias Channels = ByteRowCode.FusedChannels

  /// Vectors of a tile: enough to hide the latency of multiply-adds.
  private static let tileLength = 4

  private let layout: InterleavedByteLayout
  private let arguments = X86ArgumentRegisters<InterleavedByteDepthwise.Arguments>()
  private let registers: X86RegisterFile
  /// The addresses of a tile's vectors in the groups and in the output.
  private let places: [X86GeneralRegister], target: X86GeneralRegister
  private let tilesLeft: X86GeneralRegister, blocksLeft: X86GeneralRegister
  private let sign: X86VectorRegister

  init(_ layout: InterleavedByteLayout) {
    self.layout = layout
    var registers = X86RegisterFile(arguments: arguments.all, width: .bits512)
    places = (0..<layout.groupCount).map { _ in registers.general() }
    (target, tilesLeft, blocksLeft) = (registers.general(), registers.general(), registers.general())
    sign = registers.highVectors(1)[0]
    self.registers = registers
  }

  private var window: Window2D { layout.window }
  private var groups: [X86GeneralRegister] {
    Array([arguments[\.group0], arguments[\.group1]].prefix(layout.groupCount))
  }

  /// Bytes of the groups for each channel: planes are advanced alike.
  private var bytesPerChannel: Int { layout.isSequence ? 4 : 1 }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    code.vmovups(sign, constant(\.fused, \.sign))
    let blocks = layout.blocks
    if blocks.count > 1 {
      code.mov(blocksLeft, blocks.count - 1)
      let next = code.here()
      emit(&code, blocks[0])
      for group in groups { code.add(group, 64 * bytesPerChannel) }
      code.add(arguments[\.output], 64)
      code.add(arguments[\.weights], layout.blockWeightsByteCount)
      code.sub(blocksLeft, 1)
      code.jump(.notEqual, next)
      let overlap = (blocks.count - 1) * 64 - blocks[blocks.count - 1].firstChannel
      if overlap > 0 {
        for group in groups { code.sub(group, overlap * bytesPerChannel) }
        code.sub(arguments[\.output], overlap)
      }
    }
    emit(&code, blocks[blocks.count - 1])
    code.leave(registers)
  }

  /// All pixels of a block.
  private func emit(_ code: inout X86Assembler, _ block: Block) {
    for (place, group) in zip(places, groups) { code.mov(place, group) }
    code.mov(target, arguments[\.output])
    let (vectors, pixelsLeft) = window.outputWidth.quotientAndRemainder(dividingBy: block.pixels)
    let (tiles, vectorsLeft) = vectors.quotientAndRemainder(dividingBy: Self.tileLength)
    if tiles > 0 {
      code.mov(tilesLeft, tiles)
      let next = code.here()
      emitTile(&code, block, vectors: Self.tileLength)
      code.sub(tilesLeft, 1)
      code.jump(.notEqual, next)
    }
    if vectorsLeft > 0 { emitTile(&code, block, vectors: vectorsLeft) }
    guard pixelsLeft > 0 else { return }
    if layout.isSequence {
      let overlap = block.pixels - pixelsLeft
      for place in places { code.sub(place, overlap * layout.pixelByteCount) }
      code.sub(target, overlap * layout.channels)
      emitTile(&code, block, vectors: 1)
    } else {
      emitTile(&code, block, vectors: 1, pixels: pixelsLeft)
    }
  }

  /// Computes some vectors, and advances past them.
  private func emitTile(_ code: inout X86Assembler, _ block: Block, vectors: Int, pixels: Int? = nil) {
    var registers = registers
    let words = registers.vectors(vectors), evenSums = registers.vectors(vectors), oddSums = registers.vectors(vectors)
    for pair in 0..<2 {
      let even = pair == 0 ? words : evenSums
      emitSums(&code, even, block, plane: pair * 2, registers)
      emitSums(&code, oddSums, block, plane: pair * 2 + 1, registers)
      for (left, right) in zip(even, oddSums) {
        code.vpackssdw(left, left, right)
        code.vpaddsw(left, left, constant(\.fused, \.zeroPoint))
        code.vpsraw(left, left, 1)
      }
    }
    let output = layout.output
    for (index, (first, second)) in zip(words, evenSums).enumerated() {
      let bytes = first
      if output.isSigned { code.vpacksswb(bytes, first, second) } else { code.vpackuswb(bytes, first, second) }
      if output.hasLimits {
        let (lower, upper) = (constant(\.lower), constant(\.upper))
        if output.isSigned {
          code.vpmaxsb(bytes, bytes, lower)
          code.vpminsb(bytes, bytes, upper)
        } else {
          code.vpmaxub(bytes, bytes, lower)
          code.vpminub(bytes, bytes, upper)
        }
      }
      emitPixels(
        &code, bytes, pixels ?? block.pixels, block, spare: second,
        to: X86Memory(target, index * block.pixels * layout.channels))
    }
    let pixels = vectors * block.pixels
    for place in places { code.add(place, pixels * window.strideX * layout.pixelByteCount) }
    code.add(target, pixels * layout.channels)
  }

  /// A plane's doubled products.
  private func emitSums(
    _ code: inout X86Assembler, _ sums: [X86VectorRegister], _ block: Block, plane: Int, _ free: X86RegisterFile
  ) {
    var registers = free
    let (data, high) = (registers.vector(), registers.vector())
    let filter = registers.vectors(layout.weightCount)
    let weights = arguments[\.weights]
    let start = plane * layout.planeWeightsByteCount
    @inline(__always)
    func channels(_ field: PartialKeyPath<Channels>) -> X86Memory { X86Memory(weights, start + field.byteOffset) }

    code.vectorWidth = block.width
    for (index, register) in filter.enumerated() {
      code.vmovups(register, X86Memory(weights, start + MemoryLayout<Channels>.stride + index * 64))
    }
    for sum in sums { code.vmovups(sum, channels(\.bias)) }
    for (group, place) in places.enumerated() {
      // Each input column is loaded once.
      var taps: [Int: [(sum: Int, column: Int)]] = [:]
      for sum in sums.indices {
        for column in 0..<window.filterWidth {
          taps[sum * block.pixels * window.strideX + column * window.dilationX, default: []].append((sum, column))
        }
      }
      for (pixel, taps) in taps.sorted(by: { $0.key < $1.key }) {
        code.vmovups(data, X86Memory(place, plane * layout.vectorStep + pixel * layout.pixelByteCount))
        for tap in taps { code.vpdpbusd(sums[tap.sum], data, filter[group * window.filterWidth + tap.column]) }
      }
    }
    code.vectorWidth = .bits512
    let factors = channels(\.factors)
    code.vmovups(high, factors.advanced(by: FusedProductEmitter.high))
    let product = FusedProductEmitter(float: data, sign: sign)
    for sum in sums { product.emit(&code, sum, high: high) { .memory(factors.advanced(by: $0)) } }
  }

  /// Stores the bytes of some pixels, which are padded to sixteen channels in the register, or follow each other in a
  /// sequence.
  private func emitPixels(
    _ code: inout X86Assembler, _ bytes: X86VectorRegister, _ pixels: Int, _ block: Block, spare: X86VectorRegister,
    to target: X86Memory
  ) {
    if layout.isSequence {
      code.vmovups(spare, constant(\.transposed))
      code.vpermd(bytes, order: spare, bytes)
      return code.vmovups(target, bytes)
    }
    if block.pixels == 1 || block.channels == layout.pixelByteCount {
      return emitBytes(&code, bytes, 0..<pixels * block.channels, spare: spare, to: target)
    }
    for pixel in 0..<pixels {
      let first = pixel * layout.pixelByteCount
      emitBytes(
        &code, bytes, first..<first + block.channels, spare: spare, to: target.advanced(by: pixel * block.channels))
    }
  }

  /// Stores bytes of a register in multiples of eight, from the start of a 128-bit lane.
  private func emitBytes(
    _ code: inout X86Assembler, _ register: X86VectorRegister, _ bytes: Range<Int>, spare: X86VectorRegister,
    to target: X86Memory
  ) {
    if bytes.count == 64 { return code.vmovups(target, register) }
    var source = register
    if bytes.lowerBound >= 32 {
      code.vextracti32x8(low: spare, source, 1)
      source = spare
    }
    code.vectorWidth = .bits256
    if !bytes.lowerBound.isMultiple(of: 32) {
      code.vextracti128(low: spare, source, 1)
      source = spare
    }
    var stored = 8
    switch bytes.count {
    case 32...:
      stored = 32
      code.vmovups(target, source)
    case 16...:
      stored = 16
      code.vmovups(target, low: source)
    default: code.vmovq(target, low: source)
    }
    code.vectorWidth = .bits512
    if stored < bytes.count {
      emitBytes(
        &code, register, bytes.lowerBound + stored..<bytes.upperBound, spare: spare, to: target.advanced(by: stored))
    }
  }

  @inline(__always)
  private func constant(_ field: PartialKeyPath<Constants>) -> X86Memory {
    X86Memory(arguments[\.constants], field.byteOffset)
  }

  private func constant(
    _ fused: PartialKeyPath<Constants>, _ field: PartialKeyPath<FusedRequantization.Constants>
  ) -> X86Memory {
    constant(fused).advanced(by: field.byteOffset)
  }
}
