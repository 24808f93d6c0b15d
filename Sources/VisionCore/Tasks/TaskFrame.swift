import PixelImaging

/// A checked picture or video frame: its pixels, their orientation, and where a task searches. Made by `TaskPicture`.
public struct TaskFrame: Sendable {
  /// The stored pixels.
  package let pixels: FramePixels
  /// Where the task searches.
  package let search: ImageSearch
  private let clockwiseDegrees: Int

  /// A frame from pixels with their orientation; throws for a mirrored one if nothing is known about mirroring, and for
  /// regions without an area.
  package init(
    _ pixels: FramePixels, orientation: ImageOrientation, search: ImageSearch = .everywhere,
    properties: InputProperties
  ) throws(TaskError) {
    guard !orientation.isMirrored || properties.isMirrored != nil else { throw .mirroredOrientation(orientation) }
    try search.check()
    self.init(pixels: pixels, search: search, clockwiseDegrees: orientation.clockwiseDegrees)
  }

  /// A frame from an upright picture.
  package init(_ image: PixelImage) {
    pixels = .image(image)
    search = .everywhere
    clockwiseDegrees = 0
  }

  private init(pixels: FramePixels, search: ImageSearch, clockwiseDegrees: Int) {
    self.pixels = pixels
    self.search = search
    self.clockwiseDegrees = clockwiseDegrees
  }

  /// The same frame, searched elsewhere.
  package func replacing(search: ImageSearch) -> TaskFrame {
    TaskFrame(pixels: pixels, search: search, clockwiseDegrees: clockwiseDegrees)
  }

  /// The same frame with other pixels of the same size.
  package func replacing(pixels image: PixelImage) -> TaskFrame {
    TaskFrame(pixels: .image(image), search: search, clockwiseDegrees: clockwiseDegrees)
  }

  /// A region of the picture as the detector sees it: rotated like the picture.
  package func input(of region: ImageRegion) -> ImageRegion {
    region.turned(clockwiseDegrees: clockwiseDegrees, imageWidth: pixels.width, imageHeight: pixels.height)
  }

  /// The rotation of the detector's input, in radians.
  package var rotation: Float { input(of: .full).rotation }
}
