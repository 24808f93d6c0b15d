import TFLiteFormat

/// Gives back the pages of a model's constants, each after the last step that packs it, so that a file and what is made
/// of it are never in memory as a whole together.
struct ConsumedConstants {
  /// Bytes of the file that no step after this one reads.
  private var bytes: [Int: [Bytes]] = [:]

  /// Constants may share bytes, or parts of them.
  init(of graph: Graph) {
    var uses: [(bytes: Bytes, last: Int)] = []
    for (step, node) in graph.nodes.enumerated() {
      for case .some(let input) in node.inputs { add(input, step) }
    }
    for output in graph.outputs { add(output, .max) }
    func add(_ value: Int, _ step: Int) {
      for bytes in graph.values[value].constant?.fileBytes ?? [] { uses.append((bytes, step)) }
    }
    uses.sort { $0.bytes.addresses.lowerBound < $1.bytes.addresses.lowerBound }
    var first = 0
    while first < uses.count {
      var (next, end, last) = (first, uses[first].bytes.addresses.upperBound, 0)
      while next < uses.count, next == first || uses[next].bytes.addresses.lowerBound < end {
        end = max(end, uses[next].bytes.addresses.upperBound)
        last = max(last, uses[next].last)
        next += 1
      }
      bytes[last, default: []] += uses[first..<next].map { $0.bytes }
      first = next
    }
  }

  /// Gives back what the steps after this one do not read.
  func discard(after step: Int) {
    for bytes in bytes[step] ?? [] { bytes.discard() }
  }
}
