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
      for (index, ours) in contenders.enumerated().prefix(ownCount) where ours.name == KernelChoice.automatic.name {
        for other in exactCount..<ownCount where contenders[other].threads == ours.threads {
          report.add(
            Figure(
              "\(test.title): \(contenders[other].name), \(Figure.threads(ours.threads ?? 1)), against exact",
              ratioOf: durations[index], to: durations[other]))
        }
      }
      for (index, ours) in contenders.enumerated().prefix(ownCount) {
        let isExact = ours.name == KernelChoice.automatic.name
        guard isExact || ours.name == KernelChoice.automatic.name + RecognizerCase.Variant.fast.name else { continue }
        for peer in ownCount..<contenders.count {
          let bound = isExact ? (test.isTracked ? 1.45 : 1.8) : 2.1
          report.add(
            Figure(
              "\(test.title): \(isExact ? "" : "fast, ")\(Figure.threads(ours.threads ?? 1)) against "
                + contenders[peer].name,
              ratioOf: durations[peer], to: durations[index],
              promise: test.isPromised && ours.threads == 1 ? .atLeast(bound) : nil))
        }
      }
    }
  }
}
