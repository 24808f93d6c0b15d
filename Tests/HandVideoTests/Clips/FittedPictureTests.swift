import HandVideo
import PixelImaging
import TestSupport
import Testing

@Suite struct FittedPictureTests {
  @Test func `a picture of another shape is scaled as a whole and has black bars`() throws {
    // A white picture that is higher than wide, in a square.
    let white = try PixelImage(width: 2, height: 4, format: .gray, pixels: [UInt8](repeating: 255, count: 8))
    let fitted = white.fitted(width: 8, height: 8)
    #expect((fitted.width, fitted.height) == (8, 8))
    let row: [UInt8] = [0, 0, 255, 255, 255, 255, 0, 0]
    #expect(fitted.packedBytes == (0..<8).flatMap { _ in row.flatMap { [$0, $0, $0] } })
  }

  @Test func `a picture of the same shape is scaled without bars`() throws {
    let image = try PixelImage(width: 2, height: 1, format: .rgb, pixels: [0, 0, 0, 100, 100, 100])
    #expect(
      image.fitted(width: 4, height: 2).packedBytes.prefix(12) == [0, 0, 0, 25, 25, 25, 75, 75, 75, 100, 100, 100])
    #expect(image.fitted(width: 2, height: 1).packedBytes == image.packedBytes)
  }

  @Test func `sides of one pixel stay`() throws {
    let line = try PixelImage(width: 100, height: 1, format: .gray, pixels: [UInt8](repeating: 9, count: 100))
    #expect(line.fitted(width: 10, height: 10).packedBytes.filter { $0 == 9 }.count == 30)
  }
}
