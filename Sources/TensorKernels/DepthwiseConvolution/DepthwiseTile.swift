import MachineCode

/// The numbers of output pixels and vectors of channels whose sums an emitted depthwise convolution holds.
///
/// With 32 registers (AVX-512, NEON): four pixels of each of two rows, whose inputs stay in registers while they are
/// needed, so that a product rarely waits for a load. Where 512 bits take as long as 256, eight sums no longer hide the
/// latency of multiply-adds. More rows do, or in small pictures, which have few blocks, more rows and pixels.
///
/// With 16 registers: eight sums of one row, and inputs come from memory. More pixels share more weights. But pixels
/// with many channels, and rows, are a multiple of a power of two apart, and so map to few sets of the first-level
/// cache: 12 columns × 5 rows of 256 channels map to 4 of its 64 sets, 15 lines to each, where 8 fit. A tile of fewer
/// pixels and more channels is faster then, since its lines stay in the cache.
struct DepthwiseTile: Sendable, Hashable {
  let width: VectorWidth
  /// Output rows.
  let rows: Int
  /// Output pixels side by side.
  let pixels: Int
  /// Vectors of channels.
  let vectors: Int

  /// Channels computed together.
  var channelCount: Int { vectors * width.laneCount }
  /// Whether there are enough registers to keep inputs.
  var holdsInputs: Bool { width != .bits256 }

  /// The widest tile whose input lines fit in the cache's sets, or the one that comes closest.
  init(_ problem: DepthwiseConvolution.Problem, _ products: MachineCodeSupport.FloatProducts) {
    if products.width.registerCount == 32 {
      width =
        products.width == .bits512 && !problem.channels.isMultiple(of: 16) ? .bits256Of32 : products.width
      let (rows, pixels) = products.isFullRate ? Self.manySums(problem.window) : (2, 4)
      (self.rows, self.pixels, vectors) = (min(rows, problem.window.outputHeight), pixels, 1)
      return
    }
    self.width = .bits256
    rows = 1
    let candidates = [(8, 1), (4, 2), (2, 4)].filter { problem.channels.isMultiple(of: $0.1 * 8) }
    var best = (pixels: 8, vectors: 1)
    var bestDepth = Int.max
    for (pixels, vectors) in candidates {
      let depth = Self.linesInFullestSet(problem.window, problem.channels, pixels: pixels, vectors: vectors)
      guard depth < bestDepth else { continue }
      best = (pixels, vectors)
      bestDepth = depth
      if depth <= Self.ways { break }
    }
    (pixels, vectors) = best
  }

  /// Measured on a Zen 5, in the networks of hands and the sizes of MobileNet: between 2 × 3 and 4 × 7.
  private static func manySums(_ window: Window2D) -> (rows: Int, pixels: Int) {
    if window.outputWidth <= 16 { return (4, 5) }
    return window.strideY == 1 ? (4, 3) : (2, 4)
  }

  /// Lines of 64 bytes in a set, and sets of a first-level cache of 32 KiB, which all x86-64 processors with AVX2 have.
  private static let ways = 8, sets = 64

  private static func linesInFullestSet(_ window: Window2D, _ channels: Int, pixels: Int, vectors: Int) -> Int {
    let columns =
      (min(pixels, window.outputWidth) - 1) * window.strideX + (window.filterWidth - 1) * window.dilationX + 1
    var lines: Set<Int> = []
    for row in 0..<window.filterHeight {
      for column in 0..<columns {
        let first = (row * window.dilationY * window.inputWidth + column) * channels * 4
        for vector in 0..<vectors { lines.insert((first + vector * 32) / 64) }
      }
    }
    return Dictionary(grouping: lines, by: { $0 % sets }).values.map { $0.count }.max() ?? 0
  }
}
