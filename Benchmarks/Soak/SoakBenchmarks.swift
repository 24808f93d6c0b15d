import Foundation
import Mudra
import MudraPlatform
import TensorRuntime

/// Thirty frames per second through live-stream and video mode for any length of time, simulating months of use.
enum SoakBenchmarks {
  /// Samples of what the process holds in each minute.
  private static let samplesPerInterval = 6

  /// Feeds both modes, takes a sample every ten seconds, prints a line every minute, and adds the figures with
  /// promises.
  static func run(_ report: inout BenchmarkReport, minutes: Double) throws {
    let clip = try SoakClip()
    let model = try HandModel()
    let live = try LiveStreamSoak(model)
    var video = try VideoSoak(model)
    var watch = ResourceWatch()
    var (liveLatencies, videoLatencies) = (LatencyHistogram(), LatencyHistogram())

    report.begin("Soak: \(minutes) minutes, live stream and video, \(SoakClip.rate) frames a second each")
    let frameCount = max(Int(minutes * 60) * SoakClip.rate, 4 * SoakClip.count)
    // Growth counts from the end of the first minute, or from the middle of a short run.
    let samplingPeriod = min(60 * SoakClip.rate, frameCount / 2) / samplesPerInterval
    var start = MonotonicClock.nanoseconds()
    for index in 0..<frameCount {
      sleep(until: start + UInt64(index) * 1_000_000_000 / UInt64(SoakClip.rate))
      try live.submit(clip, index)
      try video.process(clip, index)
      guard (index + 1) % samplingPeriod == 0 else { continue }
      try watch.sample()
      guard (index + 1) % (samplingPeriod * samplesPerInterval) == 0 else { continue }
      let resources = try watch.endInterval()
      let account = live.account.withLock { account in
        liveLatencies.add(account.latencies)
        defer { account.latencies.reset() }
        return account
      }
      report.line(
        """
          \(String(format: "%6.1f", Double(index + 1) / Double(60 * SoakClip.rate))) min  \(resources.text)  \
        live \(account.answeredCount) answered, \(account.droppedCount) dropped, \(account.latencies.text)  \
        video \(video.latencies.text)
        """)
      videoLatencies.add(video.latencies)
      video.latencies.reset()
      if index + 1 == samplingPeriod * samplesPerInterval {
        let pause = MonotonicClock.nanoseconds()
        report.line("  \(try watch.rest()) threads after a rest")
        start += MonotonicClock.nanoseconds() - pause
      }
    }
    report.line("  \(try watch.rest()) threads after a rest")
    let droppedCount = live.finish()

    let account = live.account.withLock { $0 }
    report.line("  live stream, all of it: \(liveLatencies.text); video: \(videoLatencies.text)")
    report.line("  \(frameCount) frames: \(account.answeredCount) answered, \(account.droppedCount) reported dropped")
    let faults = [
      ("live stream: frames neither answered nor reported", frameCount - account.answeredCount - account.droppedCount),
      ("live stream: calls out of order, twice or with an error", account.faultCount),
      ("live stream: drops that were counted but not reported", droppedCount - account.droppedCount),
      ("video: frames not answered", frameCount - video.answeredCount),
      ("video: answers other than a round before", video.changedCount),
    ]
    for (title, count) in faults { report.add(Figure("soak, \(title)", Double(count), "", promise: .atMost(0))) }
    for figure in try watch.figures("soak, after the first minute") { report.add(figure) }
  }

  private static func sleep(until time: UInt64) {
    let now = MonotonicClock.nanoseconds()
    if time > now { Thread.sleep(forTimeInterval: Double(time - now) / 1e9) }
  }
}
