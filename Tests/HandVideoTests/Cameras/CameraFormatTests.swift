import HandVideo
import PixelImaging
import TestSupport
import Testing

/// The formats of cameras that are other orders of the same samples.
@Suite struct CameraFormatTests {
  private func image(
    _ format: CameraMode.Format, _ bytes: [UInt8], width: Int = 4, height: Int = 2, row: Int
  ) throws -> PixelImage {
    let layout = CameraFrame.Layout(
      format: format, width: width, height: height, rowByteCount: row,
      encoding: YUVImage.Encoding(matrix: .bt601, range: .video))
    return try CameraFrame(layout: layout, bytes: bytes, timestamp: 0).image(limits: ImageLimits())
  }

  private let lumas: [UInt8] = [16, 60, 110, 235, 30, 90, 150, 200]

  @Test func `UYVY is YUYV with each two bytes exchanged`() throws {
    let (u, v): ([UInt8], [UInt8]) = ([90, 160, 100, 140], [200, 60, 128, 30])
    var (yuyv, uyvy): ([UInt8], [UInt8]) = ([], [])
    for pair in 0..<4 {
      yuyv += [lumas[2 * pair], u[pair], lumas[2 * pair + 1], v[pair]]
      uyvy += [u[pair], lumas[2 * pair], v[pair], lumas[2 * pair + 1]]
    }
    let expected = try image(.yuyv, yuyv, row: 8)
    #expect(try image(.uyvy, uyvy, row: 8).packedBytes == expected.packedBytes)
    #expect(Set(expected.packedBytes).count > 8)
  }

  @Test func `planes of chroma give the colors of chroma in pairs`() throws {
    let expected = try image(.nv12, lumas + [90, 200, 160, 60], row: 4)
    #expect(try image(.i420, lumas + [90, 160, 200, 60], row: 4).packedBytes == expected.packedBytes)
  }

  @Test func `gray and RGB are taken as they are, without the padding of rows`() throws {
    let gray = try image(.grey, [1, 2, 3, 9, 4, 5, 6, 9], width: 3, row: 4)
    #expect(gray.format == .gray)
    #expect(gray.packedBytes == [1, 2, 3, 4, 5, 6])
    let pixel: [UInt8] = [10, 20, 30]
    #expect(try image(.bgr, pixel, width: 1, height: 1, row: 3).converted(to: .rgb).packedBytes == [30, 20, 10])
    #expect(try image(.rgb, pixel, width: 1, height: 1, row: 3).packedBytes == pixel)
  }

  @Test(arguments: CameraMode.Format.allCases.filter { $0 != .mjpeg && $0 != .jpeg })
  func `a frame that is cut short is an error`(format: CameraMode.Format) {
    #expect(throws: ImageError.self) { try image(format, [1, 2, 3], row: 16) }
  }
}
