import HandTracking
import MudraPlatform
import TFLiteFormat
import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Bundles of a gesture recognizer with gestures that were trained, for Mudra and for MediaPipe.
///
/// The networks that find hands and the canned gestures are those of another bundle, unchanged; gestures that were
/// trained take precedence, and canned ones are seen where there are none of them.
public enum GestureBundle {
  private typealias Files = ModelConstants.Files

  /// The bytes of a bundle: the same ones for the same gestures and base.
  ///
  /// - Parameters:
  ///   - gestures: the gestures.
  ///   - base: the bundle of a gesture recognizer. A classifier of its own gestures is replaced.
  ///   - limits: the limits on reading it.
  /// - Throws: `GestureTrainingError.bundle` for a base that cannot be read or lacks a network, and `.embeddingSize` if
  ///   its embedder is not that of the examples.
  public static func data(
    of gestures: TrainedGestures, basedOn base: Data, limits: BundleLimits = BundleLimits()
  ) throws(GestureTrainingError) -> Data {
    Data(try bytes(of: gestures, basedOn: base.withUnsafeBytes { Bytes(copying: $0) }, limits: limits))
  }

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

#if !WITHOUT_FOUNDATION
  extension GestureBundle {
    /// The files of a bundle: its card, its examples if there are any, and itself.
    package static func files(
      _ gestures: TrainedGestures, _ bundle: [UInt8], path: String, examples: GestureDataset?
    ) -> [(path: String, bytes: [UInt8])] {
      let saved = examples.map { [(GestureDataset.path(for: path), $0.saved(gestures.options))] } ?? []
      return [(ModelCard.path(for: path), Array(ModelCard(gestures).text.utf8))] + saved + [(path, bundle)]
    }

    /// Writes a bundle, and next to it its model card: the same name with the ending `.md`.
    ///
    /// All files are written under passing names and then renamed: they change together or not at all.
    ///
    /// - Parameters:
    ///   - gestures: the gestures.
    ///   - path: the file to write, such as `my.task`.
    ///   - examples: the examples that they were learned from, to be written next to the bundle so that gestures can be
    ///     added and removed later (``GestureDataset/init(savedWith:limits:)``); nil to leave them out.
    ///   - base: the path of a gesture recognizer's bundle; nil for the one that comes with the library `Mudra`.
    ///   - limits: the limits on reading the base.
    /// - Throws: `GestureTrainingError`, as ``data(of:basedOn:limits:)``; and `.cannotWrite`.
    public static func write(
      _ gestures: TrainedGestures, to path: String, examples: GestureDataset? = nil, basedOn base: String? = nil,
      limits: BundleLimits = BundleLimits()
    ) throws(GestureTrainingError) {
      let source: Bytes
      do {
        source = try Bytes(contentsOfFile: base ?? bundledPath(), limits: limits)
      } catch let error as FormatError {
        throw .bundle(error)
      } catch let error as TaskError {
        throw .task(error)
      } catch {
        throw .cannotRead(path: base ?? "the bundle that comes with Mudra", reason: "\(error)")
      }
      let bytes = try bytes(of: gestures, basedOn: source, limits: limits)
      do throws(FileSet.Failure) {
        try FileSet.write(files(gestures, bytes, path: path, examples: examples))
      } catch {
        throw .cannotWrite(path: error.path, reason: error.reason)
      }
    }

    private static func bundledPath() throws(TaskError) -> String {
      try BundledModelLookup.path { $0.gestureRecognizerPath }
    }
  }
#endif

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
