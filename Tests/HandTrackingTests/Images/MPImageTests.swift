import Foundation
import HandTracking
import PixelImaging
import Testing

@Suite struct MPImageTests {
  @Test func `a picture has the size of its pixels whatever its orientation`() throws {
    let pixels = try Image(width: 3, height: 2, format: .grey, pixels: [0, 1, 2, 3, 4, 5])
    let image = MPImage(image: pixels, orientation: .right)
    #expect(image.width == 3)
    #expect(image.height == 2)
    #expect(image.orientation == .right)
    #expect(MPImage(image: pixels).orientation == .up)
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
