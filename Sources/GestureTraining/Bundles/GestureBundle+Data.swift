import HandTracking
import TFLiteFormat
import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

extension GestureBundle {
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
