import Foundation
import HandTracking
import TensorRuntime
import TestSupport

/// A run over a folder of pictures with golden answers.
struct PictureParity {
  /// The margins against MediaPipe.
  enum Margin {
    /// Landmarks and scores with emitted kernels, which add in XNNPACK's order with fused multiply-add, as MediaPipe does:
    /// everything but the last bit of a logistic is the same.
    static let sameOrder: Float = 1e-6
    /// The worst landmark of the worst picture, normalised.
    static let worstLandmark: Float = 2e-4
    /// The same for kernels that add in another order than MediaPipe's, or without fused multiply-add: a region that
    /// differs in its last bit has other samples by 1/32 pixel, which moves a depth by up to 1e-4 and more.
    static let worstLandmarkOfOtherOrder: Float = 1e-3
    /// The worst landmark of the median picture, normalised.
    static let medianLandmark: Float = 2e-5
    /// The worst world landmark, in metres.
    static let world: Float = 2e-4
    /// Any score.
    static let score: Float = 1e-3
    /// The same for kernels of another order.
    static let scoreOfOtherOrder: Float = 2e-3
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
      comparisons.append((name, PictureComparison(result, golden: picture.hands, handsAt: picture.handsAt)))
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

  /// What is wrong, one sentence each; empty if everything that must be equal is and every picture is within the margins.
  func faults(provider: KernelProvider?) -> [String] {
    let emits = KernelProvider.available.contains(.machineCode)
    let isSameOrder = emits && (provider == nil || provider == .machineCode)
    let isDefault = provider == nil
    let landmark =
      isSameOrder ? Margin.sameOrder : (isDefault ? Margin.worstLandmark : Margin.worstLandmarkOfOtherOrder)
    let score = isSameOrder ? Margin.sameOrder : (isDefault ? Margin.score : Margin.scoreOfOtherOrder)
    var faults = differences
    if worstLandmark > landmark { faults.append("worst landmark \(worstLandmark), margin \(landmark)") }
    if worstWorld > Margin.world { faults.append("worst world landmark \(worstWorld), margin \(Margin.world)") }
    if worstScore > score { faults.append("worst score \(worstScore), margin \(score)") }
    return faults
  }

  /// One line with the worst and the median.
  var summary: String {
    let worst = comparisons.max { $0.comparison.landmark < $1.comparison.landmark }
    return "\(comparisons.count) pictures: landmarks worst \(worstLandmark) (\(worst?.name ?? "none")), "
      + "median \(medianLandmark); world worst \(worstWorld) m; scores worst \(worstScore); "
      + "\(differences.count) differences"
  }
}
