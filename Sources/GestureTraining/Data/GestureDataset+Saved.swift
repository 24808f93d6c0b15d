import MudraPlatform
import TFLiteFormat

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

extension GestureDataset {
  /// The path of the examples of a bundle: the ending `.task` becomes `.examples.json`; any other one stays.
  ///
  /// They are not part of the bundle, which may go to anybody: they are what is needed to add or remove a gesture.
  public static func path(for bundle: String) -> String {
    (bundle.hasByteSuffix(".task") ? String(bundle.utf8.dropLast(5)) ?? bundle : bundle) + ".examples.json"
  }
}

#if !WITHOUT_FOUNDATION
  extension GestureDataset {
    /// The examples and the options of their training as JSON, the same bytes for the same ones in any order.
    package func saved(_ options: GestureTrainingOptions) -> [UInt8] {
      var sorted = self
      sorted.examples = sorted.examples.ordered { first, second in
        let (left, right) = (first.gesture ?? "", second.gesture ?? "")
        return left.hasSameBytes(as: right)
          ? TrainingSet.precedes(first, second) : left.utf8.lexicographicallyPrecedes(right.utf8)
      }
      sorted.skipped = []
      sorted.bordered = []
      sorted.options = options
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // Finite numbers and texts: nothing that JSON cannot hold.
      return Array((try? encoder.encode(sorted)) ?? Data())
    }

    /// Reads the examples that were written next to a bundle, with all checks of `add(_:gesture:source:group:)`, and
    /// the options of its training.
    ///
    /// - Throws: `GestureTrainingError.cannotRead` or `.damagedExamples`.
    public init(savedWith bundle: String, limits: BundleLimits = BundleLimits()) throws(GestureTrainingError) {
      let path = Self.path(for: bundle)
      let bytes = try Bytes(ofFile: path, limits: limits)
      do {
        self = try JSONDecoder().decode(GestureDataset.self, from: Data(bytes.array))
      } catch let error as GestureTrainingError {
        throw .damagedExamples(path: path, reason: error.description)
      } catch {
        throw .damagedExamples(path: path, reason: "it is not a JSON file of examples that this version reads")
      }
    }
  }
#endif
