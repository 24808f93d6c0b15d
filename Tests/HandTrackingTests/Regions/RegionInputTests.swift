import HandTracking
import PixelImaging
import Testing

@Suite struct RegionInputTests {
  @Test func `an upright picture is seen whole`() {
    let input = Region.input(imageWidth: 120, imageHeight: 90, clockwiseDegrees: 0)
    #expect(input == Region(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0))
  }

  @Test func `a quarter turn swaps the sides`() {
    let input = Region.input(imageWidth: 120, imageHeight: 90, clockwiseDegrees: 90)
    let expected = Region(centerX: 0.5, centerY: 0.5, width: 0.75, height: 1.333333, rotation: -1.570796)
    #expect(isClose(input, expected, within: printedDigits))
  }

  @Test func `turns beyond a circle and backwards are taken as they are`() {
    let quarter = Region.input(imageWidth: 120, imageHeight: 90, clockwiseDegrees: 90)
    let more = Region.input(imageWidth: 120, imageHeight: 90, clockwiseDegrees: 450)
    let back = Region.input(imageWidth: 120, imageHeight: 90, clockwiseDegrees: -270)
    for same in [more, back] {
      #expect((same.width, same.height) == (quarter.width, quarter.height))
      #expect(isClose(CorrectlyRounded.wrapped(same.rotation), quarter.rotation, within: 1e-6))
    }
    #expect(isClose(back.rotation, Float(1.5 * Double.pi), within: 5e-7))
  }

  @Test(
    arguments: [
      (.up, 0), (.right, 1.5 * Double.pi), (.down, Double.pi), (.left, 0.5 * Double.pi),
    ] as [(ImageOrientation, Double)])
  func `an orientation rotates the region`(orientation: ImageOrientation, rotation: Double) throws {
    let image = try Image(width: 2, height: 4, format: .rgb, pixels: [UInt8](repeating: 0, count: 24))
    let input = try Region(inputOf: MPImage(image: image, orientation: orientation))
    #expect(input.rotation == Float(rotation))
    #expect(input.width == (orientation == .left || orientation == .right ? 2 : 1))
    #expect(input.height == (orientation == .left || orientation == .right ? 0.5 : 1))
  }

  @Test(arguments: [ImageOrientation.upMirrored, .downMirrored, .leftMirrored, .rightMirrored])
  func `a mirrored picture is refused`(orientation: ImageOrientation) throws {
    let image = try Image(width: 1, height: 1, format: .rgb, pixels: [0, 0, 0])
    #expect(throws: TaskError.mirroredOrientation(orientation)) {
      try Region(inputOf: MPImage(image: image, orientation: orientation))
    }
  }
}
