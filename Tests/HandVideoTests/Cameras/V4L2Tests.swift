import HandVideo
import Testing

@Suite struct V4L2Tests {
  /// As `linux/videodev2.h` gives them to a C compiler on x86-64 and arm64.
  @Test(
    arguments: [
      (V4L2.Request.queryCapabilities, 0x8068_5600, 104), (.enumerateFormats, 0xC040_5602, 64),
      (.setFormat, 0xC0D0_5605, 208), (.requestBuffers, 0xC014_5608, 20), (.queryBuffer, 0xC058_5609, 88),
      (.queueBuffer, 0xC058_560F, 88), (.dequeueBuffer, 0xC058_5611, 88), (.startStream, 0x4004_5612, 4),
      (.stopStream, 0x4004_5613, 4), (.setParameters, 0xC0CC_5616, 204), (.enumerateSizes, 0xC02C_564A, 44),
      (.enumerateIntervals, 0xC034_564B, 52),
    ] as [(V4L2.Request, UInt, Int)])
  func `requests have the numbers and sizes of the kernel's header`(
    request: V4L2.Request, number: UInt, byteCount: Int
  ) {
    #expect(request.number == number)
    #expect(request.byteCount == byteCount)
  }

  @Test func `fields are where the kernel's header has them`() {
    // Each from offsetof() in C.
    #expect([V4L2.Capability.card, V4L2.Capability.all, V4L2.Capability.ofDevice] == [16, 84, 88])
    #expect(V4L2.FormatDescription.pixelFormat == 44)
    #expect([V4L2.FrameSize.type, V4L2.FrameSize.width, V4L2.FrameSize.leastWidth] == [8, 12, 12])
    #expect([V4L2.FrameInterval.type, V4L2.FrameInterval.numerator] == [16, 20])
    #expect([V4L2.Format.width, V4L2.Format.imageByteCount, V4L2.Format.colorSpace] == [8, 28, 32])
    #expect([V4L2.Format.encoding, V4L2.Format.range] == [44, 48])
    #expect(V4L2.Parameters.numerator == 12)
    #expect([V4L2.Buffer.usedByteCount, V4L2.Buffer.flags, V4L2.Buffer.seconds] == [8, 12, 24])
    #expect([V4L2.Buffer.memory, V4L2.Buffer.offset, V4L2.Buffer.length] == [60, 64, 72])
    #expect([CameraMode.Format.nv12, .yuyv, .mjpeg].map(\.code) == [0x3231_564E, 0x5659_5559, 0x4750_4A4D])
  }

  @Test func `fields hold what they are given`() {
    var memory = IoctlMemory(byteCount: 32)
    memory[4] = 0x0102_0304
    memory[wide: 8] = -2
    memory.set("abc", at: 20)
    #expect(memory[4] == 0x0102_0304)
    #expect(memory.bytes[4] == 4)
    #expect(memory[wide: 8] == -2)
    #expect(memory.text(at: 20, byteCount: 8) == "abc")
    #expect(memory.text(at: 20, byteCount: 2) == "ab")
  }
}
