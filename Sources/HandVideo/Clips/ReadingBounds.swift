import PixelImaging

/// How much a video may take while it is read, and what ends that early.
package struct ReadingBounds: Sendable {
  /// Limits on each frame.
  package let limits: ImageLimits
  /// The longest time without a byte or a frame, in seconds.
  package let patience: Int
  /// Ends a read that waits.
  package let stop: StopFlag

  /// Bounds for one video.
  package init(limits: ImageLimits = ImageLimits(), patience: Int = 60, stop: StopFlag = StopFlag()) {
    self.limits = limits
    self.patience = patience
    self.stop = stop
  }
}
