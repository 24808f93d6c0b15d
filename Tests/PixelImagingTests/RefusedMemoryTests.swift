#if os(Linux) && JPEG
  import PixelImaging
  import TestSupport
  import Testing

  @Suite(.enabled(if: SystemLimits.canLimitMemory, "the address space cannot be limited here"))
  struct RefusedMemoryTests {
    @Test func `a picture that the system has no memory for is refused by its header`() async {
      await #expect(processExitsWith: .success) {
        var data = try JPEGCodecTests.data("full_color")
        let frame = try #require(data.indices.dropLast(1).first { data[$0] == 0xFF && data[$0 + 1] == 0xC0 })
        // 4096 × 4096 pixels, and a comment: a block of pixels takes at least one bit.
        data.replaceSubrange(frame + 5..<frame + 9, with: [0x10, 0, 0x10, 0])
        data.insert(contentsOf: [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 0xFFFD), at: 2)
        try SystemLimits.limitMemory(beyondPresent: 40 << 20)
        #expect(throws: ImageError.outOfMemory(byteCount: 48 << 20)) { try PixelImage(encoded: data) }
      }
    }
  }
#endif
