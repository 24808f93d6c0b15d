extension YUVImage {
  /// The memory layout of the samples of a ``YUVImage``: luma (Y) for every pixel, a pair of chroma (U, V) for every
  /// two or four, or for every one.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// A plane of Y, then a plane of U, V, U, V, …: a pair for 2 × 2 pixels. Used by cameras and hardware decoders.
    case nv12
    /// A plane of Y, one of U and one of V: a sample for 2 × 2 pixels. Used by software decoders and Y4M files.
    case i420
    /// One plane of Y, U, Y, V: a pair for two adjacent pixels. Used by USB cameras.
    case yuyv
    /// A plane of Y, one of U and one of V: a sample for two adjacent pixels. Used by editors.
    case i422
    /// A plane of Y, one of U and one of V: a sample for every pixel.
    case i444

    /// The number of planes.
    public var planeCount: Int {
      switch self {
      case .nv12: 2
      case .i420, .i422, .i444: 3
      case .yuyv: 1
      }
    }

    /// The rows of a plane, and the number and size of the units in each row. An odd last column or row has chroma too.
    func layout(
      ofPlane index: Int, width: Int, height: Int
    ) -> (count: Int, unitByteCount: Int, rowCount: Int) {
      let (halfWidth, halfHeight) = (width / 2 + width % 2, height / 2 + height % 2)
      return switch self {
      case .yuyv: (halfWidth, 4, height)
      case .nv12 where index > 0: (halfWidth, 2, halfHeight)
      case .i420 where index > 0: (halfWidth, 1, halfHeight)
      case .i422 where index > 0: (halfWidth, 1, height)
      case .nv12, .i420, .i422, .i444: (width, 1, height)
      }
    }

    // MARK: Places within a row

    /// Bytes from the luma of a pixel to that of the next.
    var lumaStep: Int { self == .yuyv ? 2 : 1 }

    /// Bytes from a sample of chroma to the next of its kind.
    var chromaStep: Int {
      switch self {
      case .nv12: 2
      case .i420, .i422, .i444: 1
      case .yuyv: 4
      }
    }

    /// The offsets of the first samples of chroma in their planes.
    var chromaOffsets: (u: Int, v: Int) {
      switch self {
      case .nv12: (0, 1)
      case .i420, .i422, .i444: (0, 0)
      case .yuyv: (1, 3)
      }
    }

    /// Whether two rows of pixels share a row of chroma.
    var sharesChromaRows: Bool { self == .nv12 || self == .i420 }

    /// Whether two adjacent pixels share chroma.
    var sharesChromaColumns: Bool { self != .i444 }
  }
}
