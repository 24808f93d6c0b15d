import Foundation
import HandTracking
import TensorRuntime
import TestSupport
import Testing

@Suite struct PictureParityTests {
  private func expectWithinMargins(_ parity: PictureParity) {
    #expect(parity.differences.isEmpty)
    #expect(parity.worstLandmark <= PictureParity.Margin.worstLandmark)
    #expect(parity.medianLandmark <= PictureParity.Margin.medianLandmark)
    #expect(parity.worstWorld <= PictureParity.Margin.world)
    #expect(parity.worstScore <= PictureParity.Margin.score)
  }

  @Test(
    .enabled(if: PackageFolders.hasShared, "../shared is absent"),
    .enabled(if: BuildKind.isOptimised, "networks are slow without optimisation; run with -c release"),
    arguments: KernelProvider.available)
  func `every shared picture has MediaPipe's hands`(provider: KernelProvider) throws {
    let shared = try #require(PackageFolders.shared)
    let golden = try GoldenPictures(contentsOf: shared.appendingPathComponent("golden/images.json"))
    let parity = try PictureParity(
      golden: golden, folder: shared.appendingPathComponent("images"), provider: provider)
    print("[\(provider.rawValue)] \(parity.summary)")
    #expect(parity.comparisons.count == golden.images.count)
    expectWithinMargins(parity)
  }
}
