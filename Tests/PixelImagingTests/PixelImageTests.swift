import PixelImaging
import TestSupport
import Testing

@Suite struct ImageTests {
  @Test func `sizes below one are refused`() {
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (5, -1)] {
      #expect(throws: ImageError.emptySize(width: width, height: height)) {
        try PixelImage(width: width, height: height, format: .rgb, pixels: [UInt8](repeating: 0, count: 64))
      }
    }
  }

  @Test func `a buffer that does not hold the pixels is refused`() {
    #expect(throws: ImageError.bufferTooSmall(byteCount: 11, minimum: 12)) {
      try PixelImage(width: 2, height: 2, format: .rgb, pixels: [UInt8](repeating: 0, count: 11))
    }
    #expect(throws: ImageError.bufferTooSmall(byteCount: 0, minimum: 1)) {
      try PixelImage(width: 1, height: 1, format: .gray, pixels: [])
    }
  }

  @Test func `a row stride below a row is refused`() {
    for stride in [5, 0, -6] {
      #expect(throws: ImageError.rowStrideTooSmall(rowByteStride: stride, minimum: 6)) {
        try PixelImage(
          width: 2, height: 2, format: .rgb, rowByteStride: stride, pixels: [UInt8](repeating: 0, count: 64))
      }
    }
  }

  @Test func `sizes that overflow are refused`() {
    let sizes = [(Int.max, 1), (1, Int.max), (Int.max, Int.max), (Int.max / 2, 3), (1 << 32, 1 << 32)]
    for (width, height) in sizes {
      #expect(throws: ImageError.self) {
        try PixelImage(width: width, height: height, format: .rgba, pixels: [1, 2, 3, 4])
      }
    }
    #expect(throws: ImageError.self) {
      try PixelImage(width: 1, height: 2, format: .gray, rowByteStride: .max, pixels: [1, 2, 3, 4])
    }
    #expect(throws: ImageError.self) {
      try PixelImage(width: 1, height: 3, format: .gray, rowByteStride: .max, pixels: [1, 2, 3, 4])
    }
  }

  @Test func `the last row may end at its last pixel`() throws {
    let pixels: [UInt8] = [1, 2, 3, 99, 99, 4, 5, 6]
    let image = try PixelImage(width: 1, height: 2, format: .rgb, rowByteStride: 5, pixels: pixels)
    #expect(image.packedBytes == [1, 2, 3, 4, 5, 6])
  }

  @Test func `unowned pixels are not copied`() throws {
    let pixels = [UInt8](0..<24)
    try pixels.withUnsafeBytes { buffer in
      let image = try PixelImage(width: 2, height: 2, format: .rgba, rowByteStride: 12, unownedPixels: buffer)
      image.withUnsafeBytes { #expect($0.baseAddress == buffer.baseAddress) }
      #expect(image.packedBytes == [0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19])
    }
  }

  @Test func `an image keeps the owner of its pixels`() throws {
    final class Owner: Sendable {}
    weak var seen: Owner?
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: [1, 2, 3])
    do {
      let owner = Owner()
      seen = owner
      let image = try PixelImage(
        width: 1, height: 1, format: .rgb, unownedPixels: UnsafeRawBufferPointer(memory), owner: owner)
      let copy = image
      #expect(copy.packedBytes == [1, 2, 3])
      #expect(seen != nil)
      _ = image
    }
    #expect(seen == nil)
  }

  @Test func `conversions map channels by name`() throws {
    let image = try PixelImage(width: 1, height: 1, format: .bgra, pixels: [30, 20, 10, 40])
    #expect(image.converted(to: .rgb).packedBytes == [10, 20, 30])
    #expect(image.converted(to: .rgba).packedBytes == [10, 20, 30, 40])
    #expect(image.converted(to: .bgr).packedBytes == [30, 20, 10])
    #expect(image.converted(to: .gray).packedBytes == [18])
    let gray = try PixelImage(width: 2, height: 1, format: .gray, pixels: [7, 250])
    #expect(gray.converted(to: .bgra).packedBytes == [7, 7, 7, 255, 250, 250, 250, 255])
    #expect(gray.converted(to: .gray).packedBytes == [7, 250])
  }

  @Test func `an error is one sentence`() {
    let limits = ImageLimits()
    let sentences: [(ImageError, String)] = [
      (.emptyFile, "the image file is empty"),
      (.codecMissing(format: .png, trait: "PNG"), "this build cannot handle PNG: the package trait PNG is off"),
      (.truncated(format: .jpeg), "the JPEG data is cut short"),
      (
        .tooLarge(width: 20_000, height: 3, limits: limits),
        "image size 20000 × 3 is over the limit (side 16384, 100000000 pixels)"
      ),
      (.bufferTooSmall(byteCount: 3, minimum: 4), "pixel buffer has 3 bytes, the image needs 4"),
    ]
    for (error, sentence) in sentences { #expect(error.description == sentence) }
  }
}
