import Foundation
import GestureTraining
import PixelImaging
import TFLiteFormat

/// The report on a training as a page of HTML without scripts or other files: tables, and drawings as inline SVG.
struct TrainingPage {
  private let report: TrainingReport
  private let title: String
  /// The pictures that were learned from. A file of landmarks may name any file as its source.
  private let pictures: Set<String>
  private let limits: ImageLimits

  init(_ report: TrainingReport, title: String, pictures: Set<String>, limits: ImageLimits) {
    self.report = report
    self.title = title
    self.pictures = pictures
    self.limits = limits
  }

  /// The whole page.
  var text: String {
    let name = Self.escaped(title.printable)
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(name): trained gestures</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
      :root { color-scheme: light dark }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
      table { border-collapse: collapse } th, td { padding: .2rem .8rem; text-align: right } th:first-child, \
      td:first-child { text-align: left } tr { border-bottom: 1px solid #8884 }
      svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: currentColor }
      .axis { stroke: currentColor; stroke-width: 1 } .grid { stroke: #8884 } .line { fill: none; stroke-width: 2.5 }
      .known { stroke: #2a78d6; color: #2a78d6 } .strangers { stroke: #d9822b; color: #d9822b }
      .others { stroke: #c23b6b; color: #c23b6b } .legend { stroke: none; fill: currentColor }
      </style></head><body>
      <h1>\(name)</h1>
      \(gestures)
      \(remarks)
      \(doubts)
      \(confusions)
      \(rejectCurve)
      \(calibration)
      \(skipped)
      </body></html>

      """
  }

  // MARK: Parts

  private var contents: GestureReport { report.report }

  private var gestures: String {
    let rows = contents.gestures.map { gesture in
      "<tr><td>\(Self.escaped(gesture.name.printable))</td><td>\(gesture.exampleCount)</td>"
        + "<td>\(gesture.groupCount)</td><td>\(gesture.skippedCount)</td><td>\(report.share(gesture.precision))</td>"
        + "<td>\(report.share(gesture.recall))</td></tr>"
    }
    return """
      <p>\(Self.escaped(contents.comparison)) \(Self.escaped(contents.limitOrigin))</p>
      <table><tr><th>gesture</th><th>hands</th><th>groups</th><th>not used</th><th>precision</th><th>recall</th></tr>
      \(rows.joined(separator: "\n"))
      </table>
      """
  }

  private var remarks: String {
    let lines = report.remarks.map { "<li>\(Self.escaped($0))</li>" }
    return lines.isEmpty ? "" : "<h2>Worth knowing</h2>\n<ul>\n\(lines.joined(separator: "\n"))\n</ul>"
  }

  /// Pictures whose labels may be wrong, to look at.
  private var doubts: String {
    let figures = contents.doubts.prefix(40).compactMap { doubt -> String? in
      guard pictures.contains(doubt.source), let address = Thumbnail.address(ofPicture: doubt.source, limits: limits)
      else { return nil }
      let text = "\(doubt.gesture.printable), or \(doubt.appearance.printable)?"
      return #"<figure style="display:inline-block;margin:.5rem"><img alt="\#(Self.escaped(doubt.source.onOneLine))" "#
        + #"src="\#(address)"><figcaption>\#(Self.escaped(text))</figcaption></figure>"#
    }
    return figures.isEmpty ? "" : "<h2>Labels that may be wrong</h2>\n" + figures.joined(separator: "\n")
  }

  private var skipped: String {
    let lines = contents.skipped.prefix(1000).map { picture in
      "<li>\(Self.escaped(picture.source.onOneLine)): \(Self.escaped((picture.fault ?? "no hand is found").onOneLine))</li>"
    }
    return lines.isEmpty ? "" : "<h2>Pictures not used</h2>\n<ul>\n\(lines.joined(separator: "\n"))\n</ul>"
  }

  // MARK: Drawings

  /// More gestures would not be seen in a picture.
  private static let mostDrawnGestures = 40

  private var confusions: String {
    let names = contents.gestures.map(\.name)
    guard names.count <= Self.mostDrawnGestures else {
      return "<p>\(names.count) gestures are too many for a picture of what they look like; the JSON report has it.</p>"
    }
    let places = Dictionary(names.enumerated().map { (NameKey($1), $0) }, uniquingKeysWith: { first, _ in first })
    let (cell, left, top) = (34, 150, 110)
    // Tilted names reach beyond the last column.
    let (width, height) = (left + (names.count + 1) * cell + 100, top + names.count * cell + 10)
    var parts: [String] = []
    for (index, name) in names.enumerated() {
      let label = Self.escaped(String(name.printable.prefix(18)))
      let middle = cell * index + cell / 2
      parts.append(#"<text x="\#(left - 8)" y="\#(top + middle + 4)" text-anchor="end">\#(label)</text>"#)
      parts.append(Self.tilted(label, x: left + middle, y: top - 8))
    }
    parts.append(Self.tilted("refused", x: left + names.count * cell + cell / 2, y: top - 8))
    for confusion in contents.confusions {
      guard let row = places[NameKey(confusion.gesture)] else { continue }
      let column = confusion.appearance.map { places[NameKey($0)] ?? names.count } ?? names.count
      let total = contents.gestures[row].exampleCount
      let share = total > 0 ? Double(confusion.count) / Double(total) : 0
      let (x, y) = (left + column * cell, top + row * cell)
      let color = row == column ? "#2a78d6" : "#c23b6b"
      parts.append(
        #"<rect x="\#(x)" y="\#(y)" width="\#(cell - 2)" height="\#(cell - 2)" rx="4" fill="\#(color)" "#
          + #"fill-opacity="\#(NumberText.fixed(0.15 + 0.7 * share, 2))"/>"#)
      parts.append(
        #"<text x="\#(x + cell / 2 - 1)" y="\#(y + cell / 2 + 4)" text-anchor="middle">\#(confusion.count)</text>"#)
    }
    return Self.figure(
      "What examples look like", "rows: what they are; columns: the gesture that each looks like", width, height, parts)
  }

  private static func tilted(_ label: String, x: Int, y: Int) -> String {
    #"<text x="\#(x)" y="\#(y)" transform="rotate(-45 \#(x) \#(y))">\#(label)</text>"#
  }

  private var rejectCurve: String {
    let curve = contents.rejectCurve
    let range = (curve.first?.relativeLimit ?? 0)...(curve.last?.relativeLimit ?? 1)
    var plot = Plot(x: range, xTitle: "limit, in units of the one that was chosen")
    plot.add("own poses kept", "known", curve.map { ($0.relativeLimit, $0.keptShare) })
    plot.add(
      "taken for another gesture, if their own were not known", "strangers",
      curve.compactMap { point in point.strangersAccepted.map { (point.relativeLimit, $0) } })
    plot.add(
      "other poses accepted", "others",
      curve.compactMap { point in point.backgroundAccepted.map { (point.relativeLimit, $0) } })
    return Self.figure(
      "Refusing", "what a stricter or a laxer limit would keep and accept", Plot.width, plot.height, plot.parts)
  }

  private var calibration: String {
    guard !contents.calibration.isEmpty else { return "" }
    var plot = Plot(x: 0...1, xTitle: "score")
    plot.add("scores that are right as often as they say", "others", [(0, 0), (1, 1)])
    plot.add("share that is right", "known", contents.calibration.map { ($0.meanScore, $0.rightShare) })
    return Self.figure(
      "Scores", "how often the best gesture is right, by its score", Plot.width, plot.height, plot.parts)
  }

  private static func figure(
    _ heading: String, _ caption: String, _ width: Int, _ height: Int, _ parts: [String]
  ) -> String {
    """
    <h2>\(heading)</h2>
    <svg viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" aria-label="\(caption)">
    \(parts.joined(separator: "\n"))
    </svg>
    <p>\(caption)</p>
    """
  }

  /// Text between tags or in an attribute.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

/// Lines over a range, with shares from 0 to 1.
private struct Plot {
  static let width = 560
  private static let (left, top, right, size) = (50, 10, 10, 240)

  private let range: ClosedRange<Double>
  private(set) var parts: [String]
  private var legend = 0

  var height: Int { Self.top + Self.size + 44 + legend * 20 }

  init(x range: ClosedRange<Double>, xTitle: String) {
    self.range = range
    parts = []
    let bottom = Self.top + Self.size
    for tenth in stride(from: 0, through: 10, by: 2) {
      let y = Self.y(Double(tenth) / 10)
      parts.append(#"<line class="grid" x1="\#(Self.left)" y1="\#(y)" x2="\#(Self.width - Self.right)" y2="\#(y)"/>"#)
      parts.append(#"<text x="\#(Self.left - 6)" y="\#(y + 4)" text-anchor="end">\#(tenth * 10) %</text>"#)
      let value = range.lowerBound + (range.upperBound - range.lowerBound) * Double(tenth) / 10
      parts.append(
        #"<text x="\#(x(value))" y="\#(bottom + 16)" text-anchor="middle">\#(NumberText.fixed(value, 1))</text>"#)
    }
    parts.append(
      #"<line class="axis" x1="\#(Self.left)" y1="\#(bottom)" x2="\#(Self.width - Self.right)" y2="\#(bottom)"/>"#)
    parts.append(#"<text x="\#(Self.width / 2)" y="\#(bottom + 34)" text-anchor="middle">\#(xTitle)</text>"#)
  }

  /// A line with its entry in the legend; nothing without points.
  mutating func add(_ name: String, _ style: String, _ points: [(x: Double, y: Double)]) {
    guard !points.isEmpty else { return }
    let places = points.map { "\(x($0.x)),\(Self.y($0.y))" }.joined(separator: " ")
    parts.append(#"<polyline class="line \#(style)" points="\#(places)"/>"#)
    let y = Self.top + Self.size + 54 + legend * 20
    parts.append(#"<circle class="\#(style) legend" cx="\#(Self.left + 6)" cy="\#(y - 4)" r="5"/>"#)
    parts.append(#"<text x="\#(Self.left + 18)" y="\#(y)">\#(name)</text>"#)
    legend += 1
  }

  private func x(_ value: Double) -> Int {
    let share = (value - range.lowerBound) / max(range.upperBound - range.lowerBound, 1e-9)
    return Self.left + Int((share * Double(Self.width - Self.left - Self.right)).rounded())
  }

  private static func y(_ share: Double) -> Int { top + Int(((1 - share) * Double(size)).rounded()) }
}
