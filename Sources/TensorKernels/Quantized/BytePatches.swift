import MachineCode
import MudraPlatform

/// The patches of a ``ByteConvolution``, a row of bytes for each output pixel, and the strips of a product's columns.
///
///     patch:   | ky 0: kx 0: i… | kx 1: i… | … | ky 1: … | … | terms without weights |
///
/// Taps outside the picture have the byte that stands for zero.
final class BytePatches: Sendable {
  private let problem: ByteConvolution.Problem
  /// The taps of each output column that are inside the picture.
  private let columnTaps: [Range<Int>]

  init(_ problem: ByteConvolution.Problem) {
    self.problem = problem
    columnTaps = problem.readsPixels ? [] : (0..<problem.window.outputWidth).map(problem.window.columnTaps)
  }

  var heldByteCount: Int { columnTaps.count * MemoryLayout<Range<Int>>.stride }

  // MARK: Patches

  /// Writes the patches of some pixels.
  func copy(_ pixels: Range<Int>, from input: UnsafeRawPointer, to rows: UnsafeMutableRawPointer) {
    let (window, channels, length) = (problem.window, problem.inputChannels, problem.patchByteCount)
    let zero = UInt8(truncatingIfNeeded: problem.input.zeroPoint) ^ problem.flip
    // Taps side by side are one segment.
    let isJoined = window.dilationX == 1
    let tapByteCount = channels * window.filterWidth
    var (line, x) = pixels.lowerBound.quotientAndRemainder(dividingBy: max(window.outputWidth, 1))
    var (picture, y) = line.quotientAndRemainder(dividingBy: max(window.outputHeight, 1))
    var rowTaps = window.rowTaps(y)
    var patch = rows
    for _ in pixels {
      let taps = columnTaps[x]
      if taps.count < window.filterWidth || rowTaps.count < window.filterHeight {
        memset(patch, Int32(zero), length)
      }
      let column = window.firstColumn(x) + taps.lowerBound * window.dilationX
      for ky in rowTaps where !taps.isEmpty {
        let row = picture * window.inputHeight + window.firstRow(y) + ky * window.dilationY
        let source = input + (row * window.inputWidth + column) * channels
        let target = patch + ky * tapByteCount + taps.lowerBound * channels
        if isJoined {
          flipped(taps.count * channels, from: source, to: target)
        } else {
          for tap in 0..<taps.count {
            flipped(channels, from: source + tap * window.dilationX * channels, to: target + tap * channels)
          }
        }
      }
      patch += length
      x += 1
      if x == window.outputWidth {
        (x, line) = (0, line + 1)
        (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
        rowTaps = window.rowTaps(y)
      }
    }
  }

  /// Copies bytes, with another sign if patches have one.
  @inline(__always)
  private func flipped(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let flip = problem.flip
    /// A vector of bytes, as one word.
    @inline(__always)
    func move<Word: SIMD<UInt8>>(_ place: Int, as: Word.Type) {
      let value = (source + place).loadUnaligned(as: Word.self)
      (target + place).storeBytes(of: value ^ Word(repeating: flip), as: Word.self)
    }
    // The last vector overlaps the one before it rather than passing the end.
    if count >= 16 {
      var place = 0
      while place + 32 <= count {
        move(place, as: SIMD16<UInt8>.self)
        move(place + 16, as: SIMD16<UInt8>.self)
        place += 32
      }
      if place + 16 <= count { move(place, as: SIMD16<UInt8>.self) }
      move(count - 16, as: SIMD16<UInt8>.self)
    } else if count >= 8 {
      move(0, as: SIMD8<UInt8>.self)
      move(count - 8, as: SIMD8<UInt8>.self)
    } else if count >= 4 {
      move(0, as: SIMD4<UInt8>.self)
      move(count - 4, as: SIMD4<UInt8>.self)
    } else {
      for place in 0..<count {
        (target + place).storeBytes(of: (source + place).load(as: UInt8.self) ^ flip, as: UInt8.self)
      }
    }
  }

  // MARK: Strips

  /// Copies the first columns of rows: those that the convolution has.
  func copyStrips(_ count: Int, from rows: UnsafeRawPointer, to output: UnsafeMutableRawPointer) {
    let (length, stride) = (problem.outputChannels, problem.product.columns)
    for row in 0..<count { memcpy(output + row * length, rows + row * stride, length) }
  }

  // MARK: Calls

  private struct PatchArguments {
    let patches: UnsafeMutableRawPointer
    let input: UnsafeRawPointer
    let rows: UnsafeMutableRawPointer
    let first: Int, count: Int
  }

  private static let patchFunction: EmittedFunction<PatchArguments> = {
    typealias Function =
      @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, Int, Int) -> Void
    let function: Function = { patches, input, rows, first, count in
      Unmanaged<BytePatches>.fromOpaque(patches).takeUnretainedValue()
        .copy(first..<first + count, from: input, to: rows)
    }
    return EmittedFunction(unsafeBitCast(function, to: UnsafeRawPointer.self))
  }()

  /// ``copy(_:from:to:)`` as a call.
  func call(_ pixels: Range<Int>, from input: UnsafeRawPointer, to rows: UnsafeMutableRawPointer) -> EmittedCall {
    Self.patchFunction.call(
      PatchArguments(
        patches: Unmanaged.passUnretained(self).toOpaque(), input: input, rows: rows, first: pixels.lowerBound,
        count: pixels.count))
  }

  private struct StripArguments {
    let patches: UnsafeMutableRawPointer
    let rows: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    let count: Int
  }

  private static let stripFunction: EmittedFunction<StripArguments> = {
    typealias Function =
      @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void
    let function: Function = { patches, rows, output, count in
      Unmanaged<BytePatches>.fromOpaque(patches).takeUnretainedValue().copyStrips(count, from: rows, to: output)
    }
    return EmittedFunction(unsafeBitCast(function, to: UnsafeRawPointer.self))
  }()

  /// ``copyStrips(_:from:to:)`` as a call.
  func stripCall(_ count: Int, from rows: UnsafeRawPointer, to output: UnsafeMutableRawPointer) -> EmittedCall {
    Self.stripFunction.call(
      StripArguments(
        patches: Unmanaged.passUnretained(self).toOpaque(), rows: rows, output: output, count: count))
  }
}
