/// A picture to draw on.
///
/// Positions are pixel indices: (3, 0) is the center of the fourth pixel of the top row. Anything outside the picture
/// is clipped; shapes with a coordinate that is not finite, or with no extent, are not drawn.
package struct Canvas: Sendable {
  /// Pixels of a row.
  package let width: Int
  /// Rows.
  package let height: Int
  private let format: PixelImage.Format
  private var pixels: [UInt8]

  /// A canvas that starts as a copy of `image`. It has an alpha channel if the image has one.
  package init(_ image: PixelImage) {
    width = image.width
    height = image.height
    format = image.format.alphaOffset == nil ? .rgb : .rgba
    pixels = image.converted(to: format).withUnsafeBytes { [UInt8]($0) }
  }

  /// The current picture, RGB or RGBA.
  package var image: PixelImage {
    PixelImage(packed: pixels, width: width, height: height, format: format)
  }

  // MARK: Shapes

  /// Draws a disc with a smooth edge.
  package mutating func fillDisc(center: PixelPoint, radius: Float, color: Color) {
    strokeLine(from: center, to: center, thickness: 2 * radius, color: color)
  }

  /// Draws a line with round ends and smooth edges.
  package mutating func strokeLine(from start: PixelPoint, to end: PixelPoint, thickness: Float, color: Color) {
    guard let line = Capsule(from: start, to: end, radius: thickness / 2) else { return }
    for y in line.rows(within: height) {
      for x in line.columns(ofRow: y, within: width) {
        let coverage = line.coverage(x, y)
        if coverage > 0 { blend(color, coverage: coverage, x, y) }
      }
    }
  }

  /// Fills a rectangle of whole pixels; (`x`, `y`) is its top left pixel.
  package mutating func fillRectangle(x: Int, y: Int, width: Int, height: Int, color: Color) {
    for row in Self.range(from: y, count: height, within: self.height) {
      for column in Self.range(from: x, count: width, within: self.width) {
        blend(color, coverage: 1, column, row)
      }
    }
  }

  /// Writes one line of text with smooth edges; (`x`, `y`) is the top left pixel of its first capital letter.
  ///
  /// - Parameters:
  ///   - text: the line; a character other than printable ASCII shows as an empty box.
  ///   - x: column of the first character's left edge.
  ///   - y: row of the top edge of capital letters.
  ///   - scale: the thickness of its lines; capital letters are seven times as high, and a line with descenders nine.
  ///   - color: the color of the lines.
  package mutating func drawText(_ text: String, x: Int, y: Int, scale: Int = 1, color: Color) {
    guard scale > 0 else { return }
    var left = x
    for character in text {
      guard left < width else { return }
      let glyph = StrokeFont.glyph(of: character)
      fill(glyph.segments.compactMap { Self.stroke($0, x: left, y: y, scale: scale) }, color: color)
      guard let next = Self.sum(left, Self.product(scale, glyph.advance)) else { return }
      left = next
    }
  }

  /// A line of a character whose top left pixel is (`x`, `y`); nil far outside any picture.
  private static func stroke(_ segment: StrokeFont.Segment, x: Int, y: Int, scale: Int) -> Capsule? {
    // The middle of a line of whole pixels.
    let middle = (Float(scale) - 1) / 2
    func pixel(_ point: PixelPoint) -> PixelPoint {
      PixelPoint(x: Float(x) + middle + point.x * Float(scale), y: Float(y) + middle + point.y * Float(scale))
    }
    return Capsule(from: pixel(segment.start), to: pixel(segment.end), radius: Float(scale) / 2)
  }

  /// Fills lines that touch one another as one shape: where they overlap, the color is blended once.
  private mutating func fill(_ lines: [Capsule], color: Color) {
    let rows = lines.map { $0.rows(within: height) }.filter { !$0.isEmpty }
    guard let top = rows.map({ $0.lowerBound }).min(), let bottom = rows.map({ $0.upperBound }).max() else { return }
    for y in top..<bottom {
      let columns = lines.map { $0.rows(within: height).contains(y) ? $0.columns(ofRow: y, within: width) : 0..<0 }
      let used = columns.filter { !$0.isEmpty }
      guard let left = used.map({ $0.lowerBound }).min(), let right = used.map({ $0.upperBound }).max() else {
        continue
      }
      var coverages = [Float](repeating: 0, count: right - left)
      for (line, columns) in zip(lines, columns) {
        for x in columns { coverages[x - left] = max(coverages[x - left], line.coverage(x, y)) }
      }
      for (index, coverage) in coverages.enumerated() where coverage > 0 {
        blend(color, coverage: coverage, left + index, y)
      }
    }
  }

  /// Writes one line of text on a filled box; (`x`, `y`) is the top left pixel of the box.
  package mutating func drawLabel(
    _ text: String, x: Int, y: Int, scale: Int = 1, color: Color, background: Color
  ) {
    let size = Self.labelSize(text, scale: scale)
    fillRectangle(x: x, y: y, width: size.width, height: size.height, color: background)
    guard let margin = Self.product(scale, StrokeFont.margin), let textX = Self.sum(x, margin),
      let textY = Self.sum(y, margin)
    else { return }
    drawText(text, x: textX, y: textY, scale: scale, color: color)
  }

  /// Pixels of the box that ``drawLabel(_:x:y:scale:color:background:)`` fills.
  package static func labelSize(_ text: String, scale: Int = 1) -> (width: Int, height: Int) {
    guard scale > 0 else { return (0, 0) }
    let columns = StrokeFont.width(of: text) + 2 * StrokeFont.margin
    let rows = StrokeFont.height + 2 * StrokeFont.margin
    return (product(columns, scale) ?? .max, product(rows, scale) ?? .max)
  }

  // MARK: Pixels

  /// Blends a color over a pixel of the canvas.
  private mutating func blend(_ color: Color, coverage: Float, _ x: Int, _ y: Int) {
    let weight = Int32((coverage * Float(color.alpha)).rounded())
    let position = (y * width + x) * format.channelCount
    func mixed(_ below: UInt8, _ above: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int32(below) * (255 - weight) + Int32(above) * weight + 127) / 255)
    }
    pixels[position] = mixed(pixels[position], color.red)
    pixels[position + 1] = mixed(pixels[position + 1], color.green)
    pixels[position + 2] = mixed(pixels[position + 2], color.blue)
    if let alpha = format.alphaOffset { pixels[position + alpha] = mixed(pixels[position + alpha], 255) }
  }

  /// The range of `count` pixels from `start`, clipped to `limit`.
  private static func range(from start: Int, count: Int, within limit: Int) -> Range<Int> {
    guard count > 0, start < limit else { return 0..<0 }
    let end = sum(start, count) ?? .max
    return end > 0 ? max(start, 0)..<min(end, limit) : 0..<0
  }

  private static func sum(_ a: Int, _ b: Int?) -> Int? {
    guard let b else { return nil }
    let (result, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : result
  }

  private static func product(_ a: Int, _ b: Int) -> Int? {
    let (result, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? nil : result
  }
}
