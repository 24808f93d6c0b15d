import VisionCore

extension ImageSearch {
  /// In each of these regions, one after another: a small hand appears larger to the palm detector than in the whole
  /// picture. Palms whose center is outside do not count, and those in overlapping regions count once.
  public static func palms(in regions: [ImageRegion]) -> ImageSearch { .detections(in: regions) }

  /// In the whole picture, then for small hands in squares; see ``tiles(smallest:within:)``.
  ///
  /// - Parameters:
  ///   - smallestHand: the side of the smallest hand as a share of the picture's shorter side, from 0.01 to 1. 0.05
  ///     suits rooms, 0.03 halls.
  ///   - time: after how long no further square of a single picture is searched; nil for all of them.
  public static func tiles(smallestHand: Float, within time: Duration? = nil) -> ImageSearch {
    .tiles(smallest: smallestHand, within: time)
  }

  /// In the whole picture with a black border of half its side: a hand that fills its picture is often found only this
  /// way.
  public static let bordered = palms(in: [ImageRegion(centerX: 0.5, centerY: 0.5, width: 2, height: 2)])

  /// Without a palm detector: each region contains one hand, and is passed to the landmark network. A good region is
  /// square in pixels, 2.6 times the size of the palm, with the fingers pointing up in its own frame.
  public static func hands(in regions: [ImageRegion]) -> ImageSearch { .objects(in: regions) }
}
