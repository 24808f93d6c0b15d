import Foundation
import HandTracking
import TensorRuntime
import TestSupport

/// A run over a folder of pictures with golden answers.
struct PictureParity {
  /// The margins against MediaPipe: other float kernels alone move a landmark by up to 2.4e-5.
  enum Margin {
    /// The worst landmark of the worst picture, normalised.
    static let worstLandmark: Float = 2e-4
    /// The worst landmark of the median picture, normalised.
    static let medianLandmark: Float = 2e-5
    /// The worst world landmark, in metres.
    static let world: Float = 2e-4
    /// Any score.
    static let score: Float = 1e-3
  }

  private(set) var comparisons: [(name: String, comparison: PictureComparison)] = []

  /// Recognises the pictures that `golden` names in `folder`, or those of them in `names`.
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
      comparisons.append((name, PictureComparison(result, golden: picture)))
    }
  }

  /// Every picture with a difference in what must be equal, with that difference.
  var differences: [String] {
    comparisons.flatMap { item in item.comparison.differences.map { "\(item.name): \($0)" } }
  }

  /// The largest landmark distance of all pictures.
  var worstLandmark: Float { comparisons.map(\.comparison.landmark).max() ?? 0 }

  /// The landmark distance of the median picture among those with hands.
  var medianLandmark: Float {
    let sorted = comparisons.map(\.comparison.landmark).filter { $0 > 0 }.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  /// The largest world distance of all pictures, in metres.
  var worstWorld: Float { comparisons.map(\.comparison.world).max() ?? 0 }

  /// The largest score distance of all pictures.
  var worstScore: Float { comparisons.map(\.comparison.score).max() ?? 0 }

  /// True if everything that must be equal is, and every picture is within the margins.
  var isWithinMargins: Bool {
    differences.isEmpty && worstLandmark <= Margin.worstLandmark && worstWorld <= Margin.world
      && worstScore <= Margin.score
  }

  /// One line with the worst and the median.
  var summary: String {
    let worst = comparisons.max { $0.comparison.landmark < $1.comparison.landmark }
    return "\(comparisons.count) pictures: landmarks worst \(worstLandmark) (\(worst?.name ?? "none")), "
      + "median \(medianLandmark); world worst \(worstWorld) m; scores worst \(worstScore); "
      + "\(differences.count) differences"
  }
}
