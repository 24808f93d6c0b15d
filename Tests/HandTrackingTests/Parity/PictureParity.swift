import Foundation
import HandTracking
import TensorRuntime
import TestSupport

/// A run over a folder of pictures with golden results.
struct PictureParity {
  private(set) var comparisons: [(name: String, comparison: PictureComparison)] = []

  /// Recognizes the pictures that `golden` names in `folder`, or those of them in `names`.
  init(
    golden: GoldenPictures, folder: URL, provider: KernelProvider?, threads: Int = 1, names: [String]? = nil
  ) throws {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath =
      PackageFolders.root
      .appendingPathComponent("Models/gesture_recognizer.task").path
    options.baseOptions.kernelProvider = provider
    options.baseOptions.numThreads = threads
    options.numHands = golden.meta.handCount
    let recognizer = try GestureRecognizer(options: options)
    for (name, picture) in golden.images.sorted(by: { $0.key < $1.key }) where names?.contains(name) ?? true {
      let image = try MPImage(contentsOfFile: folder.appendingPathComponent(name).path)
      let result = try recognizer.recognize(image: image)
      comparisons.append((name, PictureComparison(result, golden: picture.hands, handsAt: picture.handsAt)))
    }
  }

  /// All pictures with a difference in what must be equal, and that difference.
  var differences: [String] {
    comparisons.flatMap { item in item.comparison.differences.map { "\(item.name): \($0)" } }
  }

  /// The largest landmark distance of all pictures.
  var worstLandmark: Float { comparisons.map(\.comparison.landmark).max() ?? 0 }

  /// The landmark distance of the median picture among those that differ.
  var medianLandmark: Float {
    let sorted = comparisons.map(\.comparison.landmark).filter { $0 > 0 }.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  /// The largest world distance of all pictures, in meters.
  var worstWorld: Float { comparisons.map(\.comparison.world).max() ?? 0 }

  /// The largest score distance of all pictures.
  var worstScore: Float { comparisons.map(\.comparison.score).max() ?? 0 }

  /// What is wrong, one sentence each; empty if everything that must be equal is and every picture is within the
  /// margins.
  func faults(provider: KernelProvider?) -> [String] {
    let margin = ParityMargin.ofPictures(provider)
    return differences + margin.faults(landmark: worstLandmark, world: worstWorld, score: worstScore)
      + (medianLandmark > margin.medianLandmark
        ? ["median landmark \(medianLandmark), margin \(margin.medianLandmark)"] : [])
  }

  /// One line with the worst and the median.
  var summary: String {
    let worst = comparisons.max { $0.comparison.landmark < $1.comparison.landmark }
    return "\(comparisons.count) pictures: landmarks worst \(worstLandmark) (\(worst?.name ?? "none")), "
      + "median \(medianLandmark); world worst \(worstWorld) m; scores worst \(worstScore); "
      + "\(differences.count) differences"
  }
}
