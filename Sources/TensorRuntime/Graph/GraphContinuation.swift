import TFLiteFormat

/// What is left of a graph once the value of a tensor is known.
struct GraphContinuation: Sendable {
  private let reader: GraphReader
  private let needed: Int
  /// The place of the needed tensor among the outputs of the graph so far.
  let place: Int

  init(_ reader: GraphReader, needed: Int, place: Int) {
    (self.reader, self.needed, self.place) = (reader, needed, place)
  }

  /// Approximate size of what it holds, in bytes.
  var memoryByteCount: Int { reader.memoryByteCount }

  /// The next part of a graph.
  struct Part {
    let graph: Graph
    let rest: GraphContinuation?
    /// For each input of the graph, the output of the part before it that provides it.
    let sources: [Int]
    /// The value with which it was read.
    let learned: ConstantMemory
  }

  /// Reads on with the value that has been computed.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if the value and everything folded exceed `limit` bytes, or what is wrong
  ///   with a node.
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
