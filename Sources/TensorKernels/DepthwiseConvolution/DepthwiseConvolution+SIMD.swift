/// Four output pixels × eight channels at a time where the window is inside the input, one pixel at a time at the
/// borders.
///
/// Every sum adds its taps in the same order in all paths, so that results do not depend on which path computes them.
struct SIMDDepthwiseConvolution: DepthwiseConvolutionKernel {
  let problem: DepthwiseConvolution.Problem
  let filter: AlignedBuffer
  let epilogue: Epilogue
  /// Output columns whose window is inside the input.
  let inside: Range<Int>

  var memory: [any KernelMemory] { [filter] + epilogue.memory }
  var unitCount: Int { problem.batch * problem.window.outputHeight }

  init(_ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    let window = problem.window
    let count = window.filterHeight * window.filterWidth * problem.channels
    filter = AlignedBuffer(UnsafeBufferPointer(start: weights.filter, count: count), paddedTo: 1)
    epilogue = weights.epilogue
    let span = (window.filterWidth - 1) * window.dilationX
    let low = min((window.paddingLeft + window.strideX - 1) / window.strideX, window.outputWidth)
    let last = window.inputWidth - 1 - span + window.paddingLeft
    let high = last < 0 ? 0 : min(last / window.strideX + 1, window.outputWidth)
    inside = low..<max(low, high)
  }

  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    let window = problem.window
    let channels = problem.channels
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * window.inputWidth * channels
      let line = output + unit * window.outputWidth * channels
      let rows = window.rowTaps(y)
      var x = 0
      while x < window.outputWidth {
        if inside.contains(x), x + 4 <= inside.upperBound {
          fourPixels(x, y, rows, pixels, line)
          x += 4
        } else {
          onePixel(x, y, rows, pixels, line)
          x += 1
        }
      }
    }
  }

  @inline(__always)
  private func fourPixels(
    _ x: Int, _ y: Int, _ rows: Range<Int>, _ pixels: UnsafePointer<Float>, _ line: UnsafeMutablePointer<Float>
  ) {
    let window = problem.window
    let channels = problem.channels
    let pixelStep = window.strideX * channels
    let tapStep = window.dilationX * channels
    let rowStep = window.dilationY * window.inputWidth * channels
    let origin = pixels + (window.firstRow(y) * window.inputWidth + window.firstColumn(x)) * channels
    let target = line + x * channels
    var c = 0
    while c + 8 <= channels {
      var a0 = Vector4.zero
      var a1 = Vector4.zero
      var b0 = Vector4.zero
      var b1 = Vector4.zero
      var c0 = Vector4.zero
      var c1 = Vector4.zero
      var d0 = Vector4.zero
      var d1 = Vector4.zero
      for ky in rows {
        var source = origin + (ky * rowStep + c)
        var taps = filter.pointer + (ky * window.filterWidth * channels + c)
        for _ in 0..<window.filterWidth {
          let w0 = Vector4(loading: taps)
          let w1 = Vector4(loading: taps + 4)
          a0 = a0.adding(Vector4(loading: source), times: w0)
          a1 = a1.adding(Vector4(loading: source + 4), times: w1)
          let second = source + pixelStep
          b0 = b0.adding(Vector4(loading: second), times: w0)
          b1 = b1.adding(Vector4(loading: second + 4), times: w1)
          let third = second + pixelStep
          c0 = c0.adding(Vector4(loading: third), times: w0)
          c1 = c1.adding(Vector4(loading: third + 4), times: w1)
          let fourth = third + pixelStep
          d0 = d0.adding(Vector4(loading: fourth), times: w0)
          d1 = d1.adding(Vector4(loading: fourth + 4), times: w1)
          source += tapStep
          taps += channels
        }
      }
      store(a0, a1, target + c, c)
      store(b0, b1, target + channels + c, c)
      store(c0, c1, target + 2 * channels + c, c)
      store(d0, d1, target + 3 * channels + c, c)
      c += 8
    }
    if c < channels {
      for pixel in 0..<4 { channelsFrom(c, x + pixel, y, rows, 0..<window.filterWidth, pixels, line) }
    }
  }

  @inline(__always)
  private func store(_ low: Vector4, _ high: Vector4, _ target: UnsafeMutablePointer<Float>, _ channel: Int) {
    epilogue.finish(low, channel: channel).store(to: target)
    epilogue.finish(high, channel: channel + 4).store(to: target + 4)
  }

  private func onePixel(
    _ x: Int, _ y: Int, _ rows: Range<Int>, _ pixels: UnsafePointer<Float>, _ line: UnsafeMutablePointer<Float>
  ) {
    channelsFrom(0, x, y, rows, problem.window.columnTaps(x), pixels, line)
  }

  /// Channels `first` and up of one output pixel, with the taps that are inside the input.
  @inline(__always)
  private func channelsFrom(
    _ first: Int, _ x: Int, _ y: Int, _ rows: Range<Int>, _ columns: Range<Int>, _ pixels: UnsafePointer<Float>,
    _ line: UnsafeMutablePointer<Float>
  ) {
    let window = problem.window
    let channels = problem.channels
    let target = line + x * channels
    var c = first
    while c < channels {
      let isVector = c + 4 <= channels
      var sum = Vector4.zero
      var scalar: Float = 0
      for ky in rows {
        let row = window.firstRow(y) + ky * window.dilationY
        for kx in columns {
          let column = window.firstColumn(x) + kx * window.dilationX
          let source = pixels + ((row * window.inputWidth + column) * channels + c)
          let tap = filter.pointer + ((ky * window.filterWidth + kx) * channels + c)
          if isVector {
            sum = sum.adding(Vector4(loading: source), times: Vector4(loading: tap))
          } else {
            scalar = adding(scalar, source[0], times: tap[0])
          }
        }
      }
      if isVector {
        epilogue.finish(sum, channel: c).store(to: target + c)
        c += 4
      } else {
        target[c] = epilogue.finish(scalar, channel: c)
        c += 1
      }
    }
  }
}
