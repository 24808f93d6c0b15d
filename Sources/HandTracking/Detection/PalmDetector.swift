import PixelImaging
import TensorRuntime

/// Finds palms in a picture.
package final class PalmDetector {
  /// The network.
  package let network: Network
  private let normalization: PixelNormalization
  private let inputWidth: Int
  private let inputHeight: Int
  private let minScore: Float
  private let tellsRefused: Bool
  private let decoding = BoxDecoding()
  private var suppression = NonMaximumSuppression()
  private var candidates: [PalmBox] = []
  private var blended: [PalmBox] = []
  private var collected: [PalmBox] = []

  /// What was no palm in the last picture, if the options ask for it.
  package private(set) var refused: [(palm: PalmBox, rule: RemovedCandidate.Rule)] = []

  /// A session of a model's palm detector.
  package init(_ model: HandModel, settings: TaskSettings, threads: ThreadPool) throws(TaskError) {
    network = try Network(model.palmDetector.network, threads: threads)
    normalization = model.palmDetector.normalization
    inputWidth = model.palmDetector.inputWidth
    inputHeight = model.palmDetector.inputHeight
    minScore = settings.minDetection
    tellsRefused = settings.details.contains(.removed)
  }

  /// The palms where a frame is searched, by descending score, in normalised coordinates of the picture. `image` is
  /// what the frame shows.
  package func palms(in image: PixelImage, of frame: Frame) throws(TaskError) -> [PalmBox] {
    refused.removeAll(keepingCapacity: true)
    guard case .palms(let regions) = frame.search else {
      return try palms(in: image, input: frame.input(of: .full))
    }
    collected.removeAll(keepingCapacity: true)
    for region in regions {
      for palm in try palms(in: image, input: frame.input(of: region)) {
        if region.contains(palm.center, imageWidth: image.width, imageHeight: image.height) {
          collected.append(palm)
        } else {
          refuse(palm, .outsideRegion)
        }
      }
    }
    suppression.suppress(collected, into: &blended)
    return blended
  }

  /// The palms in a part of the picture, which is letterboxed, with black around the picture.
  private func palms(in image: PixelImage, input: ImageRegion) throws(TaskError) -> [PalmBox] {
    let warp: RegionWarp
    do {
      warp = try RegionWarp(
        region: input, imageWidth: image.width, imageHeight: image.height, outputWidth: inputWidth,
        outputHeight: inputHeight, keepAspect: true, border: .black)
    } catch {
      throw .image(error)
    }
    network.withInput(0) { warp.fill($0, from: image, scale: normalization.scale, offset: normalization.offset) }
    try network.run()
    let letterboxed = warp.regionInPixels
    let map = RegionToImageMap(
      centerX: letterboxed.centerX, centerY: letterboxed.centerY, width: letterboxed.width,
      height: letterboxed.height, rotation: letterboxed.rotation, imageWidth: image.width, imageHeight: image.height)
    candidates.removeAll(keepingCapacity: true)
    network.withOutput(0) { boxes in
      network.withOutput(1) { logits in
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
