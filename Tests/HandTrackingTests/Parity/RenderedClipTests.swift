import Foundation
import HandTracking
import TensorRuntime
import TestSupport
import Testing

/// Video mode against MediaPipe's on a clip that is part of the package: a hand that moves, a second one that comes and
/// goes, and a frame without any.
@Suite struct RenderedClipTests {
  private let folder = PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("clip")

  private func golden() throws -> GoldenClip {
    try GoldenClip(contentsOf: folder.appendingPathComponent("golden.json"))
  }

  @Test func `the clip shows one hand, two hands and none`() throws {
    let counts = try golden().frames(handCount: 2).map(\.hands.count)
    #expect(counts == [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 1, 1, 0, 1, 1])
  }

  @Test(
    .enabled(if: BuildKind.isOptimized, "networks are slow without optimization; run with -c release"),
    arguments: BuildKind.comparedProviders, [1, 2])
  func `every frame has MediaPipe's hands`(provider: KernelProvider?, handCount: Int) throws {
    // Plain loops take a second for a frame.
    let frames = try golden().frames(handCount: handCount).prefix(provider == .reference ? 6 : 16)
    let parity = try ClipParity(frames: Array(frames), folder: folder, handCount: handCount, provider: provider)
    #expect(parity.comparisons.count == frames.count)
    print("[\(provider?.rawValue ?? "default")] rendered clip, \(handCount) hands: \(parity.summary)")
    #expect(parity.faults(provider: provider) == [])
  }

  @Test func `the first frames have MediaPipe's hands in any build`() throws {
    let frames = try golden().frames(handCount: 2).prefix(6)
    let parity = try ClipParity(frames: Array(frames), folder: folder, handCount: 2, provider: nil)
    #expect(parity.faults(provider: nil) == [])
  }
}
