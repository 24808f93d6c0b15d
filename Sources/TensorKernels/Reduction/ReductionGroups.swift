/// The elements of an input that a reduction combines: a group for each combination of the kept axes.
package struct ReductionGroups: Sendable {
  /// An axis, perhaps merged from several neighbors; `step` is the distance of its elements in the input.
  private struct Axis {
    var extent: Int
    var step: Int
  }

  /// Innermost first.
  private let kept: [Axis], reduced: [Axis]
  /// The number of groups, that is, of elements of the output.
  package let count: Int
  /// Elements of a group.
  package let groupCount: Int

  /// The groups of an input of `shape` over the axes marked in `isReduced`.
  package init(shape: [Int], isReduced: [Bool]) {
    var axes: [[Axis]] = [[], []]
    var step = 1
    for axis in shape.indices.reversed() {
      let kind = isReduced[axis] ? 1 : 0
      if let inner = axes[kind].last, inner.step * inner.extent == step {
        axes[kind][axes[kind].count - 1].extent *= shape[axis]
      } else {
        axes[kind].append(Axis(extent: shape[axis], step: step))
      }
      step *= shape[axis]
    }
    (kept, reduced) = (axes[0], axes[1])
    count = kept.reduce(1) { $0 * $1.extent }
    groupCount = reduced.reduce(1) { $0 * $1.extent }
  }

  private static func offset(_ index: Int, _ axes: [Axis]) -> Int {
    var rest = index
    var offset = 0
    for axis in axes {
      let (quotient, position) = rest.quotientAndRemainder(dividingBy: axis.extent)
      offset += position * axis.step
      rest = quotient
    }
    return offset
  }

  /// The positions in the input of a group's elements, in memory order.
  @inline(__always)
  func forEachOffset(in group: Int, _ body: (Int) -> Void) {
    guard groupCount > 0 else { return }
    let base = Self.offset(group, kept)
    guard let inner = reduced.first else { return body(base) }
    for row in 0..<groupCount / inner.extent {
      let start = base + (reduced.count == 1 ? 0 : Self.offset(row * inner.extent, reduced))
      for i in 0..<inner.extent { body(start + i * inner.step) }
    }
  }

  /// Some groups, each folded from `start`.
  @inline(__always)
  func reduce<Element>(
    _ groups: Range<Int>, _ input: UnsafePointer<Element>, _ output: UnsafeMutablePointer<Element>,
    from start: Element, _ combine: (Element, Element) -> Element
  ) {
    for group in groups {
      var value = start
      forEachOffset(in: group) { value = combine(value, input[$0]) }
      output[group] = value
    }
  }
}
