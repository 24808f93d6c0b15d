extension RegionWarp {
  /// Calls `store` for every output pixel, row by row, with the position of its red value and its three bytes.
  @inline(__always)
  func sample(_ image: Image, _ store: (_ position: Int, _ red: Int32, _ green: Int32, _ blue: Int32) -> Void) {
    precondition(image.width == imageWidth && image.height == imageHeight, "the image must have the warp's size")
    image.withUnsafeBytes { pixels in
      guard let base = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      let sampler = PixelSampler(base: base, image: image, border: border)
      let blockWidth = min(1024 / min(16, outputHeight), outputWidth)
      var position = 0
      for y in 0..<outputHeight {
        for blockStart in stride(from: 0, to: outputWidth, by: blockWidth) {
          let blockEnd = min(blockStart + blockWidth, outputWidth)
          let start = MapRow(map, blockStart: Double(blockStart), y: Double(y))
          for x in 0..<blockEnd - blockStart {
            let (column, row) = start.position(Double(x), map)
            let (red, green, blue) = sampler.color(column, row)
            store(position, red, green, blue)
            position += 3
          }
        }
      }
    }
  }
}

/// The map's numerators and denominator at the start of a block of a row.
private struct MapRow {
  let x, y, z: Double

  @inline(__always)
  init(_ map: ProjectiveMap, blockStart: Double, y row: Double) {
    x = map.m00 * blockStart + map.m01 * row + map.m02
    y = map.m10 * blockStart + map.m11 * row + map.m12
    z = map.m20 * blockStart + map.m21 * row + map.m22
  }

  /// The image position `offset` columns further, in units of 1/32 pixel.
  @inline(__always)
  func position(_ offset: Double, _ map: ProjectiveMap) -> (x: Int32, y: Int32) {
    let denominator = z + map.m20 * offset
    let k = denominator != 0 ? 32 / denominator : 0
    return (rounded((x + map.m00 * offset) * k), rounded((y + map.m10 * offset) * k))
  }

  /// The nearest integer, ties to even, within ±2^30; NaN gives −2^30.
  ///
  /// Adding 1.5 × 2^52 leaves the rounded integer in the low bits: a call of `rint` for each position costs more.
  @inline(__always)
  private func rounded(_ value: Double) -> Int32 {
    let low = value > -0x1p30 ? value : -0x1p30
    let bounded = low < 0x1p30 ? low : 0x1p30
    return Int32(truncatingIfNeeded: Int64(bitPattern: (bounded + 0x1.8p52).bitPattern))
  }
}

/// Bilinear sampling in 1/32 pixel of an image of any format.
private struct PixelSampler {
  let base: UnsafePointer<UInt8>
  let rowByteStride: Int
  let channelCount: Int
  let redOffset, greenOffset, blueOffset: Int
  let lastColumn, lastRow: Int
  let isBlackOutside: Bool

  init(base: UnsafePointer<UInt8>, image: Image, border: RegionWarp.Border) {
    self.base = base
    rowByteStride = image.rowByteStride
    channelCount = image.format.channelCount
    (redOffset, greenOffset, blueOffset) = image.format.colorOffsets
    lastColumn = image.width - 1
    lastRow = image.height - 1
    isBlackOutside = border == .black
  }

  /// The color at a position in 1/32 pixel.
  @inline(__always)
  func color(_ x: Int32, _ y: Int32) -> (Int32, Int32, Int32) {
    let column = Int(x >> 5)
    let row = Int(y >> 5)
    let (fx, fy) = (x & 31, y & 31)
    // As unsigned numbers, negative positions are large.
    if UInt(bitPattern: column) < UInt(bitPattern: lastColumn), UInt(bitPattern: row) < UInt(bitPattern: lastRow) {
      let p00 = base + (row &* rowByteStride &+ column &* channelCount)
      let p01 = p00 + channelCount
      let p10 = p00 + rowByteStride
      let p11 = p10 + channelCount
      return (
        Self.blend(p00[redOffset], p01[redOffset], p10[redOffset], p11[redOffset], fx, fy),
        Self.blend(p00[greenOffset], p01[greenOffset], p10[greenOffset], p11[greenOffset], fx, fy),
        Self.blend(p00[blueOffset], p01[blueOffset], p10[blueOffset], p11[blueOffset], fx, fy)
      )
    }
    return colorAtEdge(column, row, fx, fy)
  }

  /// The color where at least one of the four pixels may lie outside.
  @inline(never)
  private func colorAtEdge(_ column: Int, _ row: Int, _ fx: Int32, _ fy: Int32) -> (Int32, Int32, Int32) {
    if isBlackOutside, column < -1 || row < -1 || column > lastColumn || row > lastRow { return (0, 0, 0) }
    let (p00, p01) = (pixel(column, row), pixel(column + 1, row))
    let (p10, p11) = (pixel(column, row + 1), pixel(column + 1, row + 1))
    return (
      Self.blend(p00.0, p01.0, p10.0, p11.0, fx, fy), Self.blend(p00.1, p01.1, p10.1, p11.1, fx, fy),
      Self.blend(p00.2, p01.2, p10.2, p11.2, fx, fy)
    )
  }

  private func pixel(_ column: Int, _ row: Int) -> (UInt8, UInt8, UInt8) {
    if isBlackOutside, column < 0 || row < 0 || column > lastColumn || row > lastRow { return (0, 0, 0) }
    let nearest = base + min(max(row, 0), lastRow) * rowByteStride + min(max(column, 0), lastColumn) * channelCount
    return (nearest[redOffset], nearest[greenOffset], nearest[blueOffset])
  }

  /// The exact sum of four bytes with weights that add up to 1024, rounded half up.
  @inline(__always)
  private static func blend(
    _ p00: UInt8, _ p01: UInt8, _ p10: UInt8, _ p11: UInt8, _ fx: Int32, _ fy: Int32
  ) -> Int32 {
    let top = Int32(p00) &* (32 &- fx) &+ Int32(p01) &* fx
    let bottom = Int32(p10) &* (32 &- fx) &+ Int32(p11) &* fx
    return (top &* (32 &- fy) &+ bottom &* fy &+ 512) >> 10
  }
}
