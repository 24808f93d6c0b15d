import PixelImaging

extension ImageRegion {
  /// A region as commands and JSON have it: center x, center y, width, height and, if it is rotated, its clockwise
  /// rotation in radians; all but the rotation as fractions of the picture's width and height.
  ///
  /// - Returns: nil for another count of numbers, for one that is not finite, and for a region without an area.
  public init?(numbers: [Float]) {
    guard (4...5).contains(numbers.count), numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else {
      return nil
    }
    self.init(
      centerX: numbers[0], centerY: numbers[1], width: numbers[2], height: numbers[3],
      rotation: numbers.count == 5 ? numbers[4] : 0)
  }

  /// The region's five numbers, which `init(numbers:)` takes.
  public var numbers: [Float] { [centerX, centerY, width, height, rotation] }
}
