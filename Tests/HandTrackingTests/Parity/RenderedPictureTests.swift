import Foundation
import HandTracking
import PixelImaging
import TensorRuntime
import TestSupport
import Testing

/// The whole path on pictures that are part of the package: drawn hands with every gesture, left and right, and two at
/// once.
@Suite struct RenderedPictureTests {
  private let folder = PackageFolders.fixtures(of: "HandTrackingTests")

  private func golden() throws -> GoldenPictures {
    try GoldenPictures(contentsOf: folder.appendingPathComponent("rendered/golden.json"))
  }

  @Test func `the pictures show every gesture, both hands and two hands at once`() throws {
    let golden = try golden()
    let hands = golden.images.values.flatMap(\.hands)
    #expect(
      Set(hands.flatMap { $0.gestures.map(\.name) }).isSuperset(of: ModelConstants.Gestures.cannedNames.dropFirst()))
    #expect(Set(hands.map(\.handedness.name)) == ["Left", "Right"])
    #expect(golden.images.values.contains { $0.hands.count == 2 })
  }

  @Test(
    .enabled(if: BuildKind.isOptimized, "networks are slow without optimization; run with -c release"),
    arguments: BuildKind.comparedProviders)
  func `every rendered picture has MediaPipe's hands`(provider: KernelProvider?) throws {
    let golden = try golden()
    let parity = try PictureParity(golden: golden, folder: folder, provider: provider)
    print("[\(provider?.rawValue ?? "default")] rendered: \(parity.summary)")
    #expect(golden.images.count == 16)
    #expect(parity.comparisons.count == golden.images.count)
    #expect(parity.faults(provider: provider) == [])
  }

  @Test func `one rendered picture has MediaPipe's hand in any build`() throws {
    let parity = try PictureParity(
      golden: try golden(), folder: folder, provider: nil, names: ["rendered/Thumb_Up_left.png"])
    #expect(parity.comparisons.count == 1)
    #expect(parity.faults(provider: nil) == [])
  }
}
