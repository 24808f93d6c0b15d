import MachineCode
import MudraPlatform

/// The patches (im2col) of a convolution: a row of bytes for each output pixel.
///
///     patch:   | ky 0: kx 0: i… | kx 1: i… | … | ky 1: … | … | terms without weights |
///
/// Taps outside the picture are zeros, or the zero point of all pictures or of each. Emitted code, if available, copies
/// runs of pixels whose taps are all inside.
package final class Patches: Sendable {
  /// What is copied.
  package struct Layout: Sendable, Hashable {
    package let window: Window2D
    /// Bytes from pixel to pixel, and those of a pixel that belong to a patch.
    package let pixelByteCount: Int, tapByteCount: Int
    /// At least those of all taps.
    package let patchByteCount: Int

    /// Whether the taps of a row are adjacent in picture and patch.
    var joinsTaps: Bool { window.dilationX == 1 && tapByteCount == pixelByteCount }

    /// The segments of a pixel with all taps.
    package var segments: [Segment] {
      let taps = joinsTaps ? 1 : window.filterWidth
      let count = window.filterWidth / max(taps, 1) * tapByteCount
      return (0..<window.filterHeight).flatMap { ky in
        (0..<taps).map { kx in
          Segment(
            source: (ky * window.dilationY * window.inputWidth + kx * window.dilationX) * pixelByteCount,
            target: (ky * window.filterWidth + kx) * tapByteCount, count: count)
        }
      }
    }
  }

  /// Bytes to copy for each pixel, from an offset in the picture to one in the patch.
  package struct Segment {
    package let source: Int, target: Int, count: Int
  }

  /// The arguments of the code that copies a run of pixels.
  package struct RunArguments: BitwiseCopyable {
    /// The first pixel's first tap.
    package let source: UnsafeRawPointer
    package let target: UnsafeMutableRawPointer
    /// At least one.
    package let count: Int
  }

  private let layout: Layout
  /// The byte outside the picture, if all pictures share it.
  private let zero: UInt8
  /// Output columns with all taps inside the picture.
  private let wholeColumns: Range<Int>
  private let code: ExecutableMemory?
  private let run: EmittedFunction<RunArguments>?

  /// Emits the code that copies a run of pixels; nil if there is none.
  package typealias Emitter = @Sendable (Layout) -> [UInt8]?

  init(_ layout: Layout, zero: UInt8 = 0, _ allocator: CodeAllocator, _ emitter: Emitter?) {
    (self.layout, self.zero) = (layout, zero)
    let wholeColumns = layout.window.wholeColumns
    self.wholeColumns = wholeColumns
    code = emitter.flatMap { emit in
      wholeColumns.isEmpty ? nil : allocator.code(for: layout, name: "patches") { emit(layout) }
    }
    run = code.map { EmittedFunction($0) }
  }

  var memory: [any KernelMemory] { code.map { [$0] } ?? [] }
  /// Patches without a run are few.
  var isEmitted: Bool { run != nil || wholeColumns.isEmpty }

  // MARK: Patches

  /// What copies patches, in order.
  private enum Step {
    /// Pixels of an output row with all taps.
    case run(EmittedFunction<RunArguments>, RunArguments)
    /// The zeros of a patch with fewer taps: a byte, or the integer of a float.
    case fill(UInt8, zeroPoint: UnsafePointer<Float>?, at: UnsafeMutableRawPointer)
    case taps(Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer)
  }

  /// Writes the patches of some pixels. `offsets`: each picture's zero point, stored after its scale.
  func copy(
    _ pixels: Range<Int>, from input: UnsafeRawPointer, offsets: UnsafePointer<Float>? = nil,
    to rows: UnsafeMutableRawPointer
  ) {
    forEachStep(pixels, from: input, offsets, to: rows) { step in
      switch step {
      case .run(let run, let arguments): run(arguments)
      case .fill(let byte, let zeroPoint, let target):
        let byte = zeroPoint.map { UInt8(truncatingIfNeeded: Int($0.pointee)) } ?? byte
        memset(target, Int32(byte), layout.patchByteCount)
      case .taps(let count, let source, let target): memcpy(target, source, count)
      }
    }
  }

  /// Appends the calls that ``copy(_:from:offsets:to:)`` consists of.
  func appendCalls(
    to list: inout KernelCallList, _ pixels: Range<Int>, from input: UnsafeRawPointer,
    offsets: UnsafePointer<Float>? = nil, to rows: UnsafeMutableRawPointer
  ) throws(KernelCallList.Missing) {
    // Without code, calls would be too many.
    guard isEmitted else {
      return try list.append(
        KernelCall(portable: { [self] in copy(pixels, from: input, offsets: offsets, to: rows) }))
    }
    try forEachStep(pixels, from: input, offsets, to: rows) { (step) throws(KernelCallList.Missing) in
      switch step {
      case .run(let run, let arguments): try list.append(run.call(arguments))
      case .fill(_, let zeroPoint?, let target):
        try list.append(.fill(layout.patchByteCount, withIntegerOf: zeroPoint, at: target))
      case .fill(let byte, nil, let target): try list.append(.fill(layout.patchByteCount, with: byte, at: target))
      case .taps(let count, let source, let target): try list.append(.copy(bytes: count, from: source, to: target))
      }
    }
  }

  @inline(__always)
  private func forEachStep<Failure: Error>(
    _ pixels: Range<Int>, from input: UnsafeRawPointer, _ offsets: UnsafePointer<Float>?,
    to rows: UnsafeMutableRawPointer, _ body: (Step) throws(Failure) -> Void
  ) throws(Failure) {
    let (window, pixelByteCount, length) = (layout.window, layout.pixelByteCount, layout.patchByteCount)
    var (line, x) = pixels.lowerBound.quotientAndRemainder(dividingBy: max(window.outputWidth, 1))
    var patch = rows
    var left = pixels.count
    while left > 0 {
      // The pixels of one output row.
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * window.inputWidth * pixelByteCount
      let taps = window.rowTaps(y), end = min(x + left, window.outputWidth)
      let zeroPoint = offsets.map { $0 + (2 * picture + 1) }
      left -= end - x
      while x < end {
        let whole = taps.count == window.filterHeight && wholeColumns.contains(x)
        let count = whole ? min(end, wholeColumns.upperBound) - x : 1
        if whole, let run {
          let place = (window.firstRow(y) * window.inputWidth + window.firstColumn(x)) * pixelByteCount
          try body(.run(run, RunArguments(source: pixels + place, target: patch, count: count)))
        } else {
          for pixel in x..<x + count {
            try forEachStep(y, pixel, taps, zeroPoint, from: pixels, to: patch + (pixel - x) * length, body)
          }
        }
        x += count
        patch += count * length
      }
      (x, line) = (0, line + 1)
    }
  }

  @inline(__always)
  private func forEachStep<Failure: Error>(
    _ y: Int, _ x: Int, _ rowTaps: Range<Int>, _ zeroPoint: UnsafePointer<Float>?, from pixels: UnsafeRawPointer,
    to patch: UnsafeMutableRawPointer, _ body: (Step) throws(Failure) -> Void
  ) throws(Failure) {
    let (window, columnTaps) = (layout.window, layout.window.columnTaps(x))
    let (pixelByteCount, tapByteCount) = (layout.pixelByteCount, layout.tapByteCount)
    if rowTaps.count < window.filterHeight || columnTaps.count < window.filterWidth {
      try body(.fill(zero, zeroPoint: zeroPoint, at: patch))
    }
    guard !columnTaps.isEmpty else { return }
    for ky in rowTaps {
      let row = pixels + (window.firstRow(y) + ky * window.dilationY) * window.inputWidth * pixelByteCount
      let target = patch + ky * window.filterWidth * tapByteCount
      if layout.joinsTaps {
        let column = window.firstColumn(x) + columnTaps.lowerBound
        try body(
          .taps(
            columnTaps.count * tapByteCount, from: row + column * pixelByteCount,
            to: target + columnTaps.lowerBound * tapByteCount))
      } else {
        for kx in columnTaps {
          let column = window.firstColumn(x) + kx * window.dilationX
          try body(.taps(tapByteCount, from: row + column * pixelByteCount, to: target + kx * tapByteCount))
        }
      }
    }
  }
}
