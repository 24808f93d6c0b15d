import MachineCode

/// The emitted routines for pictures, each made once per process; nil if no code can be emitted.
enum EmittedLibrary {
  private static let allocator = CodeAllocator()

  /// The warp of a region.
  static let warp = WarpCode(allocator)

  private static let nv12 = YUVCode(.nv12, allocator)
  private static let i420 = YUVCode(.i420, allocator)
  private static let yuyv = YUVCode(.yuyv, allocator)

  /// The conversion of a format.
  static func conversion(of format: YUVImage.Format) -> YUVCode? {
    switch format {
    case .nv12: nv12
    case .i420: i420
    case .yuyv: yuyv
    }
  }
}
