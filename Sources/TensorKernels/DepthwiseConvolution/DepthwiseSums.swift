/// Channels of a pixel computed together: eight, four or one.
protocol ChannelLanes {
  static var count: Int { get }
  /// Loads from any address.
  init(loading pointer: UnsafePointer<Float>)
  /// Stores at any address.
  func store(to pointer: UnsafeMutablePointer<Float>)
  func adding(_ a: Self, times b: Self) -> Self
  /// Applies the epilogue to sums that include the bias.
  func finished(_ epilogue: Epilogue, channel: Int) -> Self
}

extension Vector8: ChannelLanes {
  @inline(__always) static var count: Int { 8 }

  @inline(__always)
  func finished(_ epilogue: Epilogue, channel: Int) -> Vector8 { epilogue.finish(biased: self, channel: channel) }
}

extension SIMD4<Float>: ChannelLanes {
  @inline(__always) static var count: Int { 4 }

  @inline(__always)
  func finished(_ epilogue: Epilogue, channel: Int) -> Vector4 { epilogue.finish(biased: self, channel: channel) }
}

extension Float: ChannelLanes {
  @inline(__always) static var count: Int { 1 }

  @inline(__always)
  init(loading pointer: UnsafePointer<Float>) { self = pointer.pointee }

  @inline(__always)
  func store(to pointer: UnsafeMutablePointer<Float>) { pointer.pointee = self }

  @inline(__always)
  func adding(_ a: Float, times b: Float) -> Float { TensorKernels.adding(self, a, times: b) }

  @inline(__always)
  func finished(_ epilogue: Epilogue, channel: Int) -> Float { epilogue.finish(biased: self, channel: channel) }
}

/// The sums of a column of output pixels, in registers. They are composed at compile time, so that the optimizer sees
/// which inputs and weights they share.
protocol DepthwiseSums {
  associatedtype Lanes: ChannelLanes
  static var height: Int { get }

  /// Starts all sums with the bias.
  init(_ bias: Lanes)

  /// Adds one tap of each pixel: the input at `place` in its row, times the weights.
  ///
  /// - Parameters:
  ///   - rows: the input row of the first pixel's tap.
  ///   - step: rows of the table between output rows.
  mutating func add(_ rows: UnsafePointer<UnsafePointer<Float>>, _ step: Int, at place: Int, times weights: Lanes)

  /// Calls `body` with each row's sums, numbered from `first`.
  func forEachRow(from first: Int, _ body: (_ row: Int, _ sums: Lanes) -> Void)
}

struct OnePixel<Lanes: ChannelLanes>: DepthwiseSums {
  private var sums: Lanes

  @inline(__always) static var height: Int { 1 }

  @inline(__always)
  init(_ bias: Lanes) { sums = bias }

  @inline(__always)
  mutating func add(_ rows: UnsafePointer<UnsafePointer<Float>>, _ step: Int, at place: Int, times weights: Lanes) {
    sums = sums.adding(Lanes(loading: rows[0] + place), times: weights)
  }

  @inline(__always)
  func forEachRow(from first: Int, _ body: (_ row: Int, _ sums: Lanes) -> Void) { body(first, sums) }
}

struct StackedPixels<Upper: DepthwiseSums, Lower: DepthwiseSums>: DepthwiseSums where Upper.Lanes == Lower.Lanes {
  private var upper: Upper
  private var lower: Lower

  @inline(__always) static var height: Int { Upper.height &+ Lower.height }

  @inline(__always)
  init(_ bias: Upper.Lanes) { (upper, lower) = (Upper(bias), Lower(bias)) }

  @inline(__always)
  mutating func add(
    _ rows: UnsafePointer<UnsafePointer<Float>>, _ step: Int, at place: Int, times weights: Upper.Lanes
  ) {
    upper.add(rows, step, at: place, times: weights)
    lower.add(rows + Upper.height &* step, step, at: place, times: weights)
  }

  @inline(__always)
  func forEachRow(from first: Int, _ body: (_ row: Int, _ sums: Upper.Lanes) -> Void) {
    upper.forEachRow(from: first, body)
    lower.forEachRow(from: first &+ Upper.height, body)
  }
}

typealias TwoPixels<Lanes: ChannelLanes> = StackedPixels<OnePixel<Lanes>, OnePixel<Lanes>>
typealias FourPixels<Lanes: ChannelLanes> = StackedPixels<TwoPixels<Lanes>, TwoPixels<Lanes>>
typealias SixPixels<Lanes: ChannelLanes> = StackedPixels<FourPixels<Lanes>, TwoPixels<Lanes>>
