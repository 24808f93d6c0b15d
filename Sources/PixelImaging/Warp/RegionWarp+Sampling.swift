extension RegionWarp {
  /// The number of columns after which OpenCV recomputes a row's start, which affects the last bit of a position.
  var blockWidth: Int { min(1024 / min(16, outputHeight), outputWidth) }

  /// Calls `store` for every output pixel, row by row, with the position of its red value and its three bytes.
  @inline(__always)
  func sample(_ image: PixelImage, _ store: (_ position: Int, _ color: PixelSampler.Color) -> Void) {
    precondition(image.width == imageWidth && image.height == imageHeight, "the image must have the warp's size")
    image.withUnsafeBytes { pixels in
      let sampler = PixelSampler(pixels, of: image, border: border)
      let blockWidth = blockWidth
      // 512 bytes on the stack.
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * MapBlock.columnCount) { positions in
        guard let columns = positions.baseAddress else { return }
        let rows = columns + MapBlock.columnCount
        var position = 0
        for y in 0..<outputHeight {
          var column = 0
          while column < outputWidth {
            let blockStart = column - column % blockWidth
            let block = MapBlock(map, start: blockStart, row: y, first: column - blockStart)
            let count = min(outputWidth - column, blockStart + blockWidth - column, MapBlock.columnCount)
            block.positions(count, columns, rows)
            for i in 0..<count {
              store(position, sampler.color(columns[i], rows[i]))
              position &+= 3
            }
            column += count
          }
        }
      }
    }
  }
}

/// A few neighboring output pixels of a row, and where they map to.
struct MapBlock {
  static let columnCount = 64

  private let map: ProjectiveMap
  private let x, y, z: Double
  private let first: Int

  /// - Parameters:
  ///   - start: the column where the numerators and the denominator are computed.
  ///   - first: the first pixel of this block, in columns from `start`.
  @inline(__always)
  init(_ map: ProjectiveMap, start: Int, row: Int, first: Int) {
    let (start, row) = (Double(start), Double(row))
    self.map = map
    self.first = first
    x = map.m00 * start + map.m01 * row + map.m02
    y = map.m10 * start + map.m11 * row + map.m12
    z = map.m20 * start + map.m21 * row + map.m22
  }

  /// Writes the image positions of `count` pixels in units of 1/32 pixel, rounded to nearest with ties to even.
  @inline(__always)
  func positions(_ count: Int, _ columns: UnsafeMutablePointer<Int32>, _ rows: UnsafeMutablePointer<Int32>) {
    guard isTame(first), isTame(first + count - 1) else { return farPositions(count, columns, rows) }
    for i in 0..<count {
      let offset = Double(Int32(truncatingIfNeeded: first &+ i))
      let k = 32 / (z + map.m20 * offset)
      columns[i] = Self.rounded((x + map.m00 * offset) * k)
      rows[i] = Self.rounded((y + map.m10 * offset) * k)
    }
  }

  /// The same for any map: a denominator of 0 gives position 0, and positions are clamped to ±2^30.
  private func farPositions(_ count: Int, _ columns: UnsafeMutablePointer<Int32>, _ rows: UnsafeMutablePointer<Int32>) {
    for i in 0..<count {
      let offset = Double(first + i)
      let denominator = z + map.m20 * offset
      let k = denominator == 0 ? 0 : 32 / denominator
      columns[i] = Self.rounded(min(max((x + map.m00 * offset) * k, -0x1p30), 0x1p30))
      rows[i] = Self.rounded(min(max((y + map.m10 * offset) * k, -0x1p30), 0x1p30))
    }
  }

  /// True if positions are within ±2^30. Each term is monotone along a row, so what holds at both ends holds in
  /// between.
  @inline(__always)
  func isTame(_ index: Int) -> Bool {
    let offset = Double(index)
    let denominator = z + map.m20 * offset
    return abs(x + map.m00 * offset) < 0x1p24 && abs(y + map.m10 * offset) < 0x1p24 && denominator > 0.5
  }

  /// The nearest integer, ties to even, of a number within ±2^30.
  ///
  /// Adding 1.5 × 2^52 leaves it in the low bits, which the compiler vectorizes, unlike a call of `rint`.
  @inline(__always)
  private static func rounded(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value + 0x1.8p52).bitPattern)
  }
}
