import PixelImaging
import Testing
import VisionTasks

/// The squares in which small objects are searched for.
@Suite struct SearchTilesTests {
  @Test(
    arguments: [(1280, 720), (720, 1280), (640, 640), (4000, 300), (1, 4000), (65_000, 1)],
    [Float(0.01), 0.03, 0.05, 0.3])
  func `every object of the smallest size is inside a square of the last level`(size: (Int, Int), smallest: Float) {
    let (width, height) = size
    let tiles = SearchTiles(smallest: smallest, width: width, height: height)
    #expect(tiles.levels.reduce(0) { $0 + $1.count } <= 512)
    guard let last = tiles.levels.last else { return }
    let side = Double(smallest) * Double(min(width, height))
    for step in 0..<200 {
      let (x, y) = (
        Double(step % 20) / 19 * (Double(width) - side) + side / 2,
        Double(step / 20) / 9 * (Double(height) - side) + side / 2
      )
      let isInside = last.contains { tile in
        let region = tile.regions[0]
        let dx = abs(Double(region.centerX) * Double(width) - x) + side / 2
        let dy = abs(Double(region.centerY) * Double(height) - y) + side / 2
        return dx <= Double(region.width) * Double(width) / 2 + 0.5
          && dy <= Double(region.height) * Double(height) / 2 + 0.5
      }
      #expect(isInside, "\(x), \(y)")
    }
  }

  @Test func `levels go from large squares to small ones`() {
    let tiles = SearchTiles(smallest: 0.03, width: 1280, height: 720)
    #expect(tiles.levels.map(\.count) == [8, 18, 50])
    #expect(tiles.levels.map { $0[0].isFine } == [false, false, true])
  }

  @Test func `a sweep looks at the whole frame every second time, and first where an object was lost`() {
    var sweep = TileSweep()
    func next() -> ImageRegion? { sweep.next(smallest: 0.1, width: 1280, height: 720)?.regions.first }
    #expect(next() == nil)
    let first = next()
    #expect(first != nil)
    #expect(next() == nil)
    #expect(next() != first)
    let lost = ImageRegion(centerX: 0.3, centerY: 0.4, width: 0.1, height: 0.2)
    sweep.lose(lost)
    #expect(next() == ImageRegion(centerX: 0.3, centerY: 0.4, width: 0.2, height: 0.4))
    #expect(next() == nil)
    #expect(next() != nil)
  }

  @Test(arguments: [Float.nan, 0, 0.009, 1.01, -1]) func `a share out of range is refused`(smallest: Float) {
    #expect(throws: TaskError.self) { try ImageSearch.tiles(smallest: smallest).check() }
  }
}
