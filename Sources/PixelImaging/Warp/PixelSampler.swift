/// Bilinear sampling of an image of any format at positions of 1/32 pixel.
struct PixelSampler {
  /// A color with byte values.
  typealias Color = (red: Int32, green: Int32, blue: Int32)

  private let pixels: UnsafeRawBufferPointer
  private let rowByteStride: Int
  private let channelCount: Int
  private let offsets: (red: Int, green: Int, blue: Int)
  private let lastColumn: Int
  private let lastRow: Int
  /// Left of this column, four bytes can be read at a pixel and at its right neighbor without leaving their row.
  private let innerColumnEnd: Int
  private let isBlackOutside: Bool

  /// - Precondition: `pixels` are the image's.
  init(_ pixels: UnsafeRawBufferPointer, of image: PixelImage, border: RegionWarp.Border) {
    self.pixels = pixels
    rowByteStride = image.rowByteStride
    channelCount = image.format.channelCount
    offsets = image.format.colorOffsets
    lastColumn = image.width - 1
    lastRow = image.height - 1
    innerColumnEnd = max(0, image.width - (channelCount + 3) / channelCount)
    isBlackOutside = border == .black
  }

  /// The color at a position in 1/32 pixel.
  @inline(__always)
  func color(_ x: Int32, _ y: Int32) -> Color {
    let column = Int(x >> 5)
    let row = Int(y >> 5)
    // As unsigned numbers, negative positions are large.
    guard let base = pixels.baseAddress, UInt(bitPattern: column) < UInt(bitPattern: innerColumnEnd),
      UInt(bitPattern: row) < UInt(bitPattern: lastRow)
    else { return colorAtEdge(column, row, x & 31, y & 31) }

    let fx = UInt64(truncatingIfNeeded: x & 31)
    let fy = UInt64(truncatingIfNeeded: y & 31)
    let upper = base + (row &* rowByteStride &+ column &* channelCount)
    let lower = upper + rowByteStride
    let top = Self.lanes(upper) &* (32 &- fx) &+ Self.lanes(upper + channelCount) &* fx
    let bottom = Self.lanes(lower) &* (32 &- fx) &+ Self.lanes(lower + channelCount) &* fx
    let sum = top &* (32 &- fy) &+ bottom &* fy &+ Self.half
    return (
      Self.byte(sum, lane: offsets.red), Self.byte(sum, lane: offsets.green), Self.byte(sum, lane: offsets.blue)
    )
  }

  // MARK: Three channels in one integer

  // Lanes of 21 bits hold a channel's sum, at most 255 · 1024, so that one multiplication handles three channels:
  //   bit 63      42        21         0
  //       0 channel 2 channel 1 channel 0

  private static let half: UInt64 = 512 << 42 | 512 << 21 | 512

  /// The three bytes at `pixel`, one per lane. Reads four bytes.
  @inline(__always)
  private static func lanes(_ pixel: UnsafeRawPointer) -> UInt64 {
    let bytes = UInt64(UInt32(littleEndian: pixel.loadUnaligned(as: UInt32.self)))
    return bytes & 0xFF | (bytes & 0xFF00) << 13 | (bytes & 0xFF_0000) << 26
  }

  @inline(__always)
  private static func byte(_ sum: UInt64, lane: Int) -> Int32 {
    Int32(truncatingIfNeeded: sum &>> UInt64(truncatingIfNeeded: 21 &* lane &+ 10)) & 0xFF
  }

  // MARK: At the edge

  /// The color where one of the four pixels may be outside, or too close to the edge for reading four bytes at a time.
  @inline(never)
  private func colorAtEdge(_ column: Int, _ row: Int, _ fx: Int32, _ fy: Int32) -> Color {
    if isBlackOutside, column < -1 || row < -1 || column > lastColumn || row > lastRow { return (0, 0, 0) }
    let (p00, p01) = (pixel(column, row), pixel(column + 1, row))
    let (p10, p11) = (pixel(column, row + 1), pixel(column + 1, row + 1))
    return (
      Self.blend(p00.red, p01.red, p10.red, p11.red, fx, fy),
      Self.blend(p00.green, p01.green, p10.green, p11.green, fx, fy),
      Self.blend(p00.blue, p01.blue, p10.blue, p11.blue, fx, fy)
    )
  }

  private func pixel(_ column: Int, _ row: Int) -> Color {
    if isBlackOutside, column < 0 || row < 0 || column > lastColumn || row > lastRow { return (0, 0, 0) }
    let start = min(max(row, 0), lastRow) * rowByteStride + min(max(column, 0), lastColumn) * channelCount
    return (
      Int32(pixels[start + offsets.red]), Int32(pixels[start + offsets.green]), Int32(pixels[start + offsets.blue])
    )
  }

  /// The sum of four bytes with weights that add up to 1024, rounded half up.
  private static func blend(_ p00: Int32, _ p01: Int32, _ p10: Int32, _ p11: Int32, _ fx: Int32, _ fy: Int32) -> Int32 {
    let top = p00 * (32 - fx) + p01 * fx
    let bottom = p10 * (32 - fx) + p11 * fx
    return (top * (32 - fy) + bottom * fy + 512) >> 10
  }
}
