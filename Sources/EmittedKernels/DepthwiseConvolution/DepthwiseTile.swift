import MachineCode
import TensorKernels

/// The output pixels × vectors of channels whose sums an emitted depthwise convolution keeps in registers.
///
/// With 32 registers (AVX-512, NEON): four pixels of each of two rows, whose inputs stay in registers while needed, so
/// that products rarely wait for loads. Where 512 bits are as fast as 256, eight sums do not hide the latency of
/// multiply-adds; more rows do, or, in small pictures with few blocks, more rows and pixels.
///
/// With 16 registers: eight sums of one row, with inputs in memory. More pixels share more weights. But pixels of many
/// channels, and rows, are a multiple of a power of two apart, and map to few sets of the L1 cache: 12 columns × 5 rows
/// of 256 channels map to 4 of 64 sets, 15 lines to each, where 8 fit. Then tiles of fewer pixels and more channels are
/// faster.
struct DepthwiseTile: Sendable, Hashable {
  let width: VectorWidth
  let rows: Int
  let pixels: Int
  let vectors: Int

  var channelCount: Int { vectors * width.laneCount }
  /// Whether there are enough registers to keep inputs.
  var holdsInputs: Bool { width != .bits256 }

  /// The widest tile whose input lines fit, or nearly fit, in the cache's sets.
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

  /// Measured on a Zen 5, in hand networks and the sizes of MobileNet: between 2 × 3 and 4 × 7.
  private static func manySums(_ window: Window2D) -> (rows: Int, pixels: Int) {
    if window.outputWidth <= 16 { return (4, 5) }
    return window.strideY == 1 ? (4, 3) : (2, 4)
  }

  /// Associativity and sets of a 32 KiB L1 cache, which all x86-64 processors with AVX2 have.
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
