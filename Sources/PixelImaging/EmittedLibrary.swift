import MachineCode

/// The emitted routines for pictures, each made once per process; nil if no code can be emitted.
enum EmittedLibrary {
  private static let allocator = CodeAllocator()

  /// The warp of a region.
  static let warp = WarpCode(allocator)

  private static let nv12 = YUVCode(.nv12, allocator)
  private static let i420 = YUVCode(.i420, allocator)
  private static let yuyv = YUVCode(.yuyv, allocator)
  private static let i422 = YUVCode(.i422, allocator)
  private static let i444 = YUVCode(.i444, allocator)

  /// The conversion of a format.
  static func conversion(of format: YUVImage.Format) -> YUVCode? {
    switch format {
    case .nv12: nv12
    case .i420: i420
    case .yuyv: yuyv
    case .i422: i422
    case .i444: i444
    }
  }
}
