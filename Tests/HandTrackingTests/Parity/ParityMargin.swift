import TensorRuntime

/// How far results may be from MediaPipe's, as stated in the README.
struct ParityMargin {
  /// The worst landmark coordinate, normalized; 0 requires the same bits.
  let landmark: Float
  /// The same of the median picture or frame.
  let medianLandmark: Float
  /// The worst coordinate of a world landmark, in meters.
  let world: Float
  /// The worst handedness or gesture score.
  let score: Float

  /// Emitted kernels add in XNNPACK's order with fused multiply-add, as MediaPipe does. Only the logistic function and
  /// the softmax may differ, in their last bits, and so may scores: by some units in the last place of a float below 1.
  private static func sameOrder(score: Float) -> ParityMargin {
    ParityMargin(landmark: 0, medianLandmark: 0, world: 0, score: score)
  }

  /// True for kernels that compute like MediaPipe: emitted ones, and on arm64, where a multiply-add rounds once,
  /// compiled ones. Processors without either are held to the margins of the portable kernels.
  static func isSameOrder(_ provider: KernelProvider?) -> Bool {
    #if arch(arm64)
      if provider == nil || provider == .simd { return true }
    #endif
    return KernelProvider.available.contains(.machineCode) && (provider == nil || provider == .machineCode)
  }

  /// Margins of single pictures.
  ///
  /// Portable kernels add in a different order, or without fused multiply-add: a region that differs in its last bit
  /// may have samples that differ by 1/32 pixel, which moves a depth by 1e-4 and more. The order of OpenBLAS depends on
  /// its version and the processor.
  static func ofPictures(_ provider: KernelProvider?) -> ParityMargin {
    if isSameOrder(provider) { return sameOrder(score: 2.4e-7) }
    return provider == .simd || provider == .reference
      ? ParityMargin(landmark: 3e-4, medianLandmark: 3e-5, world: 1e-4, score: 5e-4)
      : ParityMargin(landmark: 4e-4, medianLandmark: 5e-5, world: 2e-4, score: 2e-3)
  }

  /// Margins of clips of approximately 16 frames. Each region is computed from the landmarks of the previous frame, so
  /// the differences of portable kernels grow with the frames.
  static func ofClips(_ provider: KernelProvider?) -> ParityMargin {
    isSameOrder(provider)
      ? sameOrder(score: 3e-7) : ParityMargin(landmark: 2e-3, medianLandmark: 1e-3, world: 1e-3, score: 1e-2)
  }

  /// Which of the worst distances exceed the margin, in one sentence each.
  func faults(landmark: Float, world: Float, score: Float) -> [String] {
    [("landmark", landmark, self.landmark), ("world landmark", world, self.world), ("score", score, self.score)]
      .filter { !($0.1 <= $0.2) }
      .map { "worst \($0.0) \($0.1), margin \($0.2)" }
  }
}
