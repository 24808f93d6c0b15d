import MachineCode
import PixelImaging
import TestSupport
import Testing

@Suite struct WarpFormTests {
  private var random = SeededGenerator(seed: SeededGenerator.runSeed)

  /// Sizes around eight pixels, and around the number of columns after which a row's start is recomputed.
  static let outputs = [
    (1, 1), (3, 7), (7, 3), (8, 8), (9, 5), (15, 16), (16, 15), (63, 16), (64, 17), (65, 18), (72, 33), (130, 20),
    (131, 3), (1030, 1),
  ]

  private mutating func region() -> ImageRegion {
    ImageRegion(
      centerX: 0.5 + random.nextFloat() * 0.7, centerY: 0.5 + random.nextFloat() * 0.7,
      width: 1.1 + random.nextFloat(), height: 1.1 + random.nextFloat(), rotation: random.nextFloat() * 4)
  }

  private func tensor(_ warp: RegionWarp, _ image: PixelImage, _ form: ImagingForm) -> [UInt32] {
    var values = [Float](repeating: .nan, count: warp.outputWidth * warp.outputHeight * 3)
    values.withUnsafeMutableBufferPointer {
      warp.fill($0, from: image, scale: 2 / 255, offset: -1, form: form)
    }
    return values.map(\.bitPattern)
  }

  @Test func `code is emitted where the machine has it`() {
    #expect(ImagingForm.available.contains(.machineCode) == (Architecture.current != nil))
  }

  @Test(arguments: PixelImage.Format.allCases, [RegionWarp.Border.black, .replicate])
  mutating func `both forms give the same bits`(format: PixelImage.Format, border: RegionWarp.Border) throws {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 2), (2, 5), (5, 3), (7, 7), (8, 4), (61, 47)] {
      let image = try PixelImage.random(width: width, height: height, format: format, &random)
      for (outputWidth, outputHeight) in Self.outputs {
        let region = region()
        let warp = try RegionWarp(
          region: region, imageWidth: width, imageHeight: height, outputWidth: outputWidth,
          outputHeight: outputHeight, keepAspect: Bool.random(using: &random), border: border)
        #expect(
          tensor(warp, image, .machineCode) == tensor(warp, image, .portable),
          "\(width)×\(height) to \(outputWidth)×\(outputHeight) of \(region)")
      }
    }
  }

  @Test(arguments: [RegionWarp.Border.black, .replicate])
  mutating func `both forms give the same bits far outside the image and far inside a pixel`(
    border: RegionWarp.Border
  ) throws {
    let image = try PixelImage.random(width: 120, height: 90, format: .rgb, &random)
    let numbers: [Float] = [-1e30, -1e9, -1e5, -3, 1e-30, 1e-7, 0.01, 0.5, 7, 1e3, 1e5, 1e6, 1e18]
    for center in numbers {
      for size in numbers where size > 0 {
        let warp = try? RegionWarp(
          region: ImageRegion(centerX: center, centerY: 0.5, width: size, height: 0.5, rotation: center),
          imageWidth: 120, imageHeight: 90, outputWidth: 67, outputHeight: 18, keepAspect: false, border: border)
        guard let warp else { continue }
        #expect(tensor(warp, image, .machineCode) == tensor(warp, image, .portable), "\(center) \(size)")
      }
    }
  }

  @Test(.enabled(if: ImagingForm.available.contains(.machineCode), "no code can be emitted here"))
  mutating func `emitted code takes all pictures but tiny ones and all regions but absurd ones`() throws {
    let whole = ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0.3)
    let absurd = ImageRegion(centerX: 1e5, centerY: 0.5, width: 1e3, height: 1)
    let cases: [(width: Int, height: Int, format: PixelImage.Format, region: ImageRegion, isTaken: Bool)] = [
      (8, 2, .gray, whole, true), (3, 2, .rgb, whole, true), (2, 2, .bgra, whole, true), (640, 480, .rgb, whole, true),
      (7, 2, .gray, whole, false), (2, 2, .rgb, whole, false), (1, 2, .bgra, whole, false),
      (640, 1, .rgb, whole, false), (640, 480, .rgb, absurd, false),
    ]
    for item in cases {
      let image = try PixelImage.random(width: item.width, height: item.height, format: item.format, &random)
      let warp = try RegionWarp(
        region: item.region, imageWidth: item.width, imageHeight: item.height, outputWidth: 9, outputHeight: 5,
        keepAspect: false, border: .black)
      var values = [Float](repeating: .nan, count: 9 * 5 * 3)
      let isTaken = values.withUnsafeMutableBufferPointer {
        warp.fillByMachineCode($0, from: image, scale: 1, offset: 0)
      }
      #expect(isTaken == item.isTaken, "\(item)")
      #expect(values.allSatisfy { $0.isNaN != isTaken })
    }
  }

  @Test(arguments: PixelImage.Format.allCases, ImagingForm.available)
  mutating func `a warp stays inside image and tensor`(format: PixelImage.Format, form: ImagingForm) throws {
    for (width, height) in [(1, 1), (2, 2), (3, 2), (8, 2), (9, 5), (33, 17)] {
      let rowByteStride = width * format.channelCount + Int.random(in: 0...5, using: &random)
      // The last row ends at its last pixel.
      let byteCount = rowByteStride * (height - 1) + width * format.channelCount
      let bytes = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      for side in PageEndMemory<UInt8>.Side.allCases {
        let pixels = try #require(PageEndMemory(bytes, against: side))
        let image = try PixelImage(
          width: width, height: height, format: format, rowByteStride: rowByteStride,
          unownedPixels: UnsafeRawBufferPointer(start: pixels.pointer, count: byteCount))
        for (index, output) in Self.outputs.enumerated() {
          let warp = try RegionWarp(
            region: region(), imageWidth: width, imageHeight: height, outputWidth: output.0, outputHeight: output.1,
            keepAspect: false, border: index % 2 == 0 ? .black : .replicate)
          let count = output.0 * output.1 * 3
          let tensor = try #require(
            PageEndMemory([Float](repeating: .nan, count: count), against: side == .start ? .start : .end))
          warp.fill(
            UnsafeMutableBufferPointer(start: tensor.pointer, count: count), from: image, scale: 1, offset: 0,
            form: form)
          #expect(tensor.values.allSatisfy { $0 >= 0 && $0 <= 255 })
        }
        withExtendedLifetime(pixels) {}
      }
    }
  }
}
