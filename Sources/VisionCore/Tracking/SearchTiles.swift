import PixelImaging

/// The squares of a picture in which small objects are searched for.
///
/// A detector sees a square in its input of fixed size: it finds nearly every palm whose hand is a tenth of the side or
/// more, and few below a sixteenth. So the squares of the last level have eight times the side of the smallest
/// object, and those of each level before it 5/3 of the next one's. They overlap by at least a fifth, so that an object
/// at the edge of one is inside another.
package struct SearchTiles {
  /// A square.
  package struct Tile: Sendable {
    /// Where it is, alone in an array as a search takes it.
    package let regions: [ImageRegion]
    /// Whether what is found there must be surer than usual: in small squares, shoes and flowers look like hands.
    package let isFine: Bool

    /// Where it is.
    package var region: ImageRegion { regions[0] }
    /// The score and the presence that objects in it must have besides those of the options.
    package var minScore: Float { isFine ? SearchTiles.fineScore : 0 }
  }

  private static let fineScore: Float = 0.8
  /// Squares with a smaller share of the picture's shorter side than this are fine.
  private static let fineShare = 0.37
  private static let sideOfSmallest = 8.0
  private static let ratioOfLevels = 0.6
  private static let overlap = 0.2
  /// A level that would make more squares is left out, with those after it.
  private static let countLimit = 512

  /// The squares of each level, the largest first, row by row.
  package let levels: [[Tile]]
  private let smallest: Float
  private let width: Int
  private let height: Int

  /// The squares of a picture of a size.
  package init(smallest: Float, width: Int, height: Int) {
    self.smallest = smallest
    self.width = width
    self.height = height
    let (short, long) = (Double(min(width, height)), Double(max(width, height)))
    var sides = [min(Self.sideOfSmallest * Double(smallest), 1) * short]
    while let side = sides.last, side / Self.ratioOfLevels <= short { sides.append(side / Self.ratioOfLevels) }
    var levels: [[Tile]] = []
    var count = 0
    // One square that is nearly the whole picture would see nothing new.
    for side in sides.reversed() where side < 0.8 * long {
      let (columns, rows) = (Self.count(side, in: width), Self.count(side, in: height))
      guard columns <= Self.countLimit, rows <= Self.countLimit, count + columns * rows <= Self.countLimit else {
        break
      }
      count += columns * rows
      levels.append(
        (0..<rows * columns).map { index in
          let region = ImageRegion(
            centerX: Self.center(of: index % columns, of: columns, side, in: width),
            centerY: Self.center(of: index / columns, of: rows, side, in: height),
            width: Float(side / Double(width)), height: Float(side / Double(height)))
          return Tile(regions: [region], isFine: side < Self.fineShare * short)
        })
    }
    self.levels = levels
  }

  /// Whether they are the squares of a search in a picture of a size.
  func fit(smallest: Float, width: Int, height: Int) -> Bool {
    (smallest, width, height) == (self.smallest, self.width, self.height)
  }

  private static func count(_ side: Double, in length: Int) -> Int {
    let steps = (Double(length) - side) / (side * (1 - overlap))
    return steps <= 0 ? 1 : steps >= Double(countLimit) ? countLimit + 1 : Int(steps.rounded(.up)) + 1
  }

  private static func center(of index: Int, of count: Int, _ side: Double, in length: Int) -> Float {
    guard count > 1 else { return 0.5 }
    let space = (Double(length) - side) / Double(count - 1)
    return Float((side / 2 + Double(index) * space) / Double(length))
  }
}

/// Where the detector looks in each frame of a video while objects are missing: the whole frame and a square, in turns.
package struct TileSweep: Sendable {
  private var tiles: SearchTiles?
  private var squares: [SearchTiles.Tile] = []
  private var turn = 0
  /// Where an object was lost in the last frame.
  private var lost: ImageRegion?

  /// A sweep that begins with the whole frame.
  package init() {}

  /// Where to look in the next frame in which the detector runs; nil for the whole frame.
  package mutating func next(smallest: Float, width: Int, height: Int) -> SearchTiles.Tile? {
    if let region = lost {
      lost = nil
      return SearchTiles.Tile(regions: [region], isFine: false)
    }
    if tiles?.fit(smallest: smallest, width: width, height: height) != true {
      let tiles = SearchTiles(smallest: smallest, width: width, height: height)
      (self.tiles, squares) = (tiles, tiles.levels.flatMap { $0 })
    }
    defer { turn &+= 1 }
    return turn % 2 == 0 || squares.isEmpty ? nil : squares[turn / 2 % squares.count]
  }

  /// Says where an object was searched for that is not there any more.
  package mutating func lose(_ region: ImageRegion) {
    lost = ImageRegion(
      centerX: region.centerX, centerY: region.centerY, width: 2 * region.width, height: 2 * region.height)
  }
}
