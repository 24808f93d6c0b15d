import MudraPlatform
import PixelImaging
import VisionTasks

/// A picture that C holds: pixels that do not change, in one piece of memory.
final class HeldImage: @unchecked Sendable {
  /// What a pixel is.
  let format: HeldFormat
  /// Pixels of a row.
  let width: Int
  /// Rows.
  let height: Int
  /// Bytes from one row to the next.
  let step: Int
  // Written before the picture is shared, then only read.
  private let memory: UnsafeMutableRawPointer
  /// The rows without gaps, once somebody has asked for them.
  private let packed = Guarded<PackedRows?>(nil)

  private struct PackedRows: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
  }

  /// A picture with a copy of pixels, whose rows have no gaps.
  ///
  /// - Parameters:
  ///   - alignment: what the number of bytes of a row becomes a multiple of.
  ///   - pixels: at least all rows.
  /// - Throws: `CallFailure` for a size that no picture has, and without memory.
  init(
    format: HeldFormat, width: Int, height: Int, alignment: Int, rowByteStride: Int, pixels: UnsafeRawPointer
  ) throws(CallFailure) {
    let rowByteCount = width * format.channelCount * format.byteDepth
    let step = (rowByteCount + alignment - 1) / alignment * alignment
    let (byteCount, isTooLarge) = step.multipliedReportingOverflow(by: height)
    var memory: UnsafeMutableRawPointer?
    guard !isTooLarge, posix_memalign(&memory, 64, byteCount) == 0, let memory else {
      throw CallFailure(.resourceExhaustedError, "There is not enough memory for an image of \(width) x \(height)")
    }
    (self.format, self.width, self.height, self.step, self.memory) = (format, width, height, step, memory)
    if step == rowByteCount, rowByteStride == rowByteCount {
      memory.copyMemory(from: pixels, byteCount: byteCount)
    } else {
      memset(memory, 0, byteCount)
      for y in 0..<height {
        (memory + y * step).copyMemory(from: pixels + y * rowByteStride, byteCount: rowByteCount)
      }
    }
  }

  deinit {
    free(memory)
    packed.withLock { free($0?.start) }
  }

  /// Bytes of a row's pixels.
  var rowByteCount: Int { width * format.channelCount * format.byteDepth }

  /// Whether rows have no gaps between them.
  var isContiguous: Bool { step == rowByteCount }

  /// Whether memory and rows start at multiples of a number of bytes.
  func isAligned(to boundary: UInt32) -> Bool {
    boundary > 0 && UInt(bitPattern: memory) % UInt(boundary) == 0 && UInt(step) % UInt(boundary) == 0
  }

  /// The rows without gaps, as long as the picture lives.
  func contiguousRows() throws(CallFailure) -> UnsafeRawPointer {
    guard !isContiguous else { return UnsafeRawPointer(memory) }
    let rows = packed.withLock { packed -> PackedRows? in
      if packed == nil, let start = malloc(rowByteCount * height) {
        for y in 0..<height { (start + y * rowByteCount).copyMemory(from: memory + y * step, byteCount: rowByteCount) }
        packed = PackedRows(start: start)
      }
      return packed
    }
    guard let rows else {
      throw CallFailure(.resourceExhaustedError, "There is not enough memory for the rows of the image")
    }
    return UnsafeRawPointer(rows.start)
  }

  /// A number of a pixel.
  ///
  /// - Precondition: it is in the picture, and of its depth.
  func value<Number: BitwiseCopyable>(row: Int, column: Int, channel: Int, as type: Number.Type) -> Number {
    memory.load(fromByteOffset: row * step + (column * format.channelCount + channel) * format.byteDepth, as: type)
  }

  /// The picture as tasks take it, in place.
  ///
  /// - Throws: `CallFailure` for a format that they do not take.
  func pixelImage() throws -> PixelImage {
    let pixels: PixelImage.Format
    switch format {
    case .srgb: pixels = .rgb
    case .srgba: pixels = .rgba
    default:
      throw CallFailure.invalid(
        "Unsupported image format: \(HeldFormat.name(format.rawValue)) (tasks take SRGB and SRGBA)")
    }
    return try PixelImage(
      width: width, height: height, format: pixels, rowByteStride: step,
      unownedPixels: UnsafeRawBufferPointer(start: memory, count: step * height), owner: self)
  }
}

/// A handle's object: several handles may hold one picture.
final class ImageHandle: Sendable {
  let image: HeldImage

  init(_ image: HeldImage) { self.image = image }

  /// The picture of a handle.
  static func image(_ handle: OpaquePointer?) throws(CallFailure) -> HeldImage {
    try HandleTable.shared.object(handle, ImageHandle.self).image
  }
}
