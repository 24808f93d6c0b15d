import Foundation
import PixelImaging
import Testing
import VisionTasks

@Suite struct MPImageTests {
  @Test func `a picture has the size of its pixels in any orientation`() throws {
    let pixels = try PixelImage(width: 3, height: 2, format: .gray, pixels: [0, 1, 2, 3, 4, 5])
    let image = MPImage(image: pixels, orientation: .right)
    #expect(image.width == 3)
    #expect(image.height == 2)
    #expect(image.orientation == .right)
    #expect(MPImage(image: pixels).orientation == .up)
  }

  @Test func `a picture says what it was made of`() throws {
    let pixels = try PixelImage(width: 1, height: 1, format: .gray, pixels: [7])
    #expect(MPImage(image: pixels).imageSourceType == .image)
    #expect(MPImageSourceType.allCases.map(\.rawValue) == [0, 1, 2])
  }

  @Test func `luma and chroma are kept as they are and have the picture's size`() throws {
    let picture = try YUVImage(width: 3, height: 1, format: .nv12, pixels: [16, 235, 16, 128, 128, 128, 128])
    let image = MPImage(yuvImage: picture, orientation: .left)
    #expect(image.width == 3)
    #expect(image.height == 1)
    #expect(image.orientation == .left)
    #expect(image.image.converted(to: .gray).withUnsafeBytes { [UInt8]($0) } == [0, 255, 0])
  }

  @Test func `a file that cannot be read gives the reason`() {
    let error = #expect(throws: TaskError.self) { try MPImage(contentsOfFile: "/nowhere/hand.png") }
    guard case .image(.cannotRead(let path, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "/nowhere/hand.png")
  }
}
