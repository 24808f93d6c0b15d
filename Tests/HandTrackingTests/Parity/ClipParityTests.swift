import Foundation
import HandTracking
import TensorRuntime
import TestSupport
import Testing

/// Video mode against MediaPipe's on the clips next to the package.
@Suite struct ClipParityTests {
  @Test(
    .enabled(if: PackageFolders.hasShared, "../shared is absent"),
    .enabled(if: BuildKind.isOptimized, "networks are slow without optimization; run with -c release"),
    arguments: ["real_reach", "rendered", "synth_one", "synth_two"], [1, 2])
  func `every shared clip has MediaPipe's hands`(clip: String, handCount: Int) throws {
    let shared = try #require(PackageFolders.shared)
    let golden = try GoldenClip(contentsOf: shared.appendingPathComponent("golden/video_\(clip).json"))
    let parity = try ClipParity(
      frames: golden.frames(handCount: handCount), folder: shared.appendingPathComponent("video/\(clip)"),
      handCount: handCount, provider: nil)
    print("\(clip), \(handCount) hands: \(parity.summary)")
    #expect(parity.comparisons.count >= 16)
    // Kernels that add in a different order than MediaPipe's drift from frame to frame in clips of this length.
    if ParityMargin.isSameOrder(nil) {
      #expect(parity.faults(provider: nil) == [])
    } else {
      #expect(parity.sameHands >= 0.995)
    }
  }
}
