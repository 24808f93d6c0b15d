import Foundation
import HandTracking
import TensorRuntime
import TestSupport
import Testing

/// The 88 pictures next to the package: 72 photos and files of odd formats, and the 16 rendered ones of the package.
@Suite struct PictureParityTests {
  @Test(
    .enabled(if: PackageFolders.hasShared, "../shared is absent"),
    .enabled(if: BuildKind.isOptimized, "networks are slow without optimization; run with -c release"),
    arguments: BuildKind.comparedProviders)
  func `every shared picture has MediaPipe's hands`(provider: KernelProvider?) throws {
    let shared = try #require(PackageFolders.shared)
    let golden = try GoldenPictures(contentsOf: shared.appendingPathComponent("golden/images.json"))
    let parity = try PictureParity(
      golden: golden, folder: shared.appendingPathComponent("images"), provider: provider)
    print("[\(provider?.rawValue ?? "default")] \(parity.summary)")
    #expect(golden.images.count == 88)
    #expect(parity.comparisons.count == golden.images.count)
    #expect(parity.faults(provider: provider) == [])
  }
}
