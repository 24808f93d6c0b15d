import PixelImaging
import TensorRuntime

/// Finds boxes with keypoints in a picture, such as palms or faces: the first step of a task that finds objects.
package final class KeypointDetector {
  /// The numbers that determine what a detector reports.
  package struct Settings: Sendable {
    /// The minimum score of a box.
    package var minScore: Float
    /// Boxes that overlap by more than this are one object.
    package var overlap: Float
    /// Whether ``KeypointDetector/refused`` is filled.
    package var reportsRefused = false
    /// If not nil, only rows in which there is a picture are computed, cut to whole multiples of this number.
    package var rowMultiple: Int?

    /// Settings with what every detector needs.
    package init(minScore: Float, overlap: Float) {
      self.minScore = minScore
      self.overlap = overlap
    }
  }

  /// Why a box is not reported.
  package enum Refusal: Sendable {
    /// Its score is too low. Only the best such box is refused, and only if no box's score is sufficient.
    case score
    /// Its center is outside the searched region.
    case outsideRegion
  }

  /// The network, in each precision that it has.
  package internal(set) var networks: PrecisionPair<Session>
  private let input: PictureInput
  private let layout: DetectorLayout
  private let decoding: BoxDecoding
  private let settings: Settings
  private var suppression: NonMaximumSuppression
  private var candidates: [KeypointBox] = []
  private var blended: [KeypointBox] = []
  private var collected: [KeypointBox] = []

  /// What was not reported of the last picture, if the settings request it.
  package private(set) var refused: [(box: KeypointBox, reason: Refusal)] = []

  /// A session of a network.
  ///
  /// - Parameters:
  ///   - networks: have the outputs of `layout`.
  ///   - input: their input.
  ///   - arena: the memory of their tensors; nil for their own.
  /// - Throws: `TaskError.unusableModel` if there is not enough memory.
  package init(
    _ networks: PrecisionPair<Plan>, input: PictureInput, layout: DetectorLayout, settings: Settings,
    threads: ThreadPool, arena: SharedArena? = nil
  ) throws(TaskError) {
    self.networks = try networks.sessions(threads: threads, arena: arena)
    self.input = input
    self.layout = layout
    self.settings = settings
    decoding = BoxDecoding(layout)
    suppression = NonMaximumSuppression(overlap: settings.overlap)
  }

  /// The boxes in the searched regions of a frame, by descending score, in normalized coordinates of the picture.
  /// `image` has the frame's pixels.
  ///
  /// - Parameter alone: on the calling thread alone.
  /// - Throws: `TaskError.image` for a region that cannot be cropped, or if the network fails.
  package func boxes(in image: PixelImage, of frame: TaskFrame, alone: Bool = false) throws(TaskError) -> [KeypointBox]
  {
    refused.removeAll(keepingCapacity: true)
    guard case .detections(let regions) = frame.search else {
      return try boxes(in: image, region: frame.input(of: .full), alone: alone)
    }
    collected.removeAll(keepingCapacity: true)
    for region in regions {
      for box in try boxes(in: image, region: frame.input(of: region), alone: alone) {
        if region.contains(x: box.center.x, y: box.center.y, imageWidth: image.width, imageHeight: image.height) {
          collected.append(box)
        } else {
          refuse(box, .outsideRegion)
        }
      }
    }
    suppression.suppress(collected, into: &blended)
    return blended
  }

  /// The boxes in a region of the picture, which is letterboxed, with black around the picture.
  private func boxes(in image: PixelImage, region: ImageRegion, alone: Bool) throws(TaskError) -> [KeypointBox] {
    let network = networks.current
    let warp = try input.fill(network, with: region, of: image, keepAspect: true, border: .black)
    try network.run(changingRows: warp.pictureRows, cutToMultiplesOf: settings.rowMultiple, alone: alone)
    let letterboxed = warp.regionInPixels
    let map = RegionToImageMap(
      centerX: letterboxed.centerX, centerY: letterboxed.centerY, width: letterboxed.width,
      height: letterboxed.height, rotation: letterboxed.rotation, imageWidth: image.width, imageHeight: image.height)
    candidates.removeAll(keepingCapacity: true)
    network.withOutput(DetectorLayout.Output.boxes) { boxes in
      network.withOutput(DetectorLayout.Output.logits) { logits in
        decoding.decode(boxes: boxes, logits: logits, threshold: settings.minScore, into: &candidates)
        if settings.reportsRefused, candidates.isEmpty, let best = decoding.best(boxes: boxes, logits: logits) {
          refuse(map(best, keypointCount: layout.keypointCount), .score)
        }
      }
    }
    suppression.suppress(candidates, into: &blended)
    for index in blended.indices {
      blended[index] = map(blended[index], keypointCount: layout.keypointCount)
    }
    return blended
  }

  private func refuse(_ box: KeypointBox, _ reason: Refusal) {
    if settings.reportsRefused {
      refused.append((box, reason))
    }
  }
}
