import MudraPlatform

/// Nearest-neighbor resampling of NHWC pictures of any element type, with TFLite's two switches.
///
/// Source position of output index `i`: `i·scale`, or `(i + ½)·scale` with half-pixel centers; `scale` is
/// `input / output`, or `(input − 1) / (output − 1)` with aligned corners. It is rounded down, or to nearest with
/// aligned corners, and clamped to the picture.
package enum ResizeNearestNeighbor {
  package struct Axis: Sendable, Hashable {
    package let input: Int, output: Int
    private let alignCorners: Bool
    private let offset: Float

    /// - Precondition: an axis with outputs has an input.
    package init(input: Int, output: Int, alignCorners: Bool, halfPixelCenters: Bool) {
      self.input = input
      self.output = output
      self.alignCorners = alignCorners
      offset = halfPixelCenters ? 0.5 : 0
    }

    /// The input index of output index `i`.
    package func source(_ i: Int) -> Int {
      let scale =
        alignCorners && output > 1 ? Float(input - 1) / Float(output - 1) : Float(input) / Float(output)
      let position = (Float(i) + offset) * scale
      let rounded = alignCorners ? position.rounded(.toNearestOrAwayFromZero) : position.rounded(.down)
      return max(min(Int(rounded), input - 1), 0)
    }

    /// The regular pattern of source indices, if any: `source(i) = start + i / repeats · step`. Nil also if the axis is
    /// too long to check.
    package var pattern: (start: Int, step: Int, repeats: Int)? {
      guard output > 0, output <= 1 << 16 else { return nil }
      let start = source(0)
      let repeats = (1..<output).first { source($0) != start } ?? output
      let step = repeats < output ? source(repeats) - start : 0
      guard output.isMultiple(of: repeats), (0..<output).allSatisfy({ source($0) == start + $0 / repeats * step })
      else { return nil }
      return (start, step, repeats)
    }
  }

  package struct Problem: KernelProblem {
    package let batch: Int
    package let vertical: Axis, horizontal: Axis
    package let pixelByteCount: Int

    package init(batch: Int, vertical: Axis, horizontal: Axis, pixelByteCount: Int) {
      self.batch = batch
      self.vertical = vertical
      self.horizontal = horizontal
      self.pixelByteCount = pixelByteCount
    }

    package var element: NumberType { .uint8 }
    package var work: Int {
      KernelWork.of(batch, vertical.output, horizontal.output, each: KernelWork.element + pixelByteCount / 2)
    }
  }

  /// A unit is an output row, counted over all pictures.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "resize nearest neighbor"
  ) { problem, _ in
    LoopKernel(problem.batch * problem.vertical.output) {
      run(problem, rows: $0, from: $1.inputBytes(0), to: $1.outputBytes())
    }
  }

  private static func run(
    _ problem: Problem, rows: Range<Int>, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer
  ) {
    let (vertical, horizontal, pixelByteCount) = (problem.vertical, problem.horizontal, problem.pixelByteCount)
    let inputRow = horizontal.input * pixelByteCount, outputRow = horizontal.output * pixelByteCount
    // Some columns of all rows, so that their sources are computed once.
    withUnsafeTemporaryAllocation(of: Int.self, capacity: PickedSlices.countAtOnce) { offsets in
      for first in stride(from: 0, to: horizontal.output, by: offsets.count) {
        let columns = UnsafeMutableBufferPointer(rebasing: offsets[..<min(horizontal.output - first, offsets.count)])
        for column in columns.indices { columns[column] = horizontal.source(first + column) * pixelByteCount }
        var previous: (source: Int, target: UnsafeMutableRawPointer)?
        for row in rows {
          let (picture, y) = row.quotientAndRemainder(dividingBy: vertical.output)
          let source = picture * vertical.input + vertical.source(y)
          let target = output + (row * outputRow + first * pixelByteCount)
          if let previous, previous.source == source {
            memcpy(target, previous.target, columns.count * pixelByteCount)
          } else {
            PickedSlices.copy(pixelByteCount, from: input + source * inputRow, at: columns, to: target)
          }
          previous = (source, target)
        }
      }
    }
  }
}
