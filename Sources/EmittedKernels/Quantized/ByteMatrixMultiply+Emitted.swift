import MachineCode
import TensorKernels

/// The layout of a filter in panels of one or two vectors of columns, of 16-bit words or bytes. Panels are stored last
/// first: where a panel has more columns than the output, the next panel or row overwrites the surplus.
///
///     panel:   | channels of each sixteen columns | terms of a lane | of the next | …
///     words:         | n0k0 n0k1 n1k0 n1k1 … |             for all columns
///     widenedBytes:  the same, as bytes
///     bytes:         | n0k0 n0k1 n0k2 n0k3 n1k0 n1k1 … |
///
/// Words are inputs minus their zero point. Bytes are raw and unsigned (signed ones plus 128); the bias corrects the
/// sums.
///
/// If a panel uses fused factors, its two vectors alternate every four columns, because `vpackssdw` packs each 128-bit
/// lane separately. Panels of eight such columns store their factors twice, for two rows.
struct ByteMatrixLayout: Sendable {
  let problem: ByteMatrixMultiply.Problem
  /// Where overlapping rows of bytes are.
  let band: TermSegments?
  let terms: IntegerTerms
  /// Constants of each sixteen columns.
  enum Channels: Hashable {
    case requantized(ByteRowCode.Function.Requantizing)
    case scaled
  }
  let channels: Channels
  let groups: [Int16Layout.Group]
  /// Nil unless all factors are ``FusedFactor``s.
  private let fused: [FusedFactor]?
  /// Each column's sum of weights, of quantized results; scaled products get theirs while packing.
  private let sums: [Int32]

  /// Uses bytes if the processor multiplies them in one instruction and the filter fits.
  ///
  /// - Precondition: columns are whole vectors, terms are whole pairs, and a band's segments are whole lanes.
  init(_ problem: ByteMatrixMultiply.Problem, _ weights: ByteMatrixMultiply.Weights, band: TermSegments? = nil) {
    (self.problem, self.band) = (problem, band)
    groups = Int16Layout.groups(columns: problem.columns)
    let bytes: ByteMatrixMultiply.Elements.Bytes
    switch problem.elements {
    case .bytes(let elements): bytes = elements
    case .scaled(let scaled):
      (channels, fused) = (.scaled, nil)
      terms = scaled.isOfBytes ? .bytes : Self.wordTerms(weights.filter)
      sums = []
      return
    }
    channels = .requantized(ByteRowCode.Function.Requantizing(weights.factors, bytes.rounding))
    let isOfBytes =
      MachineCodeSupport.integerProducts.isFused && problem.depth.isMultiple(of: 4) && weights.filter.isOfBytes
    terms = isOfBytes ? .bytes : Self.wordTerms(weights.filter)
    let sums = weights.filter.sums(columns: problem.columns, depth: problem.depth)
    fused = Self.fused(sums, bytes, weights)
    self.sums = sums.map { $0.all }
  }

  /// The layout of a matrix that is packed at run time, in words.
  ///
  /// - Parameters:
  ///   - right: the matrix's bytes.
  ///   - weights: the products' factor, for each column, and no filter.
  init(
    _ problem: ByteMatrixMultiply.Problem, _ bytes: ByteMatrixMultiply.Elements.Bytes, right: ByteRange,
    _ weights: ByteMatrixMultiply.Weights
  ) {
    (self.problem, band, terms) = (problem, nil, .words)
    groups = Int16Layout.groups(columns: problem.columns)
    channels = .requantized(ByteRowCode.Function.Requantizing(weights.factors, bytes.rounding))
    sums = []
    // Any bytes: the range is that of weights of both limits in each term.
    let negative = problem.depth * Int(min(right.integer(right.isSigned ? 0x80 : 0), 0))
    let all = negative + problem.depth * Int(max(right.integer(right.isSigned ? 0x7F : 0xFF), 0))
    fused = Self.fused([(Int32(all), Int32(negative))], bytes, weights).map {
      Array(repeating: $0[0], count: problem.columns)
    }
  }

  /// Weights that fit in bytes stay bytes where one instruction widens a vector of them.
  private static func wordTerms(_ filter: ByteFilter) -> IntegerTerms {
    MachineCodeSupport.integerProducts.width == .bits256 && filter.isOfBytes ? .widenedBytes : .words
  }

  /// Nil unless the processor has the instructions and all factors can be fused.
  private static func fused(
    _ sums: [(all: Int32, negative: Int32)], _ bytes: ByteMatrixMultiply.Elements.Bytes,
    _ weights: ByteMatrixMultiply.Weights
  ) -> [FusedFactor]? {
    guard bytes.rounding == .twice, MachineCodeSupport.integerProducts.width == .bits512 else { return nil }
    var factors: [FusedFactor] = []
    for (column, sum) in sums.enumerated() {
      let range = bytes.input.sums(
        bias: weights.bias[column], negative: Int(sum.negative), positive: Int(sum.all) - Int(sum.negative))
      guard let factor = FusedFactor(weights.factors[column], sums: range, output: bytes.output) else { return nil }
      factors.append(factor)
    }
    return factors
  }

  /// Layers with equal identities share code.
  struct Identity: Hashable {
    let columns: Int, depth: Int, outputStride: Int
    let elements: ByteMatrixMultiply.Elements
    let terms: IntegerTerms
    let channels: Channels
    let isFused: Bool
    let band: TermSegments?
    let rowCounts: [Int]?
  }

  var identity: Identity {
    Identity(
      columns: problem.columns, depth: problem.depth, outputStride: problem.outputStride,
      elements: problem.elements.form, terms: terms, channels: channels, isFused: isFused, band: band,
      rowCounts: rowCounts)
  }

  /// The counts of rows that the code is called with: all rows of a band's line, and otherwise those of whole units and
  /// of the last one; nil if the parts of units differ.
  var rowCounts: [Int]? { band == nil ? problem.rowCounts : [problem.rows] }

  /// Whether each factor has a right shift.
  var hasFractions: Bool {
    if case .requantized(.roundingTwiceByFractions) = channels { true } else { false }
  }

  var isFused: Bool { fused != nil }

  /// Bytes of a row's terms, and of the weights of a column.
  var rowByteCount: Int { problem.depth * 4 / terms.countPerLane }
  private var columnByteCount: Int { problem.depth * terms.weightByteCount / terms.countPerLane }
  /// Byte offset in a panel of the constants for a column, which is a multiple of eight.
  func channelsOffset(_ column: Int, _ group: Int16Layout.Group) -> Int {
    let stride =
      switch channels {
      case .requantized where isFused: MemoryLayout<ByteRowCode.FusedChannels>.stride
      case .requantized(.roundingOnce): MemoryLayout<ByteRowCode.ChannelsOnce>.stride
      case .requantized: MemoryLayout<ByteRowCode.Channels>.stride
      case .scaled: MemoryLayout<ByteRowCode.ScaledChannels>.stride
      }
    return column / 16 * stride + column % 16 * 4
  }
  /// Byte offset of a panel's weights.
  func weightsOffset(_ group: Int16Layout.Group) -> Int { channelsOffset((group.columnCount + 15) / 16 * 16, group) }
  /// Whether weights are in pairs of groups (``interleavePairs(_:count:)``).
  func pairsGroups(_ group: Int16Layout.Group) -> Bool {
    terms == .bytes && group.width == .bits512 && group.vectors == 1
      && (problem.depth / (band?.count ?? 1)).isMultiple(of: 8)
  }
  func alternatesVectors(_ group: Int16Layout.Group) -> Bool { isFused && group.vectors == 2 }
  /// A panel's columns in the order of its lanes.
  private func columns(_ group: Int16Layout.Group, from first: Int) -> [Int] {
    (0..<group.columnCount).map { lane in
      first + (alternatesVectors(group) ? lane % 16 / 4 * 8 + lane / 16 * 4 + lane % 4 : lane)
    }
  }
  /// Bytes of a panel.
  func byteCount(_ group: Int16Layout.Group) -> Int { weightsOffset(group) + columnByteCount * group.columnCount }

  func pack(_ weights: ByteMatrixMultiply.Weights) -> AlignedBuffer {
    let packed = AlignedBuffer(zeros: groups.reduce(0) { $0 + $1.panelCount * byteCount($1) } / 4)
    var sums = sums
    switch terms {
    case .words:
      weights.filter.integers.withUnsafeBufferPointer { integers in
        guard let start = integers.baseAddress else { return }
        packTerms(to: packed) { columns, body in body(start + columns.lowerBound * problem.depth, columns) }
      }
    case .widenedBytes, .bytes:
      let needsSums = terms == .bytes && channels == .scaled
      if needsSums { sums = [Int32](repeating: 0, count: problem.columns) }
      packTerms(to: packed) { columns, body in
        // While weights are in the cache, or unpacked.
        weights.filter.forEachRun(of: columns, depth: problem.depth) { bytes, columns in
          body(bytes, columns)
          if needsSums { ByteFilter.storeSums(bytes, depth: problem.depth, of: columns, to: &sums) }
        }
      }
    }
    for (group, first, panel) in panels(packed) { packHeader(weights, sums, group, from: first, to: panel) }
    return packed
  }

  /// Writes the constants of a panel's columns, which precede its weights.
  ///
  /// - Parameter sums: each column's sum of weights; may be empty if terms are words.
  func packHeader(
    _ weights: ByteMatrixMultiply.Weights, _ sums: [Int32], _ group: Int16Layout.Group, from first: Int,
    to panel: UnsafeMutableRawPointer
  ) {
    let columns = columns(group, from: first)
    for column in stride(from: 0, to: group.columnCount, by: 16) {
      let sixteen = columns[column..<min(column + 16, group.columnCount)]
      packChannels(
        weights, sums, isFused && sixteen.count == 8 ? sixteen + sixteen : sixteen,
        to: panel + channelsOffset(column, group))
    }
  }

  /// The panels in memory order, with their first columns.
  private func panels(_ packed: AlignedBuffer) -> [(Int16Layout.Group, firstColumn: Int, UnsafeMutableRawPointer)] {
    var panel = UnsafeMutableRawPointer(packed.pointer)
    return groups.reversed().flatMap { group in
      (0..<group.panelCount).reversed().map { index in
        defer { panel += byteCount(group) }
        return (group, group.firstColumn + index * group.columnCount, panel)
      }
    }
  }

  /// Packs the weights of all panels, of whose columns `forEachRun` gives a run at a time.
  private func packTerms<Term: FixedWidthInteger>(
    to packed: AlignedBuffer, _ forEachRun: (Range<Int>, (UnsafePointer<Term>, Range<Int>) -> Void) -> Void
  ) {
    // Whole lanes of four bytes are interleaved faster than those of two, and then split.
    let splitsLanes = terms == .widenedBytes && problem.depth.isMultiple(of: 4)
    let countPerLane = splitsLanes ? 4 : terms.countPerLane
    for (group, first, panel) in panels(packed) {
      let terms = (panel + weightsOffset(group)).assumingMemoryBound(to: Term.self)
      forEachRun(first..<first + group.columnCount) { weights, columns in
        Int16Layout.interleave(
          weights, termByteCount: MemoryLayout<Term>.size, depth: problem.depth, countPerLane: countPerLane,
          columns: 0..<columns.count, stride: group.columnCount,
          to: terms + (columns.lowerBound - first) * countPerLane)
      }
      if splitsLanes { Self.splitLanes(terms, rows: problem.depth / 4, columns: group.columnCount) }
      if pairsGroups(group) { Self.interleavePairs(terms, count: rowByteCount / 8) }
      if alternatesVectors(group) { Self.alternateVectors(terms, rows: rowByteCount / 4) }
    }
  }

  /// Splits each row of lanes of four bytes into a row of their first two and one of their last two.
  private static func splitLanes(_ terms: UnsafeMutableRawPointer, rows: Int, columns: Int) {
    let eights = terms.assumingMemoryBound(to: SIMD16<UInt16>.self)
    for row in 0..<rows {
      guard columns == 16 else {
        eights[row] = SIMD16(lowHalf: eights[row].evenHalf, highHalf: eights[row].oddHalf)
        continue
      }
      let (low, high) = (eights[2 * row], eights[2 * row + 1])
      eights[2 * row] = SIMD16(lowHalf: low.evenHalf, highHalf: high.evenHalf)
      eights[2 * row + 1] = SIMD16(lowHalf: low.oddHalf, highHalf: high.oddHalf)
    }
  }

  /// Interleaves each two groups of 16 columns: one vector has the first two of every four columns, the next has the
  /// others.
  private static func interleavePairs(_ terms: UnsafeMutableRawPointer, count: Int) {
    let quarters = terms.assumingMemoryBound(to: SIMD4<UInt32>.self)
    for pair in 0..<count {
      for place in 8 * pair..<8 * pair + 4 {
        let (first, second) = (quarters[place], quarters[place + 4])
        quarters[place] = SIMD4(first.x, second.x, first.y, second.y)
        quarters[place + 4] = SIMD4(first.z, second.z, first.w, second.w)
      }
    }
  }

  /// Alternates 32 columns, four of either vector: see ``columns(_:from:)``.
  static func alternateVectors(_ terms: UnsafeMutableRawPointer, rows: Int) {
    typealias Four = SIMD4<UInt32>
    for row in 0..<rows {
      // Scratch of tests is not aligned.
      let quarters = terms + row * 128
      func quarter(_ index: Int) -> Four { quarters.loadUnaligned(fromByteOffset: index * 16, as: Four.self) }
      let (b, c, d, e, f, g) = (quarter(1), quarter(2), quarter(3), quarter(4), quarter(5), quarter(6))
      quarters.storeBytes(of: c, toByteOffset: 16, as: Four.self)
      quarters.storeBytes(of: e, toByteOffset: 32, as: Four.self)
      quarters.storeBytes(of: g, toByteOffset: 48, as: Four.self)
      quarters.storeBytes(of: b, toByteOffset: 64, as: Four.self)
      quarters.storeBytes(of: d, toByteOffset: 80, as: Four.self)
      quarters.storeBytes(of: f, toByteOffset: 96, as: Four.self)
    }
  }

  /// Writes the constants of up to 16 columns.
  private func packChannels(
    _ weights: ByteMatrixMultiply.Weights, _ sums: [Int32], _ columns: ArraySlice<Int>,
    to target: UnsafeMutableRawPointer
  ) {
    @inline(__always)
    func lanes<T>(_ value: (_ column: Int) -> T) -> SIMD16<T> {
      SIMD16(lanes: columns.count) { value(columns[columns.startIndex + $0]) }
    }
    guard case .requantized(let requantizing) = channels else {
      let channels = ByteRowCode.ScaledChannels(
        scale: lanes { weights.scales[$0] }, bias: lanes { weights.addends[$0] },
        sums: terms == .bytes ? lanes { sums[$0] } : .zero)
      return target.storeBytes(of: channels, as: ByteRowCode.ScaledChannels.self)
    }
    let bias = lanes { weights.bias[$0] &- (sums.isEmpty ? 0 : offset(sums[$0])) }
    if let fused {
      let factors = FusedFactorLanes(
        high: lanes { fused[$0].high }, low: lanes { fused[$0].low }, offset: lanes { fused[$0].offset })
      return target.storeBytes(
        of: ByteRowCode.FusedChannels(bias: bias, factors: factors), as: ByteRowCode.FusedChannels.self)
    }
    let factors = columns.map { weights.factors[$0] }
    switch requantizing {
    case .roundingTwice, .roundingTwiceByFractions:
      target.storeBytes(
        of: ByteRowCode.Channels(bias: bias, factors: FactorLanes(factors)), as: ByteRowCode.Channels.self)
    case .roundingOnce:
      target.storeBytes(
        of: ByteRowCode.ChannelsOnce(bias: bias, factors: FactorLanesOnce(factors)), as: ByteRowCode.ChannelsOnce.self)
    }
  }

  /// The contribution of zero point and sign to a column's sum of raw bytes, whose weights have this sum.
  private func offset(_ sum: Int32) -> Int32 {
    guard terms == .bytes, case .bytes(let bytes) = problem.elements else { return 0 }
    return sum &* (bytes.input.zeroPoint &+ (bytes.input.isSigned ? 128 : 0))
  }
}

/// A byte product emitted for its sizes. For each block of rows, the code converts them to terms in scratch, then
/// multiplies by all panels.
final class MachineByteMatrixMultiply: ByteProductKernel, EmittedKernel, EmittedCode {
  struct Arguments {
    let input: UnsafeRawPointer
    /// Converted rows, or the scales of rows that need no conversion.
    let scratch: UnsafePointer<Float>
    let panels: UnsafePointer<Float>
    let output: UnsafeMutableRawPointer
    /// Rows: one of ``ByteMatrixLayout/rowCounts``.
    let count: Int
    let constants: UnsafePointer<Float>
  }

  struct Constants {
    let inputZero: SIMD16<Int16>
    let signs = SIMD32<UInt8>(repeating: 0x80)
    let product = ProductConstants()
    let zeroPoint: SIMD16<Int32>, lower: SIMD16<Int32>, upper: SIMD16<Int32>
    let fused: FusedRequantization.Constants

    init(_ bytes: ByteMatrixMultiply.Elements.Bytes) {
      inputZero = SIMD16(repeating: Int16(bytes.input.zeroPoint))
      zeroPoint = SIMD16(repeating: bytes.output.zeroPoint)
      (lower, upper) = (SIMD16(repeating: bytes.output.lower), SIMD16(repeating: bytes.output.upper))
      fused = FusedRequantization.Constants(bytes.output)
    }
  }

  struct ScaledConstants {
    let lower: SIMD16<Float>, upper: SIMD16<Float>
  }

  private let problem: ByteMatrixMultiply.Problem
  private let panels: AlignedBuffer
  private let code: ByteMatrixCode

  /// Vectors and pairs must be whole, and a row at least a vector.
  static func supports(_ problem: ByteMatrixMultiply.Problem) -> Bool {
    ByteRowKernel.isAvailable && problem.rows > 0 && problem.columns > 0 && problem.columns.isMultiple(of: 8)
      && problem.outputStride < 1 << 20 && problem.depth >= 16 && problem.depth.isMultiple(of: 2)
      && problem.depth <= (problem.element == .float32 ? 1 << 16 : 1 << 14)
      // Four bytes are multiplied by one instruction.
      && (problem.element != .float32 || problem.elements.input != .uint8
        || problem.depth.isMultiple(of: 4) && MachineCodeSupport.integerProducts.isFused)
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages, or for a band whose filter is not
  /// bytes.
  init?(
    _ problem: ByteMatrixMultiply.Problem, _ weights: ByteMatrixMultiply.Weights, _ allocator: CodeAllocator,
    band: TermSegments? = nil
  ) {
    let layout = ByteMatrixLayout(problem, weights, band: band)
    guard band == nil || layout.terms == .bytes else { return nil }
    guard let code = ByteMatrixCode(layout, allocator) else { return nil }
    (self.problem, self.code) = (problem, code)
    panels = layout.pack(weights)
  }

  var unitCount: Int { (problem.rows + problem.rowsPerUnit - 1) / problem.rowsPerUnit }
  var scratchCount: Int {
    if case .scaled = problem.elements { 0 } else { (problem.rowsPerUnit * problem.depth + 1) / 2 }
  }
  var memory: [any KernelMemory] { [panels] + code.memory }

  func maxCallCount(_ units: Range<Int>) -> Int {
    guard case .scaled(let scaled) = problem.elements else { return units.count }
    return units.count + units.count * problem.rowsPerUnit / scaled.rowsPerScale
  }

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    for unit in units { problem.forEachPart(ofUnit: unit, operands) { body(emittedCall($0, operands.scratch)) } }
  }

  func emittedCall(_ rows: ByteProductRows, _ scratch: UnsafeMutablePointer<Float>) -> KernelCall {
    code.call(rows, scratch: scratch, panels: panels.pointer)
  }

  func call(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>) -> KernelCall? {
    emittedCall(rows, scratch)
  }

  func run(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>) { emittedCall(rows, scratch).run() }
}

/// The code of a layout, and its constants apart from those of panels.
struct ByteMatrixCode: Sendable {
  private typealias Code = MachineByteMatrixMultiply

  private let constants: AlignedBuffer
  private let code: ExecutableMemory
  private let function: EmittedFunction<MachineByteMatrixMultiply.Arguments>
  private let rowCounts: [Int]?

  /// Nil if the system refuses the pages.
  init?(_ layout: ByteMatrixLayout, _ allocator: CodeAllocator) {
    let code = allocator.code(for: layout.identity, name: "byte-matrix-multiply") { Code.emitted(layout) }
    guard let code else { return nil }
    self.code = code
    function = EmittedFunction(code)
    rowCounts = layout.rowCounts
    constants =
      switch layout.problem.elements {
      case .bytes(let bytes): AlignedBuffer(Code.Constants(bytes))
      case .scaled(let scaled):
        AlignedBuffer(
          Code.ScaledConstants(lower: SIMD16(repeating: scaled.lower), upper: SIMD16(repeating: scaled.upper)))
      }
  }

  var memory: [any KernelMemory] { [constants, code] }

  func call(
    _ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>, panels: UnsafePointer<Float>
  ) -> KernelCall {
    assert(rowCounts?.contains(rows.count) ?? true, "there is no code for \(rows.count) rows")
    return function.call(
      Code.Arguments(
        input: rows.input, scratch: rows.scales ?? UnsafePointer(scratch), panels: panels, output: rows.output,
        count: rows.count, constants: constants.pointer))
  }
}
