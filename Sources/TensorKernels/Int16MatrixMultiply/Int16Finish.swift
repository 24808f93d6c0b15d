/// What follows the sums of eight channels, loaded once for all rows.
struct Int16Finish {
  let column: Int
  /// Whether all eight channels exist.
  let isWhole: Bool
  private let scales: Vector8, bias: Vector8
  private let activation: Epilogue.Eight
  private let hasIntegers: Bool
  private let stride: Int
  private let smallestScale: Float

  @inline(__always)
  init(
    _ problem: Int16MatrixMultiply.Problem, _ epilogue: Epilogue, column: Int, scales: Vector8, smallestScale: Float
  ) {
    (self.column, self.scales, self.smallestScale) = (column, scales, smallestScale)
    bias = Vector8(loading: epilogue.bias.pointer + column)
    activation = epilogue.eight(column)
    (hasIntegers, stride) = (problem.output == .integers, problem.outputStride)
    isWhole = column &+ 8 <= problem.product.columns
  }

  /// If scales and biases are zero or as large as this, so are the steps of their bits, of which results are multiples.
  private static let smallestStep: Float = 0x1p-100

  /// The smallest scale of all channels; zero if a bias is too small for any.
  static func smallestScale(_ scales: AlignedBuffer, bias: AlignedBuffer) -> Float {
    func smallest(_ values: AlignedBuffer) -> Float {
      (0..<values.count).reduce(.infinity) {
        let magnitude = abs(values.pointer[$1])
        return magnitude > 0 ? min($0, magnitude) : $0
      }
    }
    return smallest(bias) >= smallestStep ? smallest(scales) : 0
  }

  /// Scaled sums with bias, rounded once.
  @inline(__always)
  func biased(_ sums: Vector8, scale: Float) -> Vector8 {
    bias.addingRoundedOnce(
      sums, times: Vector8(low: scales.low * scale, high: scales.high * scale),
      isCoarse: smallestScale * scale >= Self.smallestStep)
  }

  /// Applies scale, bias and epilogue to the sums of `count` rows, and stores them.
  ///
  /// - Parameter addend: of the first row, as is `output`.
  @inline(__always)
  func store(
    _ tile: Int16Tile, of count: Int, scale: Float, _ addend: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>
  ) {
    if hasIntegers {
      let target = UnsafeMutableRawPointer(output) + column &* 2
      tile.forEachRow(of: count) { row, sums in
        let scale = Vector8(low: scales.low * scale, high: scales.high * scale)
        (target + row &* stride &* 4).storeBytes(
          of: BoundedInt16.wide.integers(sums, times: scale, bias), as: SIMD8<Int16>.self)
      }
    } else {
      let target = output + column
      tile.forEachRow(of: count) { row, sums in
        var values = biased(sums, scale: scale)
        if let addend { values = values + Vector8(loading: addend + (column &+ row &* stride)) }
        activation.applied(to: values).store(to: target + row &* stride)
      }
    }
  }
}
