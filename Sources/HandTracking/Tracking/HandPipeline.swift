import PixelImaging

/// The road from a picture to its hands: palm detector, landmark network, removal of duplicates.
///
/// It holds sessions and is used by one caller at a time.
package final class HandPipeline {
  private let palmDetector: PalmDetector
  private let landmarkDetector: HandLandmarkDetector
  private let handCount: Int
  private var regions: [Region] = []

  /// Prepares the networks of a hand landmarker's bundle.
  package init(bundle: TaskBundle, settings: TaskSettings) throws(TaskError) {
    palmDetector = try PalmDetector(bundle: bundle, settings: settings)
    landmarkDetector = try HandLandmarkDetector(bundle: bundle, settings: settings)
    handCount = settings.handCount
  }

  /// The hands in a picture, the highest palm score first. `input` is the part of the picture that the palm detector
  /// looks at.
  package func process(_ image: Image, input: Region) throws(TaskError) -> [Hand] {
    regions.removeAll(keepingCapacity: true)
    try palmDetector.detect(in: image, input: input, limit: handCount, regions: &regions)
    return try hands(in: regions, of: image)
  }

  /// The hands in regions of a picture, in the regions' order, without those that repeat an earlier one.
  package func hands(in regions: [Region], of image: Image) throws(TaskError) -> [Hand] {
    var hands: [Hand] = []
    for region in regions {
      if let hand = try landmarkDetector.hand(in: region, of: image) {
        hands.append(hand)
      }
    }
    return HandDuplicates(imageWidth: image.width, imageHeight: image.height).removingDuplicates(hands)
  }
}
