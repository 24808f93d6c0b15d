import Dispatch
import Foundation
import HandRecording

/// One view on a terminal, drawn anew for each frame: hands and gestures, the rate, and how many frames were dropped.
final class LiveView {
  private let dropped: () -> Int
  private var lineCount = 0
  private var count = 0
  /// When the last frames were shown, in nanoseconds.
  private var times: [UInt64] = []

  /// A view. `dropped` returns the number of frames that were dropped.
  init(dropped: @escaping () -> Int = { 0 }) {
    self.dropped = dropped
  }

  /// What moves the cursor up to the last view, clears it, and draws the next one.
  func text(of result: SessionResult) -> String {
    count += 1
    times = times.suffix(30) + [DispatchTime.now().uptimeNanoseconds]
    let seconds = Double(times[times.count - 1] - times[0]) / 1e9
    let rate = seconds > 0 ? NumberText.fixed(Double(times.count - 1) / seconds, 1) : "–"
    let state = "\(NumberText.count(count, "frame")), \(rate) frames/s, \(dropped()) dropped"
    // A line that is wrapped would be two.
    let width = Self.terminalWidth()
    let lines = (result.text.split(separator: "\n").map(String.init) + [state]).map { String($0.prefix(width)) }
    let up = lineCount > 0 ? "\u{1B}[\(lineCount)A\u{1B}[J" : ""
    lineCount = lines.count
    return up + lines.joined(separator: "\n")
  }

  private static func terminalWidth() -> Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
