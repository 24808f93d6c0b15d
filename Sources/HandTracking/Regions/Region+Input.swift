import PixelImaging

extension Region {
  /// What the palm detector looks at in a picture of any orientation but the mirrored ones.
  package init(inputOf image: MPImage) throws(TaskError) {
    guard let degrees = image.orientation.clockwiseDegrees else {
      throw .mirroredOrientation(image.orientation)
    }
    self = .input(imageWidth: image.pixels.width, imageHeight: image.pixels.height, clockwiseDegrees: degrees)
  }

  /// The whole picture, as the palm detector sees it when the picture is turned clockwise by `degrees` to be upright.
  ///
  /// The pixels are not turned: results stay in the frame of the picture as it is stored.
  /// - Precondition: `degrees` is a multiple of 90.
  package static func input(imageWidth: Int, imageHeight: Int, clockwiseDegrees degrees: Int) -> Region {
    precondition(degrees % 90 == 0, "a picture can be turned by multiples of 90 degrees only")
    let rotation = Float(-Double(degrees) * Double.pi / 180)
    guard degrees % 180 != 0 else {
      return Region(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: rotation)
    }
    let columns = Float(imageWidth)
    let rows = Float(imageHeight)
    return Region(centerX: 0.5, centerY: 0.5, width: rows / columns, height: columns / rows, rotation: rotation)
  }
}
