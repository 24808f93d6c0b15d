import TensorKernels

/// Runs the scattering operators: slices of an input, each combined with the slice of the output that a tuple
/// of indices selects, in order.
///
///     output[tuple[slice], i] = combine(output[tuple[slice], i], source[slice, i])
final class CombinedSlices: PreparedOperator {
  /// What becomes of a slice of the output with one of the input.
  struct Combination: Sendable {
    fileprivate let elementByteCount: Int
    fileprivate let fill: @Sendable (_ output: UnsafeMutableRawPointer, _ count: Int) -> Void
    fileprivate let combine:
      @Sendable (_ held: UnsafeMutableRawPointer, _ slice: UnsafeRawPointer, _ count: Int) -> Void

    /// - Parameter start: every element of the output before it is combined.
    @inline(__always)
    init<Element: BitwiseCopyable & Sendable>(
      from start: Element, _ element: @escaping @Sendable (_ held: Element, _ update: Element) -> Element
    ) {
      elementByteCount = MemoryLayout<Element>.stride
      fill = { $0.assumingMemoryBound(to: Element.self).initialize(repeating: start, count: $1) }
      // A loop for each operation: a call for each element takes ten times as long.
      combine = { held, slice, count in
        let (held, slice) = (held.assumingMemoryBound(to: Element.self), slice.assumingMemoryBound(to: Element.self))
        for i in 0..<count { held[i] = element(held[i], slice[i]) }
      }
    }
  }

  private let tuples: IndexTuples
  private let source: Int
  private let outputCount: Int, sliceCount: Int, sliceLength: Int
  private let combination: Combination

  /// - Parameter source: the input of slices.
  init(
    _ tuples: IndexTuples, source: TensorType, input: Int, sliceCount: Int, outputCount: Int, _ combination: Combination
  ) {
    (self.tuples, self.source, self.outputCount, self.sliceCount) = (tuples, input, outputCount, sliceCount)
    sliceLength = sliceCount == 0 ? 0 : source.elementCount / sliceCount
    self.combination = combination
  }

  var provider: KernelProvider { .reference }

  func run(_ io: OperatorIO) {
    let (slices, output) = (io.inputBytes(source), io.outputBytes(0))
    combination.fill(output, outputCount)
    let sliceByteCount = sliceLength * combination.elementByteCount
    tuples.forEachOffset(of: 0..<sliceCount, io) { slice, offset in
      combination.combine(output + offset, slices + slice * sliceByteCount, sliceLength)
    }
  }
}
