import MachineCode

/// The warp as emitted code: eight output pixels at a time, one routine for every format, border and size.
///
/// Positions are computed in doubles, in the order of `MapBlock`. A position X in 1/32 pixel then selects the nearest
/// pair of columns l and l + 1 in the image, and their weights max(0, 32 − |X − 32l|) and max(0, 32 −
/// |X − 32(l + 1)|): bilinear weights where both taps are in the image, and zero for a tap outside, which is the black
/// border. If X is first clamped to the image, the same weights give the replicated border. Rows work in the same way.
///
///     a pixel:  8 bytes of the upper row, 8 of the lower   from the pair's start, or earlier at the end of a row
///               per value: upper left, upper right, lower left, lower right    (vpshufb)
///               upper, lower                                                   (vpmaddubsw by the columns' weights)
///               sum                                                            (vpmaddwd by the rows' weights)
///
/// Loads stay within the rows of the image, stores within the tensor.
struct WarpCode: EmittedCode, Sendable {
  /// Made once per process; nil if the architecture has no code for it, or the system refuses the pages.
  static let shared = WarpCode()

  /// The function's only argument.
  struct Call {
    let arguments: UnsafePointer<Arguments>
  }

  private let memory: ExecutableMemory
  private let function: EmittedFunction<Call>

  private init?() {
    guard let memory = Self.memory(name: "warp") else { return nil }
    self.memory = memory
    function = EmittedFunction(memory)
  }

  /// Computes all rows.
  func run(_ arguments: Arguments) {
    withUnsafePointer(to: arguments) { function(Call(arguments: $0)) }
  }
}
