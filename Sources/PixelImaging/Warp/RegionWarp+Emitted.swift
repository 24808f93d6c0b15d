extension RegionWarp {
  /// Runs the emitted code; returns false, with nothing written, if it does not support the image or the map.
  ///
  /// - Precondition: `output` holds the tensor, and the image has the warp's size.
  package func fillByMachineCode(
    _ output: UnsafeMutableBufferPointer<Float>, from image: PixelImage, scale: Float, offset: Float
  ) -> Bool {
    guard let code = WarpCode.shared, let output = output.baseAddress, WarpCode.supports(image), isTame else {
      return false
    }
    return image.withUnsafeBytes { pixels in
      guard let base = pixels.baseAddress else { return false }
      var arguments = WarpCode.Arguments(image, pixels: base, output: output, border: border)
      arguments.setMap(map, width: outputWidth, height: outputHeight, blockWidth: blockWidth)
      arguments.scale = scale
      arguments.offset = offset
      code.run(arguments)
      return true
    }
  }

  /// True where every position of the output is within ±2^30.
  ///
  /// Numerators and denominator are monotone in row, block and column, so checking the outermost ones is enough.
  var isTame: Bool {
    let lastStart = (outputWidth - 1) / blockWidth * blockWidth
    return isTame(start: 0, row: 0) && isTame(start: 0, row: outputHeight - 1)
      && isTame(start: lastStart, row: 0) && isTame(start: lastStart, row: outputHeight - 1)
  }

  private func isTame(start: Int, row: Int) -> Bool {
    let block = MapBlock(map, start: start, row: row, first: 0)
    return block.isTame(0) && block.isTame(blockWidth - 1)
  }
}

extension WarpCode {
  /// Images of at least two rows of at least eight bytes, whose offsets fit in 32 bits.
  static func supports(_ image: PixelImage) -> Bool {
    let rowByteCount = image.width * image.format.channelCount
    let (rowsBefore, overflow) = image.rowByteStride.multipliedReportingOverflow(by: image.height - 1)
    return image.width >= 2 && image.height >= 2 && rowByteCount >= 8 && !overflow
      && rowsBefore <= Int(Int32.max) - rowByteCount && image.width <= 1 << 25 && image.height <= 1 << 25
  }

  /// The arguments of the code, which reads the members at their offsets. The constants are those without an immediate
  /// operand.
  struct Arguments {
    // MARK: Pointers and counts
    var pixels: UnsafeRawPointer
    var rowByteStride: Int
    var output: UnsafeMutablePointer<Float>
    var width = 0
    var height = 0
    var blockWidth = 0

    // MARK: The map
    var m00 = 0.0, m01 = 0.0, m02 = 0.0, m10 = 0.0, m11 = 0.0, m12 = 0.0, m20 = 0.0, m21 = 0.0, m22 = 0.0
    var blockStep = 0.0
    let one = 1.0, eight = 8.0, unitsPerPixel = 32.0
    /// Added to a number within ±2^30, leaves the nearest integer in the low half.
    let rounding = 0x1.8p52

    // MARK: The image, in pixels, 1/32 pixels and bytes
    var lowestX: Int32, highestX: Int32, lastColumnPair: Int32
    var lowestY: Int32, highestY: Int32, lastRowPair: Int32
    var channelCount: Int32
    var stride: Int32
    /// The last offset in a row at which eight bytes can be read.
    var lastLoad: Int32

    // MARK: The result
    var scale: Float = 0
    var offset: Float = 0

    // MARK: Constants
    let units: Int32 = 32, half: Int32 = 512, ones: Int32 = -1
    /// Columns of the lanes, such that two vectors of doubles become one of integers in order.
    let evenColumns: (Int32, Int32, Int32, Int32) = (0, 1, 4, 5)
    let oddColumns: (Int32, Int32, Int32, Int32) = (2, 3, 6, 7)
    /// Copies the lowest byte of a 32-bit lane to the others.
    let spread: (UInt32, UInt32, UInt32, UInt32) = (0, 0x0404_0404, 0x0808_0808, 0x0C0C_0C0C)
    /// The positions of red, green, blue and a fourth value among the 16 bytes of four pixels, and again red, green,
    /// blue: the lane orders for four neighboring pixels.
    let taps: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    /// - Precondition: `WarpCode.supports(image)`.
    init(
      _ image: PixelImage, pixels: UnsafeRawPointer, output: UnsafeMutablePointer<Float>, border: RegionWarp.Border
    ) {
      self.pixels = pixels
      self.output = output
      rowByteStride = image.rowByteStride
      // One pixel outside, the image has no weight left.
      let margin = border == .black ? 1 : 0
      lowestX = Int32(-32 * margin)
      lowestY = lowestX
      highestX = Int32(32 * (image.width - 1 + margin))
      highestY = Int32(32 * (image.height - 1 + margin))
      lastColumnPair = Int32(image.width - 2)
      lastRowPair = Int32(image.height - 2)
      let channelCount = image.format.channelCount
      self.channelCount = Int32(channelCount)
      stride = Int32(image.rowByteStride)
      lastLoad = Int32(image.width * channelCount - 8)
      // Bytes 0 to 7 come from the upper row, 8 to 15 from the lower one.
      let pixel: UInt32 = 0x0808_0000 + UInt32(channelCount) * 0x0100_0100
      let colors = image.format.colorOffsets
      let red = pixel + UInt32(colors.red) * 0x0101_0101
      let green = pixel + UInt32(colors.green) * 0x0101_0101
      let blue = pixel + UInt32(colors.blue) * 0x0101_0101
      taps = (red, green, blue, red, red, green, blue)
    }

    mutating func setMap(_ map: ProjectiveMap, width: Int, height: Int, blockWidth: Int) {
      (self.width, self.height, self.blockWidth) = (width, height, blockWidth)
      blockStep = Double(blockWidth)
      (m00, m01, m02) = (map.m00, map.m01, map.m02)
      (m10, m11, m12) = (map.m10, map.m11, map.m12)
      (m20, m21, m22) = (map.m20, map.m21, map.m22)
    }
  }
}
