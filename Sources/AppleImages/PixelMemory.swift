#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  import MudraPlatform

  /// Rows of pixels in memory, in one plane or several, as long as this object lives.
  final class PixelMemory: @unchecked Sendable {
    /// Rows of one kind of sample.
    struct Plane {
      let address: UnsafeMutableRawPointer?
      let width: Int
      let height: Int
      let bytesPerRow: Int
    }

    /// At least one.
    let planes: [Plane]
    /// Whether the format has planes; otherwise all is in one.
    let isPlanar: Bool
    private let release: () -> Void

    /// Memory that `release` gives back. No sizes are negative, and the bytes of a plane can be counted.
    init(_ planes: [Plane], isPlanar: Bool, release: @escaping () -> Void) {
      self.planes = planes
      self.isPlanar = isPlanar
      self.release = release
    }

    deinit { release() }

    // MARK: Own memory

    /// Every row starts at a multiple of this.
    private static let rowAlignment = 64

    /// The samples of a row, the rows and the bytes of a sample of each plane; nil for a format that is unknown.
    ///
    /// - Precondition: the sides are positive.
    static func layout(_ format: OSType, width: Int, height: Int) -> [(width: Int, height: Int, byteCount: Int)]? {
      switch format {
      case kCVPixelFormatType_32BGRA:
        [(width, height, 4)]
      case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
        [(width, height, 1), (width / 2 + width % 2, height / 2 + height % 2, 2)]
      default:
        nil
      }
    }

    /// Zeros for a picture; nil if the system refuses the memory, or the bytes cannot be counted.
    static func zeros(_ layout: [(width: Int, height: Int, byteCount: Int)]) -> PixelMemory? {
      var (starts, strides, byteCount) = ([Int](), [Int](), 0)
      for plane in layout {
        let (row, rowOverflow) = plane.width.multipliedReportingOverflow(by: plane.byteCount)
        let (padded, paddedOverflow) = row.addingReportingOverflow(rowAlignment - 1)
        let stride = padded & ~(rowAlignment - 1)
        let (bytes, overflow) = stride.multipliedReportingOverflow(by: plane.height)
        let (end, endOverflow) = byteCount.addingReportingOverflow(bytes)
        guard !rowOverflow, !paddedOverflow, !overflow, !endOverflow else { return nil }
        starts.append(byteCount)
        strides.append(stride)
        byteCount = end
      }
      // The last page must be countable too.
      guard byteCount <= Int.max >> 1, let memory = ZeroedMemory(byteCount: byteCount) else { return nil }
      let planes = layout.indices.map { index in
        Plane(
          address: memory.pointer + starts[index], width: layout[index].width, height: layout[index].height,
          bytesPerRow: strides[index])
      }
      return PixelMemory(planes, isPlanar: layout.count > 1) { withExtendedLifetime(memory) {} }
    }

    /// Copies rows of `rowByteCount` bytes into a plane.
    func copy(_ source: UnsafeRawPointer, rowByteCount: Int, rowByteStride: Int, toPlane index: Int) {
      let plane = planes[index]
      guard let address = plane.address else { return }
      for row in 0..<plane.height {
        (address + row * plane.bytesPerRow).copyMemory(from: source + row * rowByteStride, byteCount: rowByteCount)
      }
    }
  }
#endif
