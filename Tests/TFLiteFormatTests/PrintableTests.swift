import TFLiteFormat
import Testing

@Suite struct PrintableTests {
  @Test(arguments: [
    ("plain \\ \"text\"", "plain \\ \"text\""), ("été 手 😀 नि", "été 手 😀 नि"), ("e\u{301}", "e\u{301}"),
    ("\u{1B}[31m\u{7F}\0\t\r\n", "\\u{1b}[31m\\u{7f}\\u{0}\\u{9}\\u{d}\\u{a}"),
    ("\u{80}\u{85}\u{9B}2J\u{9F}", "\\u{80}\\u{85}\\u{9b}2J\\u{9f}"),
    ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
    ("\u{61C}\u{200E}\u{200F}", "\\u{61c}\\u{200e}\\u{200f}"),
    ("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}\\u{202e}"),
    ("\u{2066}\u{2067}\u{2068}\u{2069}", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"),
    ("\u{AD}\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}", "\\u{ad}\\u{200b}\\u{200c}\\u{200d}\\u{2060}\\u{feff}"),
    ("/\u{FE0F}x\u{FE00}\u{E0100}\u{E01EF}\u{180B}", "/\\u{fe0f}x\\u{fe00}\\u{e0100}\\u{e01ef}\\u{180b}"),
    ("x\u{E0001}\u{E0041}\u{E007F}", "x\\u{e0001}\\u{e0041}\\u{e007f}"),
    ("\u{115F}\u{1160}\u{3164}\u{FFA0}\u{34F}", "\\u{115f}\\u{1160}\\u{3164}\\u{ffa0}\\u{34f}"),
    ("\u{E000}\u{F0000}\u{FFFE}\u{FFFF}\u{FFF9}", "\\u{e000}\\u{f0000}\\u{fffe}\\u{ffff}\\u{fff9}"),
    ("\u{301}x", "\\u{301}x"), ("\u{1B}\u{301}", "\\u{1b}\\u{301}"),
    ("z" + String(repeating: "\u{300}", count: 9) + "y", "z" + String(repeating: "\u{300}", count: 8) + "\\u{300}y"),
    ("", ""),
  ])
  func `a terminal is shown what it would obey or hide`(_ text: String, _ shown: String) {
    #expect(Array(text.onOneLine.unicodeScalars) == Array(shown.unicodeScalars))
    #expect(Array(text.printable.unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test func `nothing of Unicode that is not shown passes`() {
    for value in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "x\(scalar)".onOneLine
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
      default: break
      }
    }
  }

  @Test func `a long text is cut by scalars, wherever that is in a character`() {
    let text = "x" + String(repeating: "\u{FE0F}", count: 1000)
    #expect(text.printable == "x" + String(repeating: "\\u{fe0f}", count: 79) + "…")
    #expect(String(repeating: "é", count: 80).printable.count == 80)
    #expect(String(repeating: "é", count: 81).printable == String(repeating: "é", count: 80) + "…")
  }

  @Test func `a reason is cut to its bytes, between two signs`() {
    #expect("abc".cut(toBytes: 3) == "abc")
    #expect("abcd".cut(toBytes: 3) == "abc…")
    // Two bytes each.
    #expect("éééé".cut(toBytes: 5) == "éé…")
    #expect("éééé".cut(toBytes: 4) == "éé…")
    #expect("😀😀".cut(toBytes: 7) == "😀…")
    #expect("😀".cut(toBytes: 0) == "…")
  }
}
