import PixelImaging
import Testing
import VisionTasks

@Suite struct FrameTests {
  private func picture(_ orientation: ImageOrientation, _ search: ImageSearch = .everywhere) throws -> MPImage {
    let image = try PixelImage(width: 2, height: 4, format: .rgb, pixels: [UInt8](repeating: 0, count: 24))
    return MPImage(image: image, orientation: orientation, search: search)
  }

  @Test(
    arguments: [
      (.up, 0), (.right, 1.5 * Double.pi), (.down, Double.pi), (.left, 0.5 * Double.pi),
    ] as [(ImageOrientation, Double)])
  func `an orientation turns what the palm detector looks at`(orientation: ImageOrientation, rotation: Double) throws {
    let input = try TaskFrame(try picture(orientation), properties: InputProperties()).input(of: .full)
    #expect(input.rotation == Float(rotation))
    #expect(input.width == (orientation == .left || orientation == .right ? 2 : 1))
    #expect(input.height == (orientation == .left || orientation == .right ? 0.5 : 1))
  }

  @Test(arguments: [ImageOrientation.upMirrored, .downMirrored, .leftMirrored, .rightMirrored])
  func `a mirrored picture is refused if nothing is known of mirrors`(orientation: ImageOrientation) throws {
    #expect(throws: TaskError.mirroredOrientation(orientation)) {
      try TaskFrame(try picture(orientation), properties: InputProperties())
    }
  }

  @Test(
    arguments: [
      (.upMirrored, .up), (.downMirrored, .down), (.leftMirrored, .right), (.rightMirrored, .left),
    ] as [(ImageOrientation, ImageOrientation)], [true, false])
  func `a mirrored picture is turned upright if its mirror is known`(
    orientations: (mirrored: ImageOrientation, plain: ImageOrientation), isMirrored: Bool
  ) throws {
    var properties = InputProperties()
    properties.isMirrored = isMirrored
    let mirrored = try TaskFrame(try picture(orientations.mirrored), properties: properties)
    #expect(
      try mirrored.input(of: .full)
        == TaskFrame(try picture(orientations.plain), properties: properties).input(of: .full))
  }

  @Test(
    arguments: [
      ImageRegion(centerX: 0.5, centerY: 0.5, width: 0, height: 1),
      ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: -1),
      ImageRegion(centerX: .infinity, centerY: 0.5, width: 1, height: 1),
      ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: .infinity),
    ])
  func `a region without an area or an end is refused`(region: ImageRegion) throws {
    for search in [ImageSearch.detections(in: [.full, region]), .objects(in: [region])] {
      #expect(throws: TaskError.image(.invalidRegion(region))) {
        try TaskFrame(try picture(.up, search), properties: InputProperties())
      }
    }
  }
}
