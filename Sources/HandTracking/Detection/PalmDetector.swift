import PixelImaging
import TensorRuntime
import VisionTasks

/// Finds palms in a picture.
package final class PalmDetector {
  /// The network.
  package let network: Network<Session>
  private let input: PictureInput
  private let minScore: Float
  private let tellsRefused: Bool
  private let cutsLetterbox: Bool
  private let decoding = BoxDecoding()
  private var suppression = NonMaximumSuppression()
  private var candidates: [PalmBox] = []
  private var blended: [PalmBox] = []
  private var collected: [PalmBox] = []

  /// What was not a palm in the last picture, if the options request it.
  package private(set) var refused: [(palm: PalmBox, rule: RemovedCandidate.Rule)] = []

  /// A session of a model's palm detector.
  package init(_ model: HandModel, settings: HandSettings, threads: ThreadPool) throws(TaskError) {
    network = try model.palmDetector.session(threads: threads)
    input = model.palmInput
    minScore = settings.minDetection
    tellsRefused = settings.details.contains(.removed)
    cutsLetterbox = settings.tracking.cutsLetterbox
  }

  /// The palms in the searched regions of a frame, by descending score, in normalized coordinates of the picture.
  /// `image` has the frame's pixels.
  ///
  /// - Parameter alone: on the calling thread alone.
  /// - Throws: `TaskError.image` for a region that cannot be cropped, or if the network fails.
  package func palms(in image: PixelImage, of frame: Frame, alone: Bool = false) throws(TaskError) -> [PalmBox] {
    refused.removeAll(keepingCapacity: true)
    guard case .detections(let regions) = frame.search else {
      return try palms(in: image, region: frame.input(of: .full), alone: alone)
    }
    collected.removeAll(keepingCapacity: true)
    for region in regions {
      for palm in try palms(in: image, region: frame.input(of: region), alone: alone) {
        if region.contains(x: palm.center.x, y: palm.center.y, imageWidth: image.width, imageHeight: image.height) {
          collected.append(palm)
        } else {
          refuse(palm, .outsideRegion)
        }
      }
    }
    suppression.suppress(collected, into: &blended)
    return blended
  }

  /// The palms in a region of the picture, which is letterboxed, with black around the picture.
  private func palms(in image: PixelImage, region: ImageRegion, alone: Bool) throws(TaskError) -> [PalmBox] {
    let warp = try input.fill(network, with: region, of: image, keepAspect: true, border: .black)
    try network.run(
      changingRows: warp.pictureRows, cutToMultiplesOf: cutsLetterbox ? ModelConstants.Palm.coarsestStride : nil,
      alone: alone)
    let letterboxed = warp.regionInPixels
    let map = RegionToImageMap(
      centerX: letterboxed.centerX, centerY: letterboxed.centerY, width: letterboxed.width,
      height: letterboxed.height, rotation: letterboxed.rotation, imageWidth: image.width, imageHeight: image.height)
    candidates.removeAll(keepingCapacity: true)
    typealias Output = ModelConstants.Palm.Output
    network.withOutput(Output.boxes) { boxes in
      network.withOutput(Output.logits) { logits in
        decoding.decode(boxes: boxes, logits: logits, threshold: minScore, into: &candidates)
        if tellsRefused, candidates.isEmpty, let best = decoding.best(boxes: boxes, logits: logits) {
          refuse(map(best), .palmScore)
        }
      }
    }
    suppression.suppress(candidates, into: &blended)
    for index in blended.indices {
      blended[index] = map(blended[index])
    }
    return blended
  }

  private func refuse(_ palm: PalmBox, _ rule: RemovedCandidate.Rule) {
    if tellsRefused {
      refused.append((palm, rule))
    }
  }
}
