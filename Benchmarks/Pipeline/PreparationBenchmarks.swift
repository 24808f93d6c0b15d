import Mudra

/// From nothing to the first result: opening the bundle, preparing the networks, the first picture.
enum PreparationBenchmarks {
  /// Measures both tasks with each choice of kernels.
  static func run(_ report: inout BenchmarkReport, picture: BenchmarkPicture) throws {
    for choice in report.settings.choices {
      let landmarker = "hand landmarker, start to first result [\(choice.name), 1]"
      if report.settings.includes(landmarker) {
        try report.measure(landmarker, isWarm: false) {
          _ = try HandLandmarker(options: RecognizerBenchmarks.landmarkerOptions(1, choice, 1)).detect(
            image: picture.image)
        }
      }
      let recognizer = "gesture recognizer, start to first result [\(choice.name), 1]"
      if report.settings.includes(recognizer) {
        try report.measure(recognizer, isWarm: false) {
          _ = try GestureRecognizer(options: RecognizerBenchmarks.recognizerOptions(1, choice, 1)).recognize(
            image: picture.image)
        }
      }
    }
  }
}
