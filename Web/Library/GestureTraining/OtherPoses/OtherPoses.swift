/// Embeddings of hands in poses that are nobody's gesture in particular. The page gives those that come with the
/// library.
package struct OtherPoses: Sendable {
  package let embeddings: [HandEmbedding]

  init(_ embeddings: [HandEmbedding]) {
    self.embeddings = embeddings
  }

  nonisolated(unsafe) static var given: OtherPoses?

  package static func bundled() throws(GestureTrainingError) -> OtherPoses {
    guard let given else { throw .missingOtherPoses(places: []) }
    return given
  }
}
