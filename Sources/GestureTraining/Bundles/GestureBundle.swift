import HandCore
import TFLiteFormat

/// Bundles of a gesture recognizer with gestures that were trained, for Mudra and for MediaPipe.
///
/// The networks that find hands and the canned gestures are those of another bundle, unchanged; gestures that were
/// trained take precedence, and canned ones are seen where there are none of them.
public enum GestureBundle {
  private typealias Files = ModelConstants.Files

  /// The bytes of a bundle, from the bytes of another one.
  package static func bytes(
    of gestures: TrainedGestures, basedOn base: Bytes, limits: BundleLimits = BundleLimits()
  ) throws(GestureTrainingError) -> [UInt8] {
    let parts: BaseBundle
    do {
      parts = try BaseBundle(base, limits: limits)
    } catch {
      throw .bundle(error)
    }
    guard parts.embeddingSize == gestures.head.embeddingSize else {
      throw .embeddingSize(
        source: Files.gestureEmbedder, found: parts.embeddingSize, expected: gestures.head.embeddingSize)
    }
    do {
      return try bytes(of: gestures, parts)
    } catch {
      throw .bundle(error)
    }
  }

  private static func bytes(of gestures: TrainedGestures, _ base: BaseBundle) throws(FormatError) -> [UInt8] {
    var networks = ArchiveWriter()
    try networks.add(base.embedder, named: Files.gestureEmbedder)
    try networks.add(base.cannedClassifier, named: Files.cannedClassifier)
    try networks.add(Bytes(gestures.head.model(names: gestures.names)), named: Files.customClassifier)
    var bundle = ArchiveWriter()
    try bundle.add(base.hands, named: Files.handLandmarkerBundle)
    try bundle.add(Bytes(networks.finished()), named: Files.gestureBundle)
    return try bundle.finished()
  }
}

/// What is taken from the bundle that gestures are added to.
private struct BaseBundle {
  /// The bundle of the networks that find hands.
  let hands: Bytes
  let embedder: Bytes
  let cannedClassifier: Bytes
  /// The number of values of an embedding.
  let embeddingSize: Int

  init(_ bytes: Bytes, limits: BundleLimits) throws(FormatError) {
    typealias Files = ModelConstants.Files
    let outer = try Archive(bytes, limits: limits)
    hands = try outer.entry(named: Files.handLandmarkerBundle)
    let inner = try outer.archive(in: outer.entry(named: Files.gestureBundle))
    embedder = try inner.entry(named: Files.gestureEmbedder)
    cannedClassifier = try inner.entry(named: Files.cannedClassifier)
    let graph = try Model(embedder, limits: limits).subgraphs[0]
    embeddingSize = graph.outputs.first.flatMap { graph.tensors[$0].shape.last } ?? 0
  }
}
