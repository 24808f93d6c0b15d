import PixelImaging
import TestSupport
import Testing

@Suite struct RegionWarpTests {
  /// A synthetic check of the pipeline's specification.
  struct Check: CustomTestStringConvertible {
    let name: String
    let region: Region
    let keepAspect: Bool
    let border: RegionWarp.Border
    let padding: [Float]
    let corners: [Float]
    let checksum: UInt32
    var testDescription: String { name }

    func warp() throws -> RegionWarp {
      try RegionWarp(
        region: region, imageWidth: 120, imageHeight: 90, outputWidth: 16, outputHeight: 16, keepAspect: keepAspect,
        border: border)
    }
  }

  static let checks = [
    Check(
      name: "A: letterbox", region: .full, keepAspect: true, border: .black, padding: [0, 0.125, 0, 0.125],
      corners: [0, 105, 0, -15, 120, -15, 120, 105], checksum: 0x1b37_3927),
    Check(
      name: "B: turned crop", region: Region(centerX: 0.4, centerY: 0.55, width: 0.5, height: 0.666_666_7, rotation: 0.6),
      keepAspect: false, border: .replicate, padding: [0, 0, 0, 0],
      corners: [6.300657, 57.32079, 40.17921, 7.800657, 89.69934, 41.67921, 55.82079, 91.19935],
      checksum: 0xd3d7_db84),
    Check(
      name: "C: crop past the edge",
      region: Region(centerX: 0.05, centerY: 0.95, width: 0.6, height: 0.8, rotation: -2.2), keepAspect: false,
      border: .replicate, padding: [0, 0, 0, 0],
      corners: [56.29191, 93.41984, -1.919832, 135.7919, -44.29191, 77.58016, 13.91983, 35.20809],
      checksum: 0x63a2_0797),
    Check(
      name: "D: letterbox of a picture turned by 90 degrees",
      region: Region(centerX: 0.5, centerY: 0.5, width: 90 / 120, height: 120 / 90, rotation: -Float.pi / 2),
      keepAspect: true, border: .black, padding: [0.125, 0, 0.125, 0],
      corners: [120, 105, 0, 105, 0, -15, 120, -15], checksum: 0x38c4_c35c),
  ]

  @Test func `the synthetic picture is the specified one`() throws {
    #expect(try checksum(Image.synthetic().packedBytes) == 0xaca9_989b)
  }

  @Test(arguments: checks)
  func `the synthetic checks agree bit for bit`(check: Check) throws {
    let warp = try check.warp()
    let padding = [warp.padding.left, warp.padding.top, warp.padding.right, warp.padding.bottom]
    #expect(zip(padding, check.padding).allSatisfy { abs($0 - $1) < 1e-6 })
    let points = [warp.corners.bottomLeft, warp.corners.topLeft, warp.corners.topRight, warp.corners.bottomRight]
    // The specification prints seven digits.
    #expect(zip(points.flatMap { [$0.x, $0.y] }, check.corners).allSatisfy { abs($0 - $1) <= 1e-5 })
    #expect(try checksum(warp.bytes(of: .synthetic())) == check.checksum)
  }
}
