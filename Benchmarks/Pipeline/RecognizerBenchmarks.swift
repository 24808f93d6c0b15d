import Mudra
import TensorRuntime

/// The two tasks in image mode, from pixels in memory to the result.
enum RecognizerBenchmarks {
  /// Measures each task for one and two hands × threads × kernels.
  static func run(_ report: inout BenchmarkReport, picture: BenchmarkPicture) throws {
    for hands in [1, 2] {
      for choice in report.settings.choices {
        for threads in report.settings.threadCounts {
          let landmarker = try HandLandmarker(options: landmarkerOptions(hands, choice, threads))
          let landmarkerHands = try landmarker.detect(image: picture.image).landmarks.count
          try measure(
            "hand landmarker, image mode, \(landmarkerHands) of \(hands) hands [\(choice.name), \(threads)]", &report
          ) {
            _ = try landmarker.detect(image: picture.image)
          }
          let recognizer = try GestureRecognizer(options: recognizerOptions(hands, choice, threads))
          let recognizerHands = try recognizer.recognize(image: picture.image).landmarks.count
          try measure(
            "gesture recognizer, image mode, \(recognizerHands) of \(hands) hands [\(choice.name), \(threads)]", &report
          ) {
            _ = try recognizer.recognize(image: picture.image)
          }
        }
      }
    }
  }

  private static func measure(_ title: String, _ report: inout BenchmarkReport, _ body: () throws -> Void) throws {
    if report.settings.includes(title) { try report.measure(title, body) }
  }

  static func landmarkerOptions(_ hands: Int, _ choice: KernelChoice, _ threads: Int) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    options.baseOptions = baseOptions(choice, threads)
    options.numHands = hands
    return options
  }

  static func recognizerOptions(_ hands: Int, _ choice: KernelChoice, _ threads: Int) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    options.baseOptions = baseOptions(choice, threads)
    options.numHands = hands
    return options
  }

  private static func baseOptions(_ choice: KernelChoice, _ threads: Int) -> BaseOptions {
    let options = BaseOptions()
    options.numThreads = threads
    options.kernelProvider = choice.provider
    return options
  }
}
