import TFLiteFormat

/// A tensor surrounded by its own elements, mirrored (TFLite `MIRROR_PAD`).
///
/// - Inputs: any tensor of at most 8 dimensions; `[rank, 2]` counts of elements before and after, a constant.
/// - Edge cases: in mode 0, REFLECT, the border itself is not repeated, and the counts are less than the extent; in
///   mode 1, SYMMETRIC, it is, and they may be equal.
package struct MirrorPad: PaddingOperator {
  package static let tfliteName = "MIRROR_PAD"
  package static let builtinCode = 100

  private let repeatsBorder: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    let mode = try options.byte(0)
    guard (0...1).contains(mode) else { throw .option(name: "mode", value: mode) }
    repeatsBorder = mode == 1
  }

  /// A range of the output along one axis that comes from a range of the input, perhaps reversed.
  private struct Span {
    let count: Int
    let source: Int, isBackwards: Bool
    let target: Int
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes)
    let amounts = try amounts(inputs)
    let shape = zip(input.shape, amounts).map { $0 + $1.before + $1.after }
    let output = try input.reshaped(shape)
    var moves: [[Span]] = [[]]
    for (extent, amount) in zip(input.shape, amounts) {
      let spans = try spans(extent, amount)
      moves = moves.flatMap { move in spans.map { move + [$0] } }
    }
    return Movement(
      to: output,
      moves.map { spans in
        var source = Walk(over: input.shape).moved(to: spans.map { $0.source })
        for (axis, span) in spans.enumerated() where span.isBackwards { source.steps[axis] *= -1 }
        return Move(
          spans.map { $0.count }, from: source, to: Walk(over: shape).moved(to: spans.map { $0.target }))
      })
  }

  /// The spans of one axis of the output.
  private func spans(
    _ extent: Int, _ amount: (before: Int, after: Int)
  ) throws(OperatorError) -> [Span] {
    let border = repeatsBorder ? 0 : 1
    for count in [amount.before, amount.after] where count > 0 && count > extent - border {
      throw .value(name: "padding", count)
    }
    return [
      Span(count: amount.before, source: amount.before - 1 + border, isBackwards: true, target: 0),
      Span(count: extent, source: 0, isBackwards: false, target: amount.before),
      Span(count: amount.after, source: extent - 1 - border, isBackwards: true, target: amount.before + extent),
    ].filter { $0.count > 0 }
  }
}
