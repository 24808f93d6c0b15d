/// Video for Linux, version 2: the requests to a camera, and the places of their fields on 64-bit systems.
///
/// Source: `linux/videodev2.h`. The number of a request is made of whether the system writes (2) or reads (1) the
/// argument, the size of the argument, the letter V, and a number (`asm-generic/ioctl.h`).
package enum V4L2 {
  /// A request and the size of its argument.
  package struct Request: Sendable, Hashable {
    package let number: UInt
    package let byteCount: Int

    private init(_ direction: UInt, _ index: UInt, _ byteCount: Int) {
      number = direction << 30 | UInt(byteCount) << 16 | 0x56 << 8 | index
      self.byteCount = byteCount
    }

    package static let queryCapabilities = Request(2, 0, Capability.byteCount)
    package static let enumerateFormats = Request(3, 2, FormatDescription.byteCount)
    package static let setFormat = Request(3, 5, Format.byteCount)
    package static let requestBuffers = Request(3, 8, BufferRequest.byteCount)
    package static let queryBuffer = Request(3, 9, Buffer.byteCount)
    package static let queueBuffer = Request(3, 15, Buffer.byteCount)
    package static let dequeueBuffer = Request(3, 17, Buffer.byteCount)
    package static let startStream = Request(1, 18, 4)
    package static let stopStream = Request(1, 19, 4)
    package static let setParameters = Request(3, 22, Parameters.byteCount)
    package static let enumerateSizes = Request(3, 74, FrameSize.byteCount)
    package static let enumerateIntervals = Request(3, 75, FrameInterval.byteCount)
  }

  /// `V4L2_BUF_TYPE_VIDEO_CAPTURE`, `V4L2_MEMORY_MMAP`, `V4L2_FIELD_NONE`.
  package static let videoCapture: UInt32 = 1, mapped: UInt32 = 1, progressive: UInt32 = 1

  /// `v4l2_capability`.
  package enum Capability {
    package static let byteCount = 104, driver = 0, driverByteCount = 16, card = 16, cardByteCount = 32
    package static let all = 84, ofDevice = 88
    /// `V4L2_CAP_VIDEO_CAPTURE`, `V4L2_CAP_STREAMING`, `V4L2_CAP_DEVICE_CAPS`.
    package static let capture: UInt32 = 1, streaming: UInt32 = 0x0400_0000, hasDeviceFlags: UInt32 = 0x8000_0000
  }

  /// `v4l2_fmtdesc`.
  package enum FormatDescription {
    package static let byteCount = 64, index = 0, type = 4, pixelFormat = 44
  }

  /// `v4l2_frmsizeenum`; type 1 has one size, the others a range.
  package enum FrameSize {
    package static let byteCount = 44, index = 0, pixelFormat = 4, type = 8, width = 12, height = 16
    package static let leastWidth = 12, mostWidth = 16, widthStep = 20, leastHeight = 24, mostHeight = 28
    package static let heightStep = 32
  }

  /// `v4l2_frmivalenum`; type 1 has one interval, the others a range that begins with the shortest.
  package enum FrameInterval {
    package static let byteCount = 52, index = 0, pixelFormat = 4, width = 8, height = 12, type = 16
    package static let numerator = 20, denominator = 24
  }

  /// `v4l2_format` with `v4l2_pix_format`.
  package enum Format {
    package static let byteCount = 208, type = 0, width = 8, height = 12, pixelFormat = 16, field = 20
    package static let rowByteCount = 24, imageByteCount = 28, colorSpace = 32, encoding = 44, range = 48
    /// `V4L2_COLORSPACE_REC709`, `V4L2_COLORSPACE_JPEG`, `V4L2_YCBCR_ENC_709`, `V4L2_QUANTIZATION_FULL_RANGE`.
    package static let rec709: UInt32 = 3, jpeg: UInt32 = 7, encoding709: UInt32 = 2, fullRange: UInt32 = 1
  }

  /// `v4l2_streamparm` with `v4l2_captureparm`.
  package enum Parameters {
    package static let byteCount = 204, type = 0, numerator = 12, denominator = 16
  }

  /// `v4l2_requestbuffers`.
  package enum BufferRequest {
    package static let byteCount = 20, count = 0, type = 4, memory = 8
  }

  /// `v4l2_buffer`.
  package enum Buffer {
    package static let byteCount = 88, index = 0, type = 4, usedByteCount = 8, flags = 12, seconds = 24
    package static let microseconds = 32, memory = 60, offset = 64, length = 72
    /// `V4L2_BUF_FLAG_ERROR`: the samples may be damaged.
    package static let isDamaged: UInt32 = 0x40
  }
}
