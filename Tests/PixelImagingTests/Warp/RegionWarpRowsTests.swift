import PixelImaging
import TestSupport
import Testing

@Suite struct RegionWarpRowsTests {
  private var random = SeededGenerator(seed: SeededGenerator.runSeed)

  /// The letterbox of a picture at 192×192.
  private func letterbox(_ width: Int, _ height: Int, rotation: Float = 0) throws -> RegionWarp {
    try RegionWarp(
      region: ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: rotation), imageWidth: width,
      imageHeight: height, outputWidth: 192, outputHeight: 192, keepAspect: true, border: .black)
  }

  @Test func `the rows of a letterbox are those of the picture and of its edge`() throws {
    // 192 · 9 / 16 = 108 and 192 · 3 / 4 = 144 rows, and the one at the edge below them. In a picture of less than 192
    // columns, a row is less than a pixel above it.
    #expect(try letterbox(1920, 1080).pictureRows == 42..<151)
    #expect(try letterbox(640, 480).pictureRows == 24..<169)
    #expect(try letterbox(160, 120).pictureRows == 23..<169)
    #expect(try letterbox(480, 480).pictureRows == 0..<192)
    // The stripes of a portrait picture are columns.
    #expect(try letterbox(1080, 1920).pictureRows == 0..<192)
    // Turned by 90 degrees, a portrait picture lies on its side.
    let turned = try RegionWarp(
      region: ImageRegion(centerX: 0.5, centerY: 0.5, width: 1920 / 1080, height: 1080 / 1920, rotation: .pi / 2),
      imageWidth: 1080, imageHeight: 1920, outputWidth: 192, outputHeight: 192, keepAspect: true, border: .black)
    #expect(turned.pictureRows == 42..<151)
  }

  @Test mutating func `everything is black outside of the rows`() throws {
    var blackRowCount = 0
    for _ in 0..<200 {
      let (width, height) = (1 + Int(random.next() % 90), 1 + Int(random.next() % 90))
      let white = [UInt8](repeating: 255, count: width * height * 3)
      let image = try PixelImage(width: width, height: height, format: .rgb, pixels: white)
      let side = 1 + Int(random.next() % 40)
      let warp = try RegionWarp(
        region: ImageRegion(
          centerX: 0.5 + random.nextFloat(), centerY: 0.5 + random.nextFloat(), width: 1.1 + random.nextFloat(),
          height: 1.1 + random.nextFloat(), rotation: random.nextFloat() * 4),
        imageWidth: width, imageHeight: height, outputWidth: side, outputHeight: side, keepAspect: true, border: .black)
      let rows = warp.pictureRows
      let bytes = warp.bytes(of: image)
      for y in 0..<side where !rows.contains(y) {
        blackRowCount += 1
        #expect(bytes[y * side * 3..<(y + 1) * side * 3].allSatisfy { $0 == 0 }, "row \(y) of \(warp)")
      }
    }
    #expect(blackRowCount > 100)
  }
}
