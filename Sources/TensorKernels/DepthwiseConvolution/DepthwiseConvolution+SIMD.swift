/// A column of four or six output pixels × eight channels at a time (``DepthwiseSums``).
///
/// Sums begin with the bias and add taps column by column, as in emitted code and XNNPACK (``DepthwiseLayout``): where
/// a multiply-add rounds once (arm64), results equal theirs to the bit. Pixels of a column share inputs. With arm64's
/// 32 registers, the usual windows are unrolled to load each input once: by llvm-mca, every slot of a Neoverse N1 is a
/// multiply-add, where four pixels of a row reached half. Six fill the slots of an Apple M1; with stride 2, six do not
/// fit in registers. Nor do four with SSE2's sixteen registers.
///
/// Columns outside the picture are omitted; rows outside are zeros.
///
/// Few channels that are not whole eights are computed for eight neighbors of a row at once, as one pixel of eight
/// times as many channels.
final class SIMDDepthwiseConvolution: DepthwiseConvolutionKernel {
  private let problem: DepthwiseConvolution.Problem
  /// The weights of a pixel, and of eight neighbors, if they are computed at once.
  private let pixel: Pixel, neighbors: Pixel?
  private let zeros: AlignedBuffer

  private struct Pixel {
    let channels: Int
    let filter: AlignedBuffer
    let epilogue: Epilogue
    var memory: [any KernelMemory] { [filter] + epilogue.memory }
  }

  private let rowsPerUnit: Int
  /// Input rows under a unit's windows.
  private let rowCount: Int
  private let wholeColumns: Range<Int>

  var memory: [any KernelMemory] { pixel.memory + (neighbors?.memory ?? []) + [zeros] }
  var heldByteCount: Int { zeros.count * MemoryLayout<Float>.stride }
  private var unitsPerPicture: Int { (problem.window.outputHeight + rowsPerUnit - 1) / rowsPerUnit }
  var unitCount: Int { problem.batch * unitsPerPicture }
  var elementsPerUnit: Int? { rowsPerUnit * problem.window.outputWidth * problem.channels }

  /// Whether the addresses of a unit's input rows fit in a small table on the stack.
  static func supports(_ problem: DepthwiseConvolution.Problem) -> Bool {
    problem.multiplier == 1 && problem.window.outputHeight > 0 && rowCount(problem.window) <= 128
  }

  private static func rowsPerUnit(_ window: Window2D) -> Int {
    #if arch(arm64)
      let height = window.strideY == 1 ? SixPixels<Vector8>.height : FourPixels<Vector8>.height
    #else
      let height = isLarge(window) ? SixPixels<Vector4>.height : FourPixels<Vector8>.height
    #endif
    return min(height, window.outputHeight)
  }

  /// Whether to compute six pixels of four channels, which are faster than four of eight in browsers with sixteen
  /// registers.
  private static func isLarge(_ window: Window2D) -> Bool {
    #if arch(wasm32)
      return window.filterHeight == 5 && window.strideY == 1 && window.dilationY == 1
    #else
      return false
    #endif
  }

  private static func rowCount(_ window: Window2D) -> Int {
    (rowsPerUnit(window) - 1) * window.strideY + (window.filterHeight - 1) * window.dilationY + 1
  }

  init(_ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    let window = problem.window
    let count = problem.tapCount * problem.channels
    pixel = Pixel(
      channels: problem.channels,
      filter: AlignedBuffer(UnsafeBufferPointer(start: weights.filter, count: count), paddedTo: 1),
      epilogue: weights.epilogue)
    neighbors = problem.joinsNeighbors ? Self.neighbors(pixel, tapCount: problem.tapCount) : nil
    zeros = AlignedBuffer(zeros: window.inputWidth * problem.channels)
    (rowsPerUnit, rowCount, wholeColumns) = (Self.rowsPerUnit(window), Self.rowCount(window), window.wholeColumns)
  }

  private static func neighbors(_ pixel: Pixel, tapCount: Int) -> Pixel {
    let channels = pixel.channels
    let filter = AlignedBuffer(zeros: tapCount * 8 * channels)
    for place in 0..<tapCount * 8 {
      (filter.pointer + place * channels).update(from: pixel.filter.pointer + place / 8 * channels, count: channels)
    }
    return Pixel(channels: 8 * channels, filter: filter, epilogue: pixel.epilogue.eightTimes(channels: channels))
  }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let window = problem.window
    let inputRow = window.inputWidth * problem.channels
    let outputRow = window.outputWidth * problem.channels
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: rowCount) { table in
      guard let rows = table.baseAddress else { return }
      for unit in units {
        let (picture, index) = unit.quotientAndRemainder(dividingBy: unitsPerPicture)
        let pixels = operands.input(0) + picture * window.inputHeight * inputRow
        let y = index * rowsPerUnit
        for place in 0..<rowCount {
          let row = window.firstRow(y) + place
          let isInside = row >= 0 && row < window.inputHeight
          (rows + place).initialize(to: isInside ? pixels + row * inputRow : UnsafePointer(zeros.pointer))
        }
        let lines = operands.output() + (picture * window.outputHeight + y) * outputRow
        computeRows(min(rowsPerUnit, window.outputHeight - y), UnsafePointer(rows), lines)
      }
    }
  }

  /// Computes output rows, at most a unit's.
  private func computeRows(
    _ count: Int, _ rows: UnsafePointer<UnsafePointer<Float>>, _ lines: UnsafeMutablePointer<Float>
  ) {
    let window = problem.window
    var done = 0
    while done < count {
      let (rows, lines) = (
        rows + done &* window.strideY, lines + done &* window.outputWidth &* problem.channels
      )
      switch count &- done {
      #if arch(arm64)
        case 6 where window.strideY == 1:
          computeLines(SixPixels<Vector8>.self, SixPixels<Vector4>.self, SixPixels<Float>.self, rows, lines)
          done &+= 6
      #elseif arch(wasm32)
        case 6 where Self.isLarge(window) && problem.channels.isMultiple(of: 4):
          for x in 0..<window.outputWidth {
            let taps = window.columnTaps(x)
            let first = window.firstColumn(x) &+ taps.lowerBound &* window.dilationX
            for channel in stride(from: 0, to: problem.channels, by: 4) {
              addColumns(
                SixPixels<Vector4>.self, pixel, problem.channels, x, taps, first, channel, rows, lines, height: 5,
                stride: 1)
            }
          }
          done &+= 6
      #endif
      case 4...:
        computeLines(FourPixels<Vector8>.self, FourPixels<Vector4>.self, FourPixels<Float>.self, rows, lines)
        done &+= 4
      case 2...:
        computeLines(TwoPixels<Vector8>.self, TwoPixels<Vector4>.self, TwoPixels<Float>.self, rows, lines)
        done &+= 2
      default:
        computeLines(OnePixel<Vector8>.self, OnePixel<Vector4>.self, OnePixel<Float>.self, rows, lines)
        done &+= 1
      }
    }
  }

  /// Computes as many output rows as the sums have.
  @inline(__always)
  private func computeLines<Eight: DepthwiseSums, Four: DepthwiseSums, One: DepthwiseSums>(
    _: Eight.Type, _: Four.Type, _: One.Type, _ rows: UnsafePointer<UnsafePointer<Float>>,
    _ lines: UnsafeMutablePointer<Float>
  ) {
    guard let neighbors else { return computePixels(Eight.self, Four.self, One.self, 0..<outputWidth, rows, lines) }
    computePixels(Eight.self, Four.self, One.self, 0..<wholeColumns.lowerBound, rows, lines)
    var next = wholeColumns.lowerBound
    while next < wholeColumns.upperBound {
      // The last ones overlap those before.
      let x = min(next, wholeColumns.upperBound &- 8)
      let (taps, first) = (0..<problem.window.filterWidth, problem.window.firstColumn(x))
      for channel in stride(from: 0, to: neighbors.channels, by: 8) {
        addUsualColumns(Eight.self, neighbors, neighbors.channels, x, taps, first, channel, rows, lines)
      }
      next = x &+ 8
    }
    computePixels(Eight.self, Four.self, One.self, wholeColumns.upperBound..<outputWidth, rows, lines)
  }

  private var outputWidth: Int { problem.window.outputWidth }

  private func computePixels<Eight: DepthwiseSums, Four: DepthwiseSums, One: DepthwiseSums>(
    _: Eight.Type, _: Four.Type, _: One.Type, _ columns: Range<Int>, _ rows: UnsafePointer<UnsafePointer<Float>>,
    _ lines: UnsafeMutablePointer<Float>
  ) {
    let window = problem.window
    for x in columns {
      let taps = window.columnTaps(x)
      let first = window.firstColumn(x) + taps.lowerBound * window.dilationX
      var channel = 0
      while channel &+ 8 <= problem.channels {
        addUsualColumns(Eight.self, pixel, problem.channels, x, taps, first, channel, rows, lines)
        channel &+= 8
      }
      #if !arch(wasm32)
        if channel &+ 4 <= problem.channels {
          addColumns(Four.self, pixel, problem.channels, x, taps, first, channel, rows, lines)
          channel &+= 4
        }
      #endif
      while channel < problem.channels {
        addColumns(One.self, pixel, problem.channels, x, taps, first, channel, rows, lines)
        channel &+= 1
      }
    }
  }

  /// Selects the window's code.
  @inline(__always)
  private func addUsualColumns<Sums: DepthwiseSums>(
    _: Sums.Type, _ pixel: Pixel, _ tapSize: Int, _ x: Int, _ taps: Range<Int>, _ first: Int, _ channel: Int,
    _ rows: UnsafePointer<UnsafePointer<Float>>, _ lines: UnsafeMutablePointer<Float>
  ) {
    #if arch(arm64)
      let window = problem.window
      switch (window.filterHeight, window.strideY, window.dilationY) {
      case (3, 1, 1): addColumns(Sums.self, pixel, tapSize, x, taps, first, channel, rows, lines, height: 3, stride: 1)
      case (3, 2, 1): addColumns(Sums.self, pixel, tapSize, x, taps, first, channel, rows, lines, height: 3, stride: 2)
      case (5, 1, 1): addColumns(Sums.self, pixel, tapSize, x, taps, first, channel, rows, lines, height: 5, stride: 1)
      case (5, 2, 1): addColumns(Sums.self, pixel, tapSize, x, taps, first, channel, rows, lines, height: 5, stride: 2)
      default: addColumns(Sums.self, pixel, tapSize, x, taps, first, channel, rows, lines)
      }
    #else
      addColumns(Sums.self, pixel, tapSize, x, taps, first, channel, rows, lines)
    #endif
  }

  /// Some channels of the pixels of column `x`.
  ///
  /// - Parameters:
  ///   - tapSize: weights of a tap, `pixel.channels`: passed by itself, since the problem's constant saves a register.
  ///   - taps: the window's columns inside the picture; the first is at column `first`.
  ///   - height: the window's rows, 3 or 5, to unroll; 0 for any.
  ///   - stride: input rows between output rows, if `height` is not 0.
  @inline(__always)
  private func addColumns<Sums: DepthwiseSums>(
    _: Sums.Type, _ pixel: Pixel, _ tapSize: Int, _ x: Int, _ taps: Range<Int>, _ first: Int, _ channel: Int,
    _ rows: UnsafePointer<UnsafePointer<Float>>, _ lines: UnsafeMutablePointer<Float>, height: Int = 0, stride: Int = 0
  ) {
    let window = problem.window
    let channels = problem.channels
    let weightRow = window.filterWidth &* tapSize
    var place = first &* channels &+ channel
    var weights = UnsafePointer(pixel.filter.pointer + (taps.lowerBound &* tapSize &+ channel))
    var sums = Sums(Sums.Lanes(loading: pixel.epilogue.bias.pointer + channel))
    for _ in taps {
      if height == 0 {
        for ky in 0..<window.filterHeight {
          sums.add(
            rows + ky &* window.dilationY, window.strideY, at: place,
            times: Sums.Lanes(loading: weights + ky &* weightRow))
        }
      } else {
        // A loop would be unrolled too late for pixels to share loads.
        sums.add(rows, stride, at: place, times: Sums.Lanes(loading: weights))
        sums.add(rows + 1, stride, at: place, times: Sums.Lanes(loading: weights + weightRow))
        sums.add(rows + 2, stride, at: place, times: Sums.Lanes(loading: weights + 2 &* weightRow))
        if height == 5 {
          sums.add(rows + 3, stride, at: place, times: Sums.Lanes(loading: weights + 3 &* weightRow))
          sums.add(rows + 4, stride, at: place, times: Sums.Lanes(loading: weights + 4 &* weightRow))
        }
      }
      place &+= window.dilationX &* channels
      weights += tapSize
    }
    sums.forEachRow(from: 0) { row, sums in
      let place: Int = row &* window.outputWidth &+ x
      sums.finished(pixel.epilogue, channel: channel).store(to: lines + (place &* channels &+ channel))
    }
  }
}
