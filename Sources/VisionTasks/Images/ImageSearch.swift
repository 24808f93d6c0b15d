import PixelImaging

/// Where in a picture a task looks. Regions are in the frame of the picture as it is stored.
///
/// In a video this is about what is new; what is followed may leave the regions.
public enum ImageSearch: Sendable, Hashable, Codable {
  /// In the whole picture, as in MediaPipe.
  case everywhere
  /// In each of these regions: the task's detector looks at one after the other, and what is small is larger for it
  /// than in the whole picture. Detections whose middle is outside do not count, and those of regions that overlap
  /// count once.
  case detections(in: [ImageRegion])
  /// Without a detector: each region is that of one object, for the network that follows the detector to look at.
  case objects(in: [ImageRegion])

  /// Throws `TaskError.image` for a region that no picture can be cut to.
  package func check() throws(TaskError) {
    switch self {
    case .everywhere: break
    case .detections(let regions), .objects(let regions):
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
