#if os(Linux) && JPEG
  import PixelImaging
  import TestSupport
  import Testing

  @Suite(.enabled(if: SystemLimits.canLimitMemory, "a sanitizer needs the address space"))
  struct RefusedMemoryTests {
    @Test func `a picture that the system has no memory for is refused by its header`() async {
      await #expect(processExitsWith: .success) {
        var data = try JPEGCodecTests.data("full_color")
        let frame = try #require(data.indices.dropLast(1).first { data[$0] == 0xFF && data[$0 + 1] == 0xC0 })
        // 4096 × 4096 pixels.
        data.replaceSubrange(frame + 5..<frame + 9, with: [0x10, 0, 0x10, 0])
        try SystemLimits.limitMemory(beyondPresent: 100 << 20)
        #expect(throws: ImageError.outOfMemory(byteCount: 128 << 20)) { try Image(encoded: data) }
      }
    }
  }
#endif
