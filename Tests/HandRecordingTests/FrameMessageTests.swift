import Foundation
import HandRecording
import PixelImaging
import Testing

@Suite struct FrameMessageTests {
  private let header = FrameHeader(
    format: .i420, flags: [.fullRange], width: 3, height: 3, number: 0xFEDC_BA98, milliseconds: 1234.5)

  @Test func `a header has its documented bytes, and reads back`() throws {
    let bytes = header.bytes
    #expect(
      bytes == [
        0x4D, 1, 3, 2, 3, 0, 3, 0, 0x98, 0xBA, 0xDC, 0xFE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x4A, 0x93, 0x40,
      ])
    #expect(try FrameHeader(bytes + [0]) == header)
    #expect(header.timestamp == 1234 || header.timestamp == 1235)
  }

  @Test func `planes of odd sides have rounded chroma, and become the library's picture`() throws {
    let pixels = (0..<17).map { UInt8($0 * 15) }
    let frame = try FrameMessage(header, pixels: pixels)
    let yuv = try YUVImage(
      width: 3, height: 3, format: .i420, encoding: YUVImage.Encoding(matrix: .bt601, range: .full), pixels: pixels)
    let (found, expected) = (try frame.image(), PixelImage(yuv))
    #expect(found.withUnsafeBytes(Array.init) == expected.withUnsafeBytes(Array.init))
    for count in [16, 18] {
      #expect(throws: FrameError.byteCount(found: count, expected: 17)) {
        try FrameMessage(header, pixels: [UInt8](repeating: 0, count: count))
      }
    }
  }

  @Test func `a message that is not a frame is refused with the reason`() {
    var bytes = header.bytes + [UInt8](repeating: 0, count: 17)
    func expect(_ error: FrameError, at place: Int, _ value: UInt8) {
      let kept = bytes[place]
      bytes[place] = value
      #expect(throws: error) { try FrameMessage(bytes) }
      bytes[place] = kept
    }
    expect(.notAFrame, at: 0, 0)
    expect(.version(2), at: 1, 2)
    expect(.format(2), at: 2, 2)
    expect(.reservedBits, at: 3, 16)
    expect(.reservedBits, at: 12, 1)
    expect(.size(width: 3 + 255 << 8, height: 3, limit: 1920), at: 5, 255)
    expect(.size(width: 0, height: 3, limit: 1920), at: 4, 0)
    #expect(throws: FrameError.truncated(byteCount: 24)) { try FrameMessage(header.bytes) }
    #expect(throws: FrameError.truncated(byteCount: 0)) { try FrameMessage([]) }
    for time in [-1, Double.infinity, Double.nan, 1e300] {
      var bad = header
      bad.milliseconds = time
      #expect(throws: FrameError.self) { try FrameMessage(bad.bytes + [UInt8](repeating: 0, count: 17)) }
    }
  }

  @Test func `a picture of another size than announced is refused`() throws {
    let image = try PixelImage(width: 8, height: 4, format: .rgb, pixels: [UInt8](repeating: 9, count: 96))
    let file = try image.pngData()
    func frame(_ width: Int, _ height: Int) throws -> FrameMessage {
      try FrameMessage(
        FrameHeader(format: .picture, width: width, height: height, number: 1, milliseconds: 0), pixels: file)
    }
    #expect(try frame(0, 0).image().width == 8)
    #expect(try frame(8, 4).image().height == 4)
    #expect(throws: FrameError.otherSize(width: 8, height: 4, expectedWidth: 4, expectedHeight: 8)) {
      try frame(4, 8).image()
    }
  }
}
