import PixelImaging

/// Where in a picture hands are looked for. Regions are in the frame of the picture as it is stored.
///
/// In a video this is about new hands; a hand that is followed may leave the regions.
public enum HandSearch: Sendable, Hashable, Codable {
  /// In the whole picture, as in MediaPipe.
  case everywhere
  /// In each of these regions: the palm detector looks at one after the other, and a small hand is larger for it than
  /// in the whole picture. Palms whose middle is outside do not count, and palms of regions that overlap count once.
  case palms(in: [ImageRegion])
  /// Without a palm detector: each region is that of one hand, for the landmark network to look at. A good one is
  /// square in pixels, 2.6 times the palm, with the fingers up in its own frame.
  case hands(in: [ImageRegion])

  /// Throws for a region that no picture can be cut to.
  package func check() throws(TaskError) {
    switch self {
    case .everywhere: break
    case .palms(let regions), .hands(let regions):
      for region in regions where !region.isUsable {
        throw .image(.invalidRegion(region))
      }
    }
  }
}

extension ImageRegion {
  /// True if the region has an area and is finite.
  fileprivate var isUsable: Bool {
    width > 0 && height > 0
      && [centerX, centerY, width, height, rotation].allSatisfy { $0.isFinite }
  }
}
