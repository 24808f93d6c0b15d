import PixelImaging

extension ImageRegion {
  /// The box of a palm in the picture, turned so that the wrist is below the middle knuckle (as far as MediaPipe's
  /// target angle does so).
  package init(palm: PalmBox, imageWidth: Int, imageHeight: Int) {
    let columns = Float(imageWidth)
    let rows = Float(imageHeight)
    let fromX = palm.wrist.x * columns
    let fromY = palm.wrist.y * rows
    let toX = palm.middleKnuckle.x * columns
    let toY = palm.middleKnuckle.y * rows
    let angle = CorrectlyRounded.arctangent(y: -(toY - fromY), x: toX - fromX)
    self.init(
      centerX: palm.xMin + palm.width / 2, centerY: palm.yMin + palm.height / 2, width: palm.width,
      height: palm.height, rotation: CorrectlyRounded.wrapped(ModelConstants.Palm.uprightAngle - angle))
  }

  /// The square region of the hand that a palm in the picture belongs to.
  package init(handOf palm: PalmBox, imageWidth: Int, imageHeight: Int) {
    self = ImageRegion(palm: palm, imageWidth: imageWidth, imageHeight: imageHeight).transformed(
      scale: ModelConstants.Palm.regionScale, shift: ModelConstants.Palm.regionShift, imageWidth: imageWidth,
      imageHeight: imageHeight)
  }
}
