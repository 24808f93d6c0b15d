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
  /// In the whole picture, and then for small objects in squares of eight times the side of the smallest, level by
  /// level, until as many objects are found as requested. What is found in a square must be seen twice.
  ///
  /// In a video, the detector runs no more often than without it: while fewer objects are followed than requested, it
  /// takes turns between the whole frame and its squares, and looks first where one was lost.
  ///
  /// - smallest: the side of the smallest object as a share of the picture's shorter side, from 0.01 to 1.
  /// - within: after how long no further square of a single picture is searched; nil for all of them.
  case tiles(smallest: Float, within: Duration? = nil)
  /// Without a detector: each region contains one object, and is passed to the network after the detector.
  case objects(in: [ImageRegion])

  /// Throws `TaskError.image` for a region that cannot be cropped.
  package func check() throws(TaskError) {
    switch self {
    case .everywhere: break
    case .tiles(let smallest, _):
      guard (0.01...1).contains(smallest) else {
        throw .invalidSetting(name: "search: smallest", value: Double(smallest), expected: "from 0.01 to 1")
      }
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
