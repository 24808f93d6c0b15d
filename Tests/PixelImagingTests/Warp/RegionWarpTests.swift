import Foundation
import PixelImaging
import TestSupport
import Testing

@Suite struct RegionWarpTests {
  /// A synthetic check of the pipeline's specification.
  struct Check: CustomTestStringConvertible {
    let name: String
    let region: ImageRegion
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
      name: "B: turned crop",
      region: ImageRegion(centerX: 0.4, centerY: 0.55, width: 0.5, height: 0.666_666_7, rotation: 0.6),
      keepAspect: false,
      border: .replicate, padding: [0, 0, 0, 0],
      corners: [6.300657, 57.32079, 40.17921, 7.800657, 89.69934, 41.67921, 55.82079, 91.19935],
      checksum: 0xd3d7_db84),
    Check(
      name: "C: crop past the edge",
      region: ImageRegion(centerX: 0.05, centerY: 0.95, width: 0.6, height: 0.8, rotation: -2.2), keepAspect: false,
      border: .replicate, padding: [0, 0, 0, 0],
      corners: [56.29191, 93.41984, -1.919832, 135.7919, -44.29191, 77.58016, 13.91983, 35.20809],
      checksum: 0x63a2_0797),
    Check(
      name: "D: letterbox of a picture turned by 90 degrees",
      region: ImageRegion(centerX: 0.5, centerY: 0.5, width: 90 / 120, height: 120 / 90, rotation: -Float.pi / 2),
      keepAspect: true, border: .black, padding: [0.125, 0, 0.125, 0],
      corners: [120, 105, 0, 105, 0, -15, 120, -15], checksum: 0x38c4_c35c),
  ]

  @Test func `the synthetic picture is the specified one`() throws {
    #expect(try checksum(PixelImage.synthetic().packedBytes) == 0xaca9_989b)
  }

  @Test(arguments: checks, ImagingForm.available)
  func `the synthetic checks agree bit for bit`(check: Check, form: ImagingForm) throws {
    let warp = try check.warp()
    let padding = [warp.padding.left, warp.padding.top, warp.padding.right, warp.padding.bottom]
    #expect(zip(padding, check.padding).allSatisfy { abs($0 - $1) < 1e-6 })
    let points = [warp.corners.bottomLeft, warp.corners.topLeft, warp.corners.topRight, warp.corners.bottomRight]
    // The specification prints seven digits.
    #expect(zip(points.flatMap { [$0.x, $0.y] }, check.corners).allSatisfy { abs($0 - $1) <= 1e-5 })
    #expect(try checksum(warp.bytes(of: .synthetic())) == check.checksum)
    #expect(try checksum(warp.bytes(of: .synthetic(), form)) == check.checksum)
  }

  // MARK: The specification's recomputation

  /// A case of `Fixtures/warp.json`; floats are stored by their bits.
  struct ReferenceCase: Decodable {
    let image: [Int]
    let output: [Int]
    let keepAspect: Bool
    let region: [UInt32]
    let padding: [UInt32]
    let crc: UInt32
  }

  @Test(arguments: ImagingForm.available)
  func `random regions agree bit for bit with the specification's recomputation`(form: ImagingForm) throws {
    let url = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("warp.json")
    let cases = try JSONDecoder().decode([ReferenceCase].self, from: Data(contentsOf: url))
    #expect(cases.count == 74)
    for (index, item) in cases.enumerated() {
      let values = item.region.map { Float(bitPattern: $0) }
      let region = ImageRegion(
        centerX: values[0], centerY: values[1], width: values[2], height: values[3], rotation: values[4])
      let warp = try RegionWarp(
        region: region, imageWidth: item.image[0], imageHeight: item.image[1], outputWidth: item.output[0],
        outputHeight: item.output[1], keepAspect: item.keepAspect, border: item.keepAspect ? .black : .replicate)
      let padding = [warp.padding.left, warp.padding.top, warp.padding.right, warp.padding.bottom]
      #expect(padding.map(\.bitPattern) == item.padding, "case \(index)")
      let image = try PixelImage.synthetic(width: item.image[0], height: item.image[1])
      #expect(checksum(warp.bytes(of: image, form)) == item.crc, "case \(index)")
    }
  }

  #if PNG
    @Test(.enabled(if: PackageFolders.hasShared, "../shared is absent"), arguments: ImagingForm.available)
    func `a photo's letterbox and hand crop agree bit for bit with the recomputation`(form: ImagingForm) throws {
      let shared = try #require(PackageFolders.shared)
      let photo = try PixelImage(contentsOfFile: shared.appendingPathComponent("images/hagrid/four_07fdea90.png").path)
      let letterbox = try RegionWarp(
        region: .full, imageWidth: photo.width, imageHeight: photo.height, outputWidth: 192, outputHeight: 192,
        keepAspect: true, border: .black)
      #expect(checksum(letterbox.bytes(of: photo, form)) == 0xc887_6ddb)
      let hand = ImageRegion(
        centerX: 0.7361170053482056, centerY: 0.4533778429031372, width: 0.2660076916217804, height: 0.1995057761669159,
        rotation: 0.3582358956336975)
      let crop = try RegionWarp(
        region: hand, imageWidth: photo.width, imageHeight: photo.height, outputWidth: 224, outputHeight: 224,
        keepAspect: false, border: .replicate)
      #expect(checksum(crop.bytes(of: photo, form)) == 0xb9b4_8c32)
    }
  #endif

  // MARK: Formats and tensors

  @Test(arguments: PixelImage.Format.allCases)
  func `every format gives what its RGB form gives`(format: PixelImage.Format) throws {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    for (width, height) in [(1, 1), (2, 2), (3, 7), (5, 1), (40, 30)] {
      let image = try PixelImage.random(width: width, height: height, format: format, &generator)
      let plain = image.converted(to: .rgb)
      for border in [RegionWarp.Border.black, .replicate] {
        let region = ImageRegion(
          centerX: 0.5 + generator.nextFloat() * 0.4, centerY: 0.5 + generator.nextFloat() * 0.4,
          width: 1 + generator.nextFloat() * 0.8, height: 1 + generator.nextFloat() * 0.8,
          rotation: generator.nextFloat() * 4)
        let warp = try RegionWarp(
          region: region, imageWidth: width, imageHeight: height, outputWidth: 33, outputHeight: 21, keepAspect: false,
          border: border)
        #expect(warp.bytes(of: image) == warp.bytes(of: plain), "\(region)")
      }
    }
  }

  @Test func `the tensor is the bytes, scaled and shifted`() throws {
    let image = try PixelImage.synthetic(.bgra)
    let warp = try Self.checks[1].warp()
    let bytes = warp.bytes(of: image)
    var tensor = [Float](repeating: .nan, count: bytes.count + 3)
    tensor.withUnsafeMutableBufferPointer { warp.fill($0, from: image, scale: 1 / 255, offset: 0) }
    let scaled: [Float] = bytes.map { Float($0) * (1 / 255) }
    #expect(Array(tensor.dropLast(3)) == scaled)
    #expect(tensor.suffix(3).allSatisfy { $0.isNaN })
    tensor.withUnsafeMutableBufferPointer { warp.fill($0, from: image, scale: 2 / 255, offset: -1) }
    let shifted: [Float] = bytes.map { Float($0) * (2 / 255) + -1 }
    #expect(Array(tensor.dropLast(3)) == shifted)
  }

  @Test func `the whole image at its own size is the image`() throws {
    let image = try PixelImage.synthetic()
    let warp = try RegionWarp(
      region: .full, imageWidth: 120, imageHeight: 90, outputWidth: 120, outputHeight: 90, keepAspect: false,
      border: .black)
    #expect(warp.bytes(of: image) == image.packedBytes)
  }

  // MARK: Rejection

  @Test func `a region without extent is refused`() {
    let bad: [ImageRegion] = [
      ImageRegion(centerX: 0.5, centerY: 0.5, width: 0, height: 1),
      ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: -1),
      ImageRegion(centerX: 0.5, centerY: 0.5, width: .nan, height: 1),
      ImageRegion(centerX: .nan, centerY: 0.5, width: 1, height: 1),
      ImageRegion(centerX: 0.5, centerY: .infinity, width: 1, height: 1),
      ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: .nan),
      ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: .infinity),
    ]
    for region in bad {
      for keepAspect in [false, true] {
        #expect(throws: ImageError.self, "\(region)") {
          try RegionWarp(
            region: region, imageWidth: 120, imageHeight: 90, outputWidth: 16, outputHeight: 16,
            keepAspect: keepAspect, border: .black)
        }
      }
    }
    #expect(throws: ImageError.emptySize(width: 0, height: 16)) {
      try RegionWarp(
        region: .full, imageWidth: 120, imageHeight: 90, outputWidth: 0, outputHeight: 16, keepAspect: false,
        border: .black)
    }
  }

  @Test func `absurd regions give a picture or an error`() throws {
    let image = try PixelImage.synthetic()
    let numbers: [Float] = [-1e30, -1e9, -3, 1e-30, 1e-7, 0.5, 7, 1e6, 1e18, .greatestFiniteMagnitude]
    for center in numbers {
      for width in numbers {
        for height in numbers {
          let region = ImageRegion(centerX: center, centerY: 0.5, width: width, height: height, rotation: center)
          let warp = try? RegionWarp(
            region: region, imageWidth: 120, imageHeight: 90, outputWidth: 9, outputHeight: 7, keepAspect: false,
            border: .replicate)
          if let warp { #expect(warp.bytes(of: image).count == 9 * 7 * 3) }
        }
      }
    }
  }
}

extension RegionWarp {
  /// The output as bytes, via the tensor.
  fileprivate func bytes(of image: PixelImage, _ form: ImagingForm) -> [UInt8] {
    var tensor = [Float](repeating: .nan, count: outputWidth * outputHeight * 3)
    tensor.withUnsafeMutableBufferPointer { fill($0, from: image, scale: 1, offset: 0, form: form) }
    return tensor.map { UInt8($0) }
  }
}
