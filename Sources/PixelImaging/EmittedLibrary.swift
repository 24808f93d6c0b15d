import MachineCode

/// The emitted routines of pictures, each made once in a process; nil where no code can be emitted.
enum EmittedLibrary {
  private static let code: CodeAllocator? = MachineCodeSupport.obstacle == nil ? CodeAllocator() : nil

  /// The warp of a region.
  static let warp = code.flatMap { WarpCode($0) }

  private static let nv12 = code.flatMap { YUVCode(.nv12, $0) }
  private static let i420 = code.flatMap { YUVCode(.i420, $0) }
  private static let yuyv = code.flatMap { YUVCode(.yuyv, $0) }

  /// The conversion of a format.
  static func conversion(of format: YUVImage.Format) -> YUVCode? {
    switch format {
    case .nv12: nv12
    case .i420: i420
    case .yuyv: yuyv
    }
  }
}
