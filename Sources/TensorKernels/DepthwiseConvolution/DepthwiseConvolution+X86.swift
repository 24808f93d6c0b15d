import MachineCode

/// Emits the code of a ``MachineDepthwiseConvolution`` for one or two output rows.
///
/// Arguments of the code: `rdi` table of input rows, `rsi` weights, `rdx` output row.
///
/// The taps of a sum are added column by column, as XNNPACK does (`src/indirection.c`, dwconv), so that results equal
/// LiteRT's to the bit.
struct DepthwiseEmitter {
  let problem: DepthwiseConvolution.Problem
  let epilogue: EmittedEpilogue
  let tile: DepthwiseTile
  /// Output rows.
  var rows: Int

  /// Output pixels of a row computed together.
  private struct Block: Equatable {
    let first: Int
    let count: Int
    /// Whether every tap of every pixel lies inside the input, so that blocks of one size share their code.
    let isInside: Bool
  }

  /// Bytes of the constants of a tile's channels.
  static func groupByteCount(
    _ problem: DepthwiseConvolution.Problem, _ epilogue: EmittedEpilogue, _ tile: DepthwiseTile
  ) -> Int {
    epilogue.headerByteCount(vectors: tile.vectors)
      + problem.window.filterHeight * problem.window.filterWidth * tile.channelCount * 4
  }

  /// The input rows under the output rows, counted from the first one's first tap; the table has them in this order.
  var rowOffsets: [Int] {
    let offsets = (0..<rows).flatMap { row in (0..<problem.window.filterHeight).map { offset(row: row, ky: $0) } }
    return Set(offsets).sorted()
  }

  private func offset(row: Int, ky: Int) -> Int { row * problem.window.strideY + ky * problem.window.dilationY }

  /// Registers that hold the addresses of input rows while there are enough of them; the last is the table's own.
  private static let rowRegisters: [GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14, .r15, .r10, .rdi]
  private static let savedRegisters: [GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14, .r15]

  private var pixelByteCount: Int { problem.channels * 4 }
  private var vectorByteCount: Int { tile.width.byteCount }

  func emitted() -> Assembler {
    let window = problem.window
    var code = Assembler()
    code.vectorWidth = tile.width
    let offsets = rowOffsets
    let holdsRows = offsets.count <= Self.rowRegisters.count
    for register in Self.savedRegisters { code.push(register) }
    if holdsRows {
      for index in offsets.indices { code.mov(Self.rowRegisters[index], Memory(.rdi, index * 8)) }
    }
    let blocks = blocks()
    var index = 0
    while index < blocks.count {
      let block = blocks[index]
      var repeats = 1
      while block.isInside, index + repeats < blocks.count, blocks[index + repeats].isInside,
        blocks[index + repeats].count == block.count
      {
        repeats += 1
      }
      // `r9`: bytes from the start of an input row to the block's first tap, where the block's place is not constant.
      code.mov(.r9, block.isInside ? window.firstColumn(block.first) * pixelByteCount : 0)
      if repeats > 1 { code.mov(.rcx, repeats) }
      let again = code.here()
      emitBlock(&code, block, holdsRows: holdsRows)
      // A block leaves `r9` and `rdx` one pixel further.
      code.add(.rdx, (block.count - 1) * pixelByteCount)
      if repeats > 1 {
        code.add(.r9, (block.count * window.strideX - 1) * pixelByteCount)
        code.sub(.rcx, 1)
        code.jump(.notEqual, again)
      }
      index += repeats
    }
    code.vzeroupper()
    for register in Self.savedRegisters.reversed() { code.pop(register) }
    code.ret()
    return code
  }

  /// The row cut into blocks of nearly equal width.
  private func blocks() -> [Block] {
    let window = problem.window
    let count = (window.outputWidth + tile.pixels - 1) / tile.pixels
    return (0..<count).map { index in
      let first = index * window.outputWidth / count
      let end = (index + 1) * window.outputWidth / count
      let isInside = [first, end - 1].allSatisfy { window.columnTaps($0).count == window.filterWidth }
      return Block(first: first, count: end - first, isInside: isInside)
    }
  }

  /// All channels of one block: `r8` groups left, `r11` the group's weights. Moves `r9` and `rdx` along by one pixel.
  private func emitBlock(_ code: inout Assembler, _ block: Block, holdsRows: Bool) {
    let vectors = tile.vectors
    code.mov(.r8, problem.channels / tile.channelCount)
    code.mov(.r11, .rsi)
    let nextGroup = code.here()
    func sum(_ row: Int, _ pixel: Int, _ vector: Int) -> VectorRegister {
      VectorRegister((row * block.count + pixel) * vectors + vector)
    }
    let pixels = (0..<rows).flatMap { row in (0..<block.count).map { (row: row, pixel: $0) } }
    for (row, pixel) in pixels {
      for vector in 0..<vectors { code.vmovups(sum(row, pixel, vector), Memory(.r11, vector * vectorByteCount)) }
    }
    emitProducts(&code, products(of: block, sum), firstFree: pixels.count * vectors) { code, input in
      if !holdsRows { code.mov(.rax, Memory(.rdi, input.row * 8)) }
      return Memory(
        holdsRows ? Self.rowRegisters[input.row] : .rax, index: .r9, scale: 1,
        input.column * pixelByteCount + input.vector * vectorByteCount)
    }
    let sums = pixels.flatMap { row, pixel in (0..<vectors).map { (register: sum(row, pixel, $0), vector: $0) } }
    let spare = (1...3).map { VectorRegister(tile.width.registerCount - $0) }
    epilogue.emit(&code, sums: sums, header: .r11, vectors: vectors, spare: spare)
    let outputRow = problem.window.outputWidth * pixelByteCount
    for (row, pixel) in pixels {
      for vector in 0..<vectors {
        let place = row * outputRow + pixel * pixelByteCount + vector * vectorByteCount
        code.vmovups(Memory(.rdx, place), sum(row, pixel, vector))
      }
    }
    code.add(.r11, Self.groupByteCount(problem, epilogue, tile))
    code.add(.r9, vectors * vectorByteCount)
    code.add(.rdx, vectors * vectorByteCount)
    code.sub(.r8, 1)
    code.jump(.notEqual, nextGroup)
  }

  // MARK: Products

  /// A vector of input pixels, by place: which of the table's rows, and column from the block's first tap.
  private struct Input {
    let row: Int, column: Int, vector: Int
  }

  /// A tap's weights times a vector of the input, added to a sum.
  private struct Product {
    let sum: VectorRegister
    let weights: Int
    let input: Input
    /// A number of its own for each input.
    let inputNumber: Int
  }

  /// The products of a block, in the order in which they are added.
  private func products(
    of block: Block, _ sum: (_ row: Int, _ pixel: Int, _ vector: Int) -> VectorRegister
  ) -> [Product] {
    let window = problem.window
    let addresses = rowOffsets
    let columnCount = (block.count - 1) * window.strideX + (window.filterWidth - 1) * window.dilationX + 1
    var products: [Product] = []
    for kx in 0..<window.filterWidth {
      for ky in 0..<window.filterHeight {
        let rowIndices = (0..<rows).map { row in addresses.firstIndex(of: offset(row: row, ky: ky)) ?? 0 }
        for vector in 0..<tile.vectors {
          let weights = (kx * window.filterHeight + ky) * tile.vectors + vector
          for row in 0..<rows {
            for pixel in 0..<block.count {
              let column = pixel * window.strideX + kx * window.dilationX
              let place = window.firstColumn(block.first) + column
              guard block.isInside || (0..<window.inputWidth).contains(place) else { continue }
              products.append(
                Product(
                  sum: sum(row, pixel, vector), weights: weights,
                  input: Input(row: rowIndices[row], column: block.isInside ? column : place, vector: vector),
                  inputNumber: (rowIndices[row] * columnCount + column) * tile.vectors + vector))
            }
          }
        }
      }
    }
    return products
  }

  /// For each product the next one with the same input, or `Int.max`.
  private func nextUses(_ products: [Product]) -> [Int] {
    var next = [Int](repeating: .max, count: products.count)
    var later = [Int](repeating: .max, count: (products.map(\.inputNumber).max() ?? 0) + 1)
    for index in products.indices.reversed() {
      next[index] = later[products[index].inputNumber]
      later[products[index].inputNumber] = index
    }
    return next
  }

  /// Emits products. Inputs that are needed again stay in registers, in place of those that are needed last (Belady
  /// 1966).
  private func emitProducts(
    _ code: inout Assembler, _ products: [Product], firstFree: Int, address: (inout Assembler, Input) -> Memory
  ) {
    let header = epilogue.headerByteCount(vectors: tile.vectors)
    let weightRegisters = tile.holdsInputs ? 2 : tile.width.registerCount - firstFree
    let nextUses = nextUses(products)
    let firstKept = firstFree + weightRegisters
    /// The inputs in registers from `firstKept` on: number, and next product that needs it.
    var kept = [(input: Int, nextUse: Int)](
      repeating: (-1, .max), count: max(tile.width.registerCount - firstKept, 0))
    var loads = 0
    var loaded = -1
    for (index, product) in products.enumerated() {
      if loaded != product.weights {
        loaded = product.weights
        loads += 1
        let weight = VectorRegister(firstFree + loads % weightRegisters)
        code.vmovups(weight, Memory(.r11, header + product.weights * vectorByteCount))
      }
      let weight = VectorRegister(firstFree + loads % weightRegisters)
      if let place = kept.firstIndex(where: { $0.input == product.inputNumber }) {
        kept[place].nextUse = nextUses[index]
        code.vfmadd231ps(product.sum, weight, VectorRegister(firstKept + place))
        continue
      }
      let memory = address(&code, product.input)
      let victim = kept.indices.max { kept[$0].nextUse < kept[$1].nextUse }
      guard let victim, nextUses[index] < kept[victim].nextUse else {
        code.vfmadd231ps(product.sum, weight, memory)
        continue
      }
      kept[victim] = (product.inputNumber, nextUses[index])
      let register = VectorRegister(firstKept + victim)
      code.vmovups(register, memory)
      code.vfmadd231ps(product.sum, weight, register)
    }
  }
}
