import PixelImaging

/// A label's text in lines, and the size of its characters.
package struct LabelForm: Sendable, Hashable {
  /// The lines from the top.
  package let lines: [String]
  /// The thickness of the characters' lines in pixels.
  package let scale: Int
  /// Pixels of the widest line's box.
  package let width: Int
  /// Rows of all lines' boxes.
  package let height: Int

  /// Characters beyond these are not written.
  private static let maximumLength = 256

  private init(_ lines: [String], scale: Int) {
    self.lines = lines
    self.scale = scale
    width = lines.map { Canvas.labelSize($0, scale: scale).width }.max() ?? 0
    height = Canvas.labelSize("", scale: scale).height * lines.count
  }

  /// The ways to write a text in a picture of `width` × `height` pixels, the best first: in one line, then in several,
  /// with characters from `scale` down to 1, and then cut off. None if not even one character fits.
  package static func forms(of text: String, scale: Int, width: Int, height: Int) -> [LabelForm] {
    let text = String(text.prefix(maximumLength))
    let scales = (1...scale).reversed()
    let line = scales.map { LabelForm([text], scale: $0) }
    let several = scales.map { LabelForm(lines(of: text, width: width, scale: $0), scale: $0) }
    let whole = (line + several).filter { $0.width <= width && $0.height <= height && !$0.lines.isEmpty }
    return whole.isEmpty ? cut(text, width: width, height: height) : whole
  }

  /// The words in as few lines as possible; a word may be longer than a line.
  private static func lines(of text: String, width: Int, scale: Int) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, Canvas.labelSize("\(last) \(word)", scale: scale).width <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }

  /// As many lines, and as many characters of each, as there is space for.
  private static func cut(_ text: String, width: Int, height: Int) -> [LabelForm] {
    let shown = lines(of: text, width: width, scale: 1).prefix(height / Canvas.labelSize("").height)
    let cut = shown.map { line in
      var line = line
      while !line.isEmpty, Canvas.labelSize(line).width > width { line.removeLast() }
      return line
    }.filter { !$0.isEmpty }
    return cut.isEmpty ? [] : [LabelForm(cut, scale: 1)]
  }
}
