import PixelImaging

/// The whole path from pixels in memory to gestures, ours with each number of threads and MediaPipe's, interleaved.
enum RecognizerBenchmarks {
  /// Measures every case.
  static func run(_ report: inout BenchmarkReport, peers: Peers?) throws {
    report.begin("Whole recognizer\n\(BenchmarkRow.header)")
    for test in try RecognizerCase.all(report.settings) where report.settings.includes(test.title) {
      var contenders: [Contender] = []
      for choice in report.settings.choices {
        for threads in report.settings.threadCounts {
          contenders.append(Contender(choice.name, threads: threads, body: try test.runner(choice, threads: threads)))
        }
      }
      let exactCount = contenders.count
      for variant in test.variants {
        for threads in report.settings.threadCounts {
          contenders.append(
            Contender(
              KernelChoice.automatic.name + variant.name, threads: threads,
              body: try test.runner(.automatic, variant, threads: threads)))
        }
      }
      let ownCount = contenders.count
      contenders += try peers?.contenders(test, &report) ?? []
      let durations = try report.measure(test.title, contenders)
      let isPromised = test.picture.handCount == 1 && test.picture.image.width == 640
      for (index, ours) in contenders.enumerated().prefix(ownCount) where ours.name == KernelChoice.automatic.name {
        for other in exactCount..<ownCount where contenders[other].threads == ours.threads {
          report.add(
            Figure(
              "\(test.title): \(contenders[other].name), \(Figure.threads(ours.threads ?? 1)), against exact",
              ratioOf: durations[index], to: durations[other]))
        }
        for peer in ownCount..<contenders.count {
          let bound = isPromised && ours.threads == 1 ? (test.isTracked ? 1.45 : 1.8) : nil
          report.add(
            Figure(
              "\(test.title): \(Figure.threads(ours.threads ?? 1)) against \(contenders[peer].name)",
              ratioOf: durations[peer], to: durations[index], promise: bound.map(Figure.Promise.atLeast)))
        }
      }
    }
  }
}
