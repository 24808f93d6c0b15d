import CInterface
import CMediaPipe
import Foundation
import TestSupport
import Testing

@Suite("Images from C") struct ImageFunctionTests {
  private func create(
    _ format: Int32, _ width: Int32, _ height: Int32, _ pixels: [UInt8]?, count: Int32? = nil,
    _ out: inout MpImagePtr?
  ) -> (status: MpStatus, text: String?) {
    HeldCalls.answer { error in
      guard let pixels else { return MpImageCreateFromUint8Data(format, width, height, nil, 0, &out, error) }
      return MpImageCreateFromUint8Data(format, width, height, pixels, count ?? Int32(pixels.count), &out, error)
    }
  }

  @Test func `rows of an image start at multiples of 16 bytes, and are handed out without gaps`() throws {
    var image: MpImagePtr?
    let pixels = (0..<30).map { UInt8($0) }
    #expect(create(1, 5, 2, pixels, &image).status == 0)
    #expect(MpImageGetWidthStep(image) == 16)
    #expect(MpImageGetChannels(image) == 3)
    var rows: UnsafePointer<UInt8>?
    #expect(MpImageDataUint8(image, &rows, nil) == 0)
    #expect(Array(UnsafeBufferPointer(start: rows, count: 30)) == pixels)
    MpImageFree(image)

    #expect(create(1, 1, 1, [1, 2, 3], &image).status == 0)
    #expect(!MpImageIsContiguous(image))
    MpImageFree(image)
  }

  @Test func `pixels live until the last handle of an image is freed`() throws {
    var (first, second): (MpImagePtr?, MpImagePtr?)
    #expect(create(3, 2, 2, [1, 2, 3, 4], &first).status == 0)
    #expect(MpImageCreateFromImageFrame(first, &second, nil) == 0)
    MpImageFree(first)
    var (value, place): (UInt8, [Int32]) = (0, [1, 1])
    #expect(MpImageGetValueUint8(second, &place, 2, &value, nil) == 0)
    #expect(value == 4)
    MpImageFree(second)
    MpImageFree(second)
    MpImageFree(nil)
    #expect(MpImageGetWidth(second) == 0)
    #expect(MpImageIsEmpty(second))
    #expect(MpImageGetValueUint8(second, &place, 2, &value, nil) == 3)
  }

  @Test func `what cannot be an image is refused in MediaPipe's words`() {
    var image: MpImagePtr?
    let pixels = [UInt8](repeating: 0, count: 12)
    let cases: [(Int32, Int32, Int32, [UInt8]?, Int32?, String)] = [
      (1, 2, 3, pixels, nil, "Pixel data size is too small: 12 (expected 18)"),
      (1, 2, 2, nil, nil, "Pixel data is null"),
      (9, 2, 2, pixels, nil, "Unsupported image format: VEC32F1 (expected GRAY8, SRGB, or SRGBA for uint8_t data)"),
      (99, 2, 2, pixels, nil, "Unsupported image format: UNKNOWN (expected GRAY8, SRGB, or SRGBA for uint8_t data)"),
      (1, -2, 2, pixels, nil, "Unsupported image size: -2 x 2"),
      (1, 0, 0, pixels, nil, "Unsupported image size: 0 x 0"),
      (1, .max, .max, pixels, nil, "Unsupported image size: 2147483647 x 2147483647"),
      (1, 1, 1, pixels, -1, "Pixel data size is too small: -1 (expected 3)"),
    ]
    for (format, width, height, pixels, count, text) in cases {
      let answer = create(format, width, height, pixels, count: count, &image)
      #expect(answer.status == 3)
      #expect(answer.text == text)
    }
    #expect(image == nil)
    #expect(MpImageCreateFromUint8Data(1, 2, 2, pixels, 12, nil, nil) == 3)
  }

  @Test func `a value outside of an image is a status`() {
    var image: MpImagePtr?
    #expect(create(1, 2, 2, [UInt8](repeating: 0, count: 12), &image).status == 0)
    defer { MpImageFree(image) }
    var value: UInt8 = 0
    for place in [[2, 0, 0], [0, -1, 0], [0, 0, 3], [.max, .min, 0]] as [[Int32]] {
      var place = place
      #expect(MpImageGetValueUint8(image, &place, 3, &value, nil) == 11)
    }
    #expect(MpImageGetValueUint8(image, nil, 3, &value, nil) == 3)
    var place: [Int32] = [0, 0]
    #expect(MpImageGetValueUint8(image, &place, 2, &value, nil) == 3)
    var wide: UInt16 = 0
    place = [0, 0, 0]
    let answer = HeldCalls.answer { MpImageGetValueUint16(image, &place, 3, &wide, $0) }
    #expect(answer.text == "Unexpected image byte depth: 1 (expected 2 for uint16_t data)")
  }

  @Test func `a file has its own channels, and one that is no picture its status`() throws {
    let image = try HeldCalls.image("Victory_left")
    defer { MpImageFree(image) }
    #expect(MpImageGetFormat(image) == 1)
    #expect(MpImageIsContiguous(image))
    let root = PackageFolders.root
    for (path, status, text) in [
      (root.appendingPathComponent("Missing.png").path, 5, "Can't find file: "), (root.path, 14, "Error while reading"),
      (root.appendingPathComponent("Package.swift").path, 13, "Failed to load image from file"),
    ] as [(String, MpStatus, String)] {
      var other: MpImagePtr?
      let answer = HeldCalls.answer { MpImageCreateFromFile(path, &other, $0) }
      #expect(answer.status == status)
      #expect(answer.text?.hasPrefix(text) == true)
    }
    #expect(MpImageCreateFromFile(nil, nil, nil) == 3)
  }
}
