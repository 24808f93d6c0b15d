import MachineCode
import MudraPlatform

/// The patches (im2col) of a ``ByteConvolution``: a row of bytes for each output pixel.
///
///     patch:   | ky 0: kx 0: i… | kx 1: i… | … | ky 1: … | … | terms without weights |
///
/// Taps outside the picture are the zero point, that of all pictures or of each. Emitted code, if available, copies
/// runs of pixels whose taps are all inside.
final class BytePatches: EmittedCode, Sendable {
  /// Bytes to copy for each pixel, from an offset in the picture to one in the patch.
  struct Segment {
    let source: Int, target: Int, count: Int
  }

  /// The arguments of the code that copies a run of pixels.
  struct RunArguments {
    /// The first pixel's first tap.
    let source: UnsafeRawPointer
    let target: UnsafeMutableRawPointer
    /// At least one.
    let count: Int
  }

  private let window: Window2D
  private let pixelByteCount: Int
  private let length: Int
  /// The zero point, if all pictures share it.
  private let zero: UInt8
  /// Each output column's taps inside the picture.
  private let columnTaps: [Range<Int>]
  /// Output columns with all taps inside.
  private let wholeColumns: Range<Int>
  private let code: ExecutableMemory?
  private let run: EmittedFunction<RunArguments>?

  /// - Parameter allocator: nil to emit no code.
  init(_ problem: ByteConvolution.Problem, _ allocator: CodeAllocator?) {
    (window, pixelByteCount, length) = (problem.window, problem.pixelByteCount, problem.patchByteCount)
    if case .bytes(let bytes) = problem.elements {
      zero = UInt8(truncatingIfNeeded: bytes.input.zeroPoint)
    } else {
      zero = 0
    }
    let taps = problem.readsPixels ? [] : (0..<problem.window.outputWidth).map(problem.window.columnTaps)
    columnTaps = taps
    let isWhole = { (taps: Range<Int>) in taps.count == problem.window.filterWidth }
    let first = taps.firstIndex(where: isWhole) ?? 0
    wholeColumns = first..<(taps.lastIndex(where: isWhole).map { $0 + 1 } ?? first)
    let emitted = wholeColumns.isEmpty ? nil : Self.emitted(problem)
    code = emitted.flatMap { allocator?.allocate($0, name: "byte-patches") }
    run = code.map { EmittedFunction($0) }
  }

  /// The segments of a pixel with all taps; contiguous taps are joined.
  static func segments(_ problem: ByteConvolution.Problem) -> [Segment] {
    let (window, pixelByteCount) = (problem.window, problem.pixelByteCount)
    let taps = window.dilationX == 1 ? 1 : window.filterWidth
    let count = window.filterWidth / taps * pixelByteCount
    return (0..<window.filterHeight).flatMap { ky in
      (0..<taps).map { kx in
        Segment(
          source: (ky * window.dilationY * window.inputWidth + kx * window.dilationX) * pixelByteCount,
          target: (ky * window.filterWidth + kx) * pixelByteCount, count: count)
      }
    }
  }

  var memory: [any KernelMemory] { code.map { [$0] } ?? [] }

  var heldByteCount: Int { columnTaps.count * MemoryLayout<Range<Int>>.stride }

  // MARK: Patches

  /// Writes the patches of some pixels. `offsets`: each picture's zero point, stored after its scale.
  func copy(
    _ pixels: Range<Int>, from input: UnsafeRawPointer, offsets: UnsafePointer<Float>?, to rows: UnsafeMutableRawPointer
  ) {
    var (line, x) = pixels.lowerBound.quotientAndRemainder(dividingBy: max(window.outputWidth, 1))
    var patch = rows
    var left = pixels.count
    while left > 0 {
      // The pixels of one output row.
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * window.inputWidth * pixelByteCount
      let taps = window.rowTaps(y), end = min(x + left, window.outputWidth)
      let zero = offsets.map { UInt8(truncatingIfNeeded: Int($0[2 * picture + 1])) } ?? zero
      left -= end - x
      while x < end {
        let whole = taps.count == window.filterHeight && wholeColumns.contains(x)
        let count = whole ? min(end, wholeColumns.upperBound) - x : 1
        if whole, let run {
          let place = (window.firstRow(y) * window.inputWidth + window.firstColumn(x)) * pixelByteCount
          run(RunArguments(source: pixels + place, target: patch, count: count))
        } else {
          for pixel in x..<x + count {
            copyPatch(y, pixel, taps, zero, from: pixels, to: patch + (pixel - x) * length)
          }
        }
        x += count
        patch += count * length
      }
      (x, line) = (0, line + 1)
    }
  }

  private func copyPatch(
    _ y: Int, _ x: Int, _ rowTaps: Range<Int>, _ zero: UInt8, from pixels: UnsafeRawPointer,
    to patch: UnsafeMutableRawPointer
  ) {
    let columnTaps = columnTaps[x]
    if rowTaps.count < window.filterHeight || columnTaps.count < window.filterWidth {
      memset(patch, Int32(zero), length)
    }
    guard !columnTaps.isEmpty else { return }
    for ky in rowTaps {
      let row = pixels + (window.firstRow(y) + ky * window.dilationY) * window.inputWidth * pixelByteCount
      let target = patch + ky * window.filterWidth * pixelByteCount
      if window.dilationX == 1 {
        let column = window.firstColumn(x) + columnTaps.lowerBound
        memcpy(
          target + columnTaps.lowerBound * pixelByteCount, row + column * pixelByteCount,
          columnTaps.count * pixelByteCount)
      } else {
        for kx in columnTaps {
          let column = window.firstColumn(x) + kx * window.dilationX
          memcpy(target + kx * pixelByteCount, row + column * pixelByteCount, pixelByteCount)
        }
      }
    }
  }

  // MARK: Calls

  private struct PatchArguments {
    let patches: UnsafeMutableRawPointer
    let input: UnsafeRawPointer
    let rows: UnsafeMutableRawPointer
    let first: Int, count: Int
    let offsets: UnsafePointer<Float>?
  }

  private static let patchFunction: EmittedFunction<PatchArguments> = {
    typealias Function =
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, Int, Int, UnsafePointer<Float>?
      ) -> Void
    let function: Function = { patches, input, rows, first, count, offsets in
      Unmanaged<BytePatches>.fromOpaque(patches).takeUnretainedValue()
        .copy(first..<first + count, from: input, offsets: offsets, to: rows)
    }
    return EmittedFunction(unsafeBitCast(function, to: UnsafeRawPointer.self))
  }()

  /// ``copy(_:from:offsets:to:)`` as a call.
  func call(
    _ pixels: Range<Int>, from input: UnsafeRawPointer, offsets: UnsafePointer<Float>?, to rows: UnsafeMutableRawPointer
  ) -> EmittedCall {
    Self.patchFunction.call(
      PatchArguments(
        patches: Unmanaged.passUnretained(self).toOpaque(), input: input, rows: rows, first: pixels.lowerBound,
        count: pixels.count, offsets: offsets))
  }
}
