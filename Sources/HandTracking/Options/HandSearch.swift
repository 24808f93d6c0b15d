import VisionTasks

/// Where hands are looked for.
public typealias HandSearch = ImageSearch

extension ImageSearch {
  /// In each of these regions: the palm detector looks at one after the other, and a small hand is larger for it than
  /// in the whole picture. Palms whose middle is outside do not count, and palms of regions that overlap count once.
  public static func palms(in regions: [ImageRegion]) -> ImageSearch { .detections(in: regions) }

  /// Without a palm detector: each region is that of one hand, for the landmark network to look at. A good one is
  /// square in pixels, 2.6 times the palm, with the fingers up in its own frame.
  public static func hands(in regions: [ImageRegion]) -> ImageSearch { .objects(in: regions) }
}
