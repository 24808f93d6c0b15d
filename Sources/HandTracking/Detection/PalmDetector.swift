import PixelImaging

/// Finds palms in a picture and gives the regions of their hands.
package final class PalmDetector {
  private let network: Network
  private let normalization: PixelNormalization
  private let inputWidth: Int
  private let inputHeight: Int
  private let minScore: Float
  private let decoding = BoxDecoding()
  private var suppression = NonMaximumSuppression()
  private var candidates: [PalmBox] = []
  private var blended: [PalmBox] = []

  /// Prepares the detector of a hand landmarker's bundle.
  package init(bundle: TaskBundle, settings: TaskSettings) throws(TaskError) {
    typealias Palm = ModelConstants.Palm
    let model = try bundle.model(named: ModelConstants.Files.palmDetector)
    network = try Network(model, name: ModelConstants.Files.palmDetector, settings: settings)
    try network.expectTensors(inputs: 1, outputs: 2)
    try network.expect(.input, 0, shape: [1, nil, nil, 3])
    try network.expect(.output, 0, shape: [1, Palm.boxCount, Palm.valuesPerBox])
    try network.expect(.output, 1, shape: [1, Palm.boxCount, 1])
    normalization = try PixelNormalization(of: model, name: network.name)
    inputHeight = network.shape(of: .input, 0)[1]
    inputWidth = network.shape(of: .input, 0)[2]
    minScore = settings.minDetection
  }

  /// Appends the regions of at most `limit` hands, the highest palm score first.
  ///
  /// `input` is the part of the picture that is looked at. It is letterboxed, with black around the picture.
  package func detect(
    in image: Image, input: Region, limit: Int, regions: inout [Region]
  ) throws(TaskError) {
    for palm in try palms(in: image, input: input).prefix(limit) {
      regions.append(Region(handOf: palm, imageWidth: image.width, imageHeight: image.height))
    }
  }

  /// The palms in the picture, by descending score, in normalised coordinates of the picture.
  package func palms(in image: Image, input: Region) throws(TaskError) -> [PalmBox] {
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
    candidates.removeAll(keepingCapacity: true)
    network.withOutput(0) { boxes in
      network.withOutput(1) { logits in
        decoding.decode(boxes: boxes, logits: logits, threshold: minScore, into: &candidates)
      }
    }
    suppression.suppress(candidates, into: &blended)
    let letterboxed = warp.regionInPixels
    let map = RegionToImageMap(
      centerX: letterboxed.centerX, centerY: letterboxed.centerY, width: letterboxed.width,
      height: letterboxed.height, rotation: letterboxed.rotation, imageWidth: image.width, imageHeight: image.height)
    for index in blended.indices {
      blended[index] = map(blended[index])
    }
    return blended
  }
}
