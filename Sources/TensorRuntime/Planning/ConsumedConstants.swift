import TFLiteFormat

/// Gives back the pages of a model's constants, each after the last step that packs it, so that a file and what is made
/// of it are never in memory as a whole together.
struct ConsumedConstants {
  /// Part of the file: a value's constant, and the last step that reads it.
  private struct Use {
    let addresses: Range<UInt>
    let last: Int
    let value: Int
  }

  private let graph: Graph
  /// The values whose bytes no step after this one reads.
  private var values: [Int: [Int]] = [:]

  /// Constants may share bytes, or parts of them.
  init(of graph: Graph) {
    self.graph = graph
    var uses: [Use] = []
    func add(_ value: Int, _ step: Int) {
      for bytes in graph.values[value].constant?.fileBytes ?? [] {
        uses.append(Use(addresses: bytes.addresses, last: step, value: value))
      }
    }
    for (step, node) in graph.nodes.enumerated() {
      for case .some(let input) in node.inputs { add(input, step) }
    }
    for output in graph.outputs { add(output, .max) }
    uses.sort { $0.addresses.lowerBound < $1.addresses.lowerBound }
    var first = 0
    while first < uses.count {
      var (next, end, last) = (first, uses[first].addresses.upperBound, 0)
      while next < uses.count, next == first || uses[next].addresses.lowerBound < end {
        (end, last) = (max(end, uses[next].addresses.upperBound), max(last, uses[next].last))
        next += 1
      }
      values[last, default: []] += uses[first..<next].map { $0.value }
      first = next
    }
  }

  /// Gives back what the steps after this one do not read.
  func discard(after step: Int) {
    for value in values[step] ?? [] {
      for bytes in graph.values[value].constant?.fileBytes ?? [] { bytes.discard() }
    }
  }
}
