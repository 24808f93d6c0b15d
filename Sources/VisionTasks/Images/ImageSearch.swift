import PixelImaging

/// Where in a picture a task searches. Regions are in the frame of the stored picture.
///
/// In a video, this applies to new objects; tracked ones may leave the regions.
public enum ImageSearch: Sendable, Hashable, Codable {
  /// In the whole picture, like in MediaPipe.
  case everywhere
  /// In each of these regions, one after another: small objects appear larger to the task's detector than in the whole
  /// picture. Detections whose center is outside do not count, and those in overlapping regions count once.
  case detections(in: [ImageRegion])
  /// Without a detector: each region contains one object, and is passed to the network after the detector.
  case objects(in: [ImageRegion])

  /// Throws `TaskError.image` for a region that cannot be cropped.
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
