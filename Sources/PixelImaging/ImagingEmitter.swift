import MachineCode

/// What an architecture provides for pictures: code for ``WarpCode`` and ``YUVCode``.
///
/// A new architecture adds one type here, and a file for each of these that it has code for.
protocol ImagingEmitter: Sendable {
  /// The warp of a region.
  static func warp() -> [UInt8]?
  /// The conversion of a format of luma and chroma.
  static func conversion(of format: YUVImage.Format) -> [UInt8]?
}

extension ImagingEmitter {
  static func warp() -> [UInt8]? { nil }
  static func conversion(of format: YUVImage.Format) -> [UInt8]? { nil }
}

/// Code for x86-64 with AVX2.
enum X86Emitter: ImagingEmitter {}
/// Code for AArch64.
enum ARM64Emitter: ImagingEmitter {}

/// The emitter of this process; nil if no code can be emitted.
enum CurrentEmitter {
  /// The only place where an architecture is chosen.
  static let type: (any ImagingEmitter.Type)? =
    switch Architecture.current {
    case .x86: X86Emitter.self
    case .arm64: ARM64Emitter.self
    case nil: nil
    }
}
