import PixelImaging

/// A checked picture or video frame: its pixels, their orientation, and where a task searches. Made by ``TaskPicture``.
public struct TaskFrame: Sendable {
  /// The stored pixels.
  package let pixels: FramePixels
  /// Where the task searches.
  package let search: ImageSearch
  private let clockwiseDegrees: Int

  /// A frame from a picture with its orientation; throws for a mirrored one if nothing is known about mirroring, and
  /// for regions without an area.
  package init(_ picture: MPImage, properties: InputProperties) throws(TaskError) {
    guard !picture.orientation.isMirrored || properties.isMirrored != nil else {
      throw .mirroredOrientation(picture.orientation)
    }
    try picture.search.check()
    pixels = picture.pixels
    search = picture.search
    clockwiseDegrees = picture.orientation.clockwiseDegrees
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
