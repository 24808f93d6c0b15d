import MediaPipeTasksVision
import Mudra
import Testing

/// Types of an app with names that `MediaPipeTasksVision` has from `AppleImages`.
struct UIImage: Sendable {
  var name = "ours"
}

struct CVPixelBuffer: Sendable {}

@Suite struct OwnNamesTests {
  @Test func `an app's own type takes precedence over a re-exported one of the same name`() {
    let image: UIImage = .init()
    #expect(image.name == "ours")
    #expect(
      [UIImage.self, CVPixelBuffer.self].map { String(reflecting: $0) } == [
        "MudraTests.UIImage", "MudraTests.CVPixelBuffer",
      ])
    #expect(MPImageSourceType.pixelBuffer.rawValue == 1)
  }
}
