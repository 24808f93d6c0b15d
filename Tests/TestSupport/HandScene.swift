import PixelImaging

/// A picture with drawn hands of known sizes at known places, as of people far away.
public struct HandScene {
  /// A hand in the scene: the center and the longer side of the box around its 21 points, in pixels.
  public struct Hand: Sendable {
    /// The column of the center.
    public let x: Double
    /// The row of the center.
    public let y: Double
    /// The longer side.
    public let side: Double
  }

  /// The pictures that hands are taken from.
  public static let names = ["Open_Palm", "Victory", "ILoveYou", "Thumb_Down", "Thumb_Up"].flatMap {
    ["\($0)_left", "\($0)_right"]
  }

  private var pixels: [UInt8]
  private let width: Int
  private let height: Int
  /// The hands so far.
  public private(set) var hands: [Hand] = []

  /// A scene without hands: colors that change slowly, with noise.
  public init(width: Int, height: Int, seed: UInt64 = 1) {
    self.width = width
    self.height = height
    var generator = SeededGenerator(seed: seed)
    let corners = (0..<4).map { _ in (0..<3).map { _ in 110 + 60 * Double(generator.nextFloat()) } }
    pixels = []
    pixels.reserveCapacity(3 * width * height)
    for y in 0..<height {
      let down = Double(y) / Double(height)
      for x in 0..<width {
        let right = Double(x) / Double(width)
        let noise = Double(Int(truncatingIfNeeded: generator.next() >> 60)) - 8
        for channel in 0..<3 {
          let top = corners[0][channel] * (1 - right) + corners[1][channel] * right
          let bottom = corners[2][channel] * (1 - right) + corners[3][channel] * right
          pixels.append(UInt8(min(max(top * (1 - down) + bottom * down + noise, 0), 255)))
        }
      }
    }
  }

  /// As many hands in rows and columns, of different gestures.
  public init(width: Int, height: Int, rows: Int, columns: Int, side: Double, seed: UInt64 = 1) throws {
    self.init(width: width, height: height, seed: seed)
    var generator = SeededGenerator(seed: seed + 100)
    for index in 0..<rows * columns {
      let name = Self.names[Int(generator.next() % UInt64(Self.names.count))]
      let jitter = (Double(generator.nextFloat()), Double(generator.nextFloat()))
      try add(
        name, side: side,
        x: (Double(index % columns) + 0.5 + 0.1 * jitter.0) * Double(width) / Double(columns),
        y: (Double(index / columns) + 0.5 + 0.1 * jitter.1) * Double(height) / Double(rows))
    }
  }

  /// Adds a hand of a picture with what is around it, up to its side away.
  public mutating func add(_ name: String, side: Double, x: Double, y: Double) throws {
    let source = try RenderedHands.image(name).converted(to: .rgb)
    let points = try RenderedHands.truth(name)
    let xs = points.map { $0[0] * Double(source.width) }
    let ys = points.map { $0[1] * Double(source.height) }
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    let longer = max(right - left, bottom - top)
    let step = longer / side
    let reach = 1.5 * side
    source.withUnsafeBytes { bytes in
      for row in Int((y - reach).rounded())..<Int((y + reach).rounded()) where (0..<height).contains(row) {
        for column in Int((x - reach).rounded())..<Int((x + reach).rounded()) where (0..<width).contains(column) {
          let middle = ((left + right) / 2 + (Double(column) - x) * step, (top + bottom) / 2 + (Double(row) - y) * step)
          let (columns, rows) = (Self.span(middle.0, step, source.width), Self.span(middle.1, step, source.height))
          guard !columns.isEmpty, !rows.isEmpty else { continue }
          for channel in 0..<3 {
            var sum = 0
            for y in rows { for x in columns { sum += Int(bytes[y * source.rowByteStride + 3 * x + channel]) } }
            pixels[3 * (row * width + column) + channel] = UInt8(sum / (rows.count * columns.count))
          }
        }
      }
    }
    hands.append(Hand(x: x, y: y, side: side))
  }

  /// The pixels of a source that become one of the scene.
  private static func span(_ start: Double, _ step: Double, _ length: Int) -> Range<Int> {
    let first = Int(start.rounded(.down))
    return (first..<max(first + 1, Int((start + step).rounded(.down)))).clamped(to: 0..<length)
  }

  /// The picture.
  public var image: PixelImage {
    get throws { try PixelImage(width: width, height: height, format: .rgb, pixels: pixels) }
  }

  /// The hand in the scene to which points belong, in fractions of the picture: the middle of their box is less than
  /// half of the hand's side from its own. Nil if there is none.
  public func hand(of points: [(x: Float, y: Float)]) -> Int? {
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
      let bottom = points.map(\.y).max()
    else { return nil }
    let (x, y) = (Double(left + right) / 2 * Double(width), Double(top + bottom) / 2 * Double(height))
    return hands.firstIndex { max(abs($0.x - x), abs($0.y - y)) < $0.side / 2 }
  }
}
