import TFLiteFormat

/// The rest of a graph, to be read once the value of a tensor is known.
struct GraphContinuation: Sendable {
  private let reader: GraphReader
  private let needed: Int
  /// The needed tensor's index in the outputs of the graph so far.
  let place: Int

  init(_ reader: GraphReader, needed: Int, place: Int) {
    (self.reader, self.needed, self.place) = (reader, needed, place)
  }

  var memoryByteCount: Int { reader.memoryByteCount }

  struct Part {
    let graph: Graph
    let rest: GraphContinuation?
    /// For each input, the output of the previous part that provides it.
    let sources: [Int]
    /// The value with which it was read.
    let learned: ConstantMemory
  }

  /// Continues reading with the computed value.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if the value and everything folded exceed `limit` bytes, or the fault of
  ///   a node.
  func next(_ value: UnsafeRawBufferPointer, limit: Int, deadline: Deadline?) throws(ModelError) -> Part {
    var reader = reader
    reader.deadline = deadline
    let before = reader.inputs.firstPlaces
    let learned = try reader.learn(value, of: needed, limit: limit)
    let sources = reader.inputs.compactMap { before[$0] }
    let (graph, rest) = try reader.readStage()
    return Part(graph: graph, rest: rest, sources: sources, learned: learned)
  }
}
