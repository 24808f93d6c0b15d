import TensorKernels

/// Runs the scattering operators: slices of an input, each combined with the slice of the output that a tuple
/// of indices selects, in order.
///
///     output[tuple[slice], i] = combine(output[tuple[slice], i], source[slice, i])
final class CombinedSlices<Element: BitwiseCopyable & Sendable>: PreparedOperator {
  private let tuples: IndexTuples
  private let source: Int
  private let outputCount: Int, sliceCount: Int, sliceLength: Int
  private let start: Element
  private let combine: @Sendable (Element, Element) -> Element

  /// - Parameters:
  ///   - source: the input of slices.
  ///   - start: every element of the output before it is combined.
  init(
    _ tuples: IndexTuples, source: TensorType, input: Int, sliceCount: Int, outputCount: Int, start: Element,
    combine: @escaping @Sendable (Element, Element) -> Element
  ) {
    (self.tuples, self.source, self.outputCount, self.sliceCount) = (tuples, input, outputCount, sliceCount)
    sliceLength = sliceCount == 0 ? 0 : source.elementCount / sliceCount
    (self.start, self.combine) = (start, combine)
  }

  var provider: KernelProvider { .reference }

  func run(_ io: OperatorIO) {
    let slices = io.input(source, as: Element.self), output = io.output(0, as: Element.self)
    output.initialize(repeating: start, count: outputCount)
    for slice in 0..<sliceCount {
      guard let offset = tuples.offset(ofTuple: slice, io) else { return }
      guard offset >= 0 else { continue }
      let (source, target) = (slices + slice * sliceLength, output + offset / MemoryLayout<Element>.stride)
      for i in 0..<sliceLength { target[i] = combine(target[i], source[i]) }
    }
  }
}
