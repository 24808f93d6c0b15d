/// The built-in font: printable ASCII as lines and curves, which are drawn at any size.
///
/// Positions are in dots, to the right and down. Capital letters reach from 0 to the base line at 6, small ones from 2,
/// and descenders to 8; a line is one dot thick, and as wide around its ends.
enum StrokeFont {
  /// A straight part of a character's lines; a dot if both ends are the same.
  struct Segment {
    let start: PixelPoint
    let end: PixelPoint
  }

  /// A character's lines.
  struct Glyph {
    fileprivate(set) var segments: [Segment] = []
    /// Dots from this character to the next, two of which are its right edge and the gap.
    fileprivate(set) var advance: Int
  }

  /// Rows from the top of capital letters to the bottom of descenders.
  static let height = 8
  /// Dots around the text of a label.
  static let margin = 2

  /// The lines of a character; those of an empty box for one that the font lacks.
  static func glyph(of character: Character) -> Glyph {
    let index = character.asciiValue.map { Int($0) - 0x20 } ?? -1
    return glyphs.indices.contains(index) ? glyphs[index] : emptyBox
  }

  /// Dots from the left edge of a text's first character to the right edge of its last one.
  static func width(of text: String) -> Int {
    max(text.reduce(0) { $0 + glyph(of: $1).advance } - 1, 0)
  }

  // MARK: Paths

  private static let curvePartCount = 8

  /// A path in SVG's words: M moves, L draws a line, Q a curve with one control point; all positions are absolute.
  private static func glyph(_ path: String, advance: Int? = nil) -> Glyph {
    var glyph = Glyph(advance: 0)
    var (place, right) = (PixelPoint(x: 0, y: 0), Float(0))
    for command in path.split(separator: " ") {
      let numbers = command.dropFirst().split(separator: ",").map { Float($0) ?? 0 }
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map { PixelPoint(x: numbers[$0], y: numbers[$0 + 1]) }
      guard let target = points.last else { continue }
      switch command.first {
      case "L":
        glyph.segments.append(Segment(start: place, end: target))
      case "Q":
        var start = place
        for part in 1...curvePartCount {
          let t = Float(part) / Float(curvePartCount)
          let (first, second, third) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
          let end = PixelPoint(
            x: first * place.x + second * points[0].x + third * target.x,
            y: first * place.y + second * points[0].y + third * target.y)
          glyph.segments.append(Segment(start: start, end: end))
          start = end
        }
      default:
        break
      }
      place = target
      right = max(right, place.x)
    }
    glyph.advance = advance ?? Int(right.rounded()) + 2
    return glyph
  }

  private static let emptyBox = glyph("M0,0 L3,0 L3,6 L0,6 L0,0")

  /// From space to tilde. Digits have one width.
  private static let glyphs: [Glyph] = {
    let others = signsBeforeCapitals + capitals + signsBeforeSmall + small + lastSigns
    return [glyph("", advance: 3)] + signsBeforeDigits.map { glyph($0) } + digits.map { glyph($0, advance: 5) }
      + others.map { glyph($0) }
  }()

  private static let signsBeforeDigits = [
    "M0,0 L0,4 M0,6 L0,6",  // !
    "M0,0 L0,1.5 M2,0 L2,1.5",  // "
    "M1,0.5 L0.4,5.5 M3,0.5 L2.4,5.5 M0,2 L3.4,2 M0,4 L3.4,4",  // #
    "M3.8,0.9 Q3.3,0,2,0 Q0.2,0,0.2,1.5 Q0.2,2.7,2,3 Q4,3.3,4,4.5 Q4,6,2,6 Q0.5,6,0,5 M2,-0.7 L2,6.7",  // $
    "M1,0 Q0,0,0,1 Q0,2,1,2 Q2,2,2,1 Q2,0,1,0 M4,4 Q3,4,3,5 Q3,6,4,6 Q5,6,5,5 Q5,4,4,4 M4.2,0 L0.8,6",  // %
    "M4,6 L0.9,1.9 Q0.4,1.2,0.6,0.6 Q0.9,0,1.7,0 Q2.7,0,2.7,1.1 Q2.7,2,1.4,2.8 Q0,3.6,0,4.6 Q0,6,1.6,6 Q3.4,6,4,3.4",
    "M0,0 L0,1.5",  // '
    "M1.2,-0.3 Q0,1.2,0,3.2 Q0,5.2,1.2,6.8",  // (
    "M0,-0.3 Q1.2,1.2,1.2,3.2 Q1.2,5.2,0,6.8",  // )
    "M1.3,0 L1.3,2.8 M0,0.7 L2.6,2.1 M2.6,0.7 L0,2.1",  // *
    "M0,3.5 L3,3.5 M1.5,2 L1.5,5",  // +
    "M0.6,5.8 L0,7.3",  // ,
    "M0,3.5 L2,3.5",  // -
    "M0,6 L0,6",  // .
    "M2.4,-0.3 L0,6.6",  // /
  ]

  private static let digits = [
    "M1.5,0 Q0,0,0,3 Q0,6,1.5,6 Q3,6,3,3 Q3,0,1.5,0",
    "M0.4,1.4 L2,0 L2,6",
    "M0.1,1.5 Q0.2,0,1.6,0 Q3,0,3,1.5 Q3,2.6,1.8,3.8 L0,6 L3,6",
    "M0.1,0.9 Q0.5,0,1.5,0 Q2.9,0,2.9,1.5 Q2.9,2.9,1.3,2.9 Q3,2.9,3,4.4 Q3,6,1.5,6 Q0.4,6,0,5",
    "M2.3,6 L2.3,0 L0,4.3 L3.2,4.3",
    "M2.8,0 L0.4,0 L0.2,2.8 Q0.7,2.2,1.5,2.2 Q3,2.2,3,4.1 Q3,6,1.4,6 Q0.4,6,0,5.2",
    "M2.7,0.7 Q2.3,0,1.6,0 Q0,0,0,4 Q0,6,1.5,6 Q3,6,3,4.2 Q3,2.5,1.6,2.5 Q0.3,2.5,0,4",
    "M0,0 L3,0 L1,6",
    "M1.5,2.8 Q0.2,2.8,0.2,1.4 Q0.2,0,1.5,0 Q2.8,0,2.8,1.4 Q2.8,2.8,1.5,2.8 Q0,2.8,0,4.4 Q0,6,1.5,6 Q3,6,3,4.4 Q3,2.8,1.5,2.8",
    "M0.3,5.3 Q0.7,6,1.4,6 Q3,6,3,2 Q3,0,1.5,0 Q0,0,0,1.8 Q0,3.5,1.4,3.5 Q2.7,3.5,3,2",
  ]

  private static let signsBeforeCapitals = [
    "M0,2.6 L0,2.6 M0,6 L0,6",  // :
    "M0.6,2.6 L0.6,2.6 M0.6,5.8 L0,7.3",  // ;
    "M3,1.4 L0,3.5 L3,5.6",  // <
    "M0,2.5 L3,2.5 M0,4.5 L3,4.5",  // =
    "M0,1.4 L3,3.5 L0,5.6",  // >
    "M0,1.2 Q0.2,0,1.5,0 Q3,0,3,1.4 Q3,2.3,2.1,2.9 Q1.4,3.4,1.4,4.2 M1.4,6 L1.4,6",  // ?
    "M3.8,1.8 L3.6,3.2 Q3.3,4.6,2.5,4.6 Q1.5,4.6,1.5,3.2 Q1.5,1.6,2.7,1.6 Q3.4,1.6,3.7,2.4 M3.6,3.2 Q3.5,4.7,4.4,4.7 "
      + "Q5.3,4.6,5.3,3 Q5.3,0,2.7,0 Q0,0,0,3.2 Q0,6.3,2.8,6.3 Q3.8,6.3,4.4,5.9",  // @
  ]

  private static let capitals = [
    "M0,6 L2,0 L4,6 M0.7,4 L3.3,4",
    "M0,0 L0,6 L2.5,6 Q4,6,4,4.5 Q4,3,2.5,3 L0,3 M2.3,3 Q3.7,3,3.7,1.5 Q3.7,0,2.3,0 L0,0",
    "M4,1 Q3.4,0,2.2,0 Q0,0,0,3 Q0,6,2.2,6 Q3.4,6,4,5",
    "M0,0 L1.6,0 Q4,0,4,3 Q4,6,1.6,6 L0,6 L0,0",
    "M3.6,0 L0,0 L0,6 L3.6,6 M0,3 L3,3",
    "M3.6,0 L0,0 L0,6 M0,3 L3,3",
    "M4,1 Q3.4,0,2.2,0 Q0,0,0,3 Q0,6,2.2,6 Q4,6,4,4.4 L4,3.2 L2.4,3.2",
    "M0,0 L0,6 M4,0 L4,6 M0,3 L4,3",
    "M0,0 L2,0 M1,0 L1,6 M0,6 L2,6",
    "M3,0 L3,4.4 Q3,6,1.4,6 Q0.3,6,0,5",
    "M0,0 L0,6 M4,0 L0,3.6 M1.4,2.4 L4,6",
    "M0,0 L0,6 L3.4,6",
    "M0,6 L0,0 L2.5,4 L5,0 L5,6",
    "M0,6 L0,0 L4,6 L4,0",
    "M2,0 Q0,0,0,3 Q0,6,2,6 Q4,6,4,3 Q4,0,2,0",
    "M0,6 L0,0 L2.3,0 Q4,0,4,1.7 Q4,3.4,2.3,3.4 L0,3.4",
    "M2,0 Q0,0,0,3 Q0,6,2,6 Q4,6,4,3 Q4,0,2,0 M2.4,4.4 L4,6.4",
    "M0,6 L0,0 L2.3,0 Q4,0,4,1.7 Q4,3.4,2.3,3.4 L0,3.4 M2,3.4 L4,6",
    "M3.8,0.9 Q3.3,0,2,0 Q0.2,0,0.2,1.5 Q0.2,2.7,2,3 Q4,3.3,4,4.5 Q4,6,2,6 Q0.5,6,0,5",
    "M0,0 L4,0 M2,0 L2,6",
    "M0,0 L0,3.8 Q0,6,2,6 Q4,6,4,3.8 L4,0",
    "M0,0 L2,6 L4,0",
    "M0,0 L1.4,6 L3,1 L4.6,6 L6,0",
    "M0,0 L4,6 M4,0 L0,6",
    "M0,0 L2,3.2 L4,0 M2,3.2 L2,6",
    "M0,0 L4,0 L0,6 L4,6",
  ]

  private static let signsBeforeSmall = [
    "M1.2,-0.3 L0,-0.3 L0,6.8 L1.2,6.8",  // [
    "M0,-0.3 L2.4,6.6",  // \
    "M0,-0.3 L1.2,-0.3 L1.2,6.8 L0,6.8",  // ]
    "M0,2 L1.3,0 L2.6,2",  // ^
    "M0,7 L3,7",  // _
    "M0,-0.2 L0.9,0.8",  // `
  ]

  private static let small = [
    "M3,2 L3,6 M3,4 Q3,2,1.5,2 Q0,2,0,4 Q0,6,1.5,6 Q3,6,3,4",
    "M0,0 L0,6 M0,4 Q0,2,1.5,2 Q3,2,3,4 Q3,6,1.5,6 Q0,6,0,4",
    "M3,2.8 Q2.6,2,1.6,2 Q0,2,0,4 Q0,6,1.6,6 Q2.6,6,3,5.2",
    "M3,0 L3,6 M3,4 Q3,2,1.5,2 Q0,2,0,4 Q0,6,1.5,6 Q3,6,3,4",
    "M0,4 L3,4 Q3,2,1.5,2 Q0,2,0,4 Q0,6,1.6,6 Q2.5,6,3,5.3",
    "M2.4,0 Q1,0,1,1.4 L1,6 M0,2 L2.3,2",
    "M3,2 L3,6.6 Q3,8,1.5,8 Q0.7,8,0.2,7.5 M3,4 Q3,2,1.5,2 Q0,2,0,4 Q0,6,1.5,6 Q3,6,3,4",
    "M0,0 L0,6 M0,3.6 Q0.4,2,1.7,2 Q3,2,3,3.4 L3,6",
    "M0,2 L0,6 M0,0.2 L0,0.2",
    "M1,2 L1,6.7 Q1,8,0,8 M1,0.2 L1,0.2",
    "M0,0 L0,6 M2.8,2 L0,4.4 M1.1,3.5 L3,6",
    "M0,0 L0,5 Q0,6,1,6",
    "M0,2 L0,6 M0,3.5 Q0.3,2,1.3,2 Q2.5,2,2.5,3.3 L2.5,6 M2.5,3.5 Q2.8,2,3.8,2 Q5,2,5,3.3 L5,6",
    "M0,2 L0,6 M0,3.6 Q0.4,2,1.7,2 Q3,2,3,3.4 L3,6",
    "M1.5,2 Q0,2,0,4 Q0,6,1.5,6 Q3,6,3,4 Q3,2,1.5,2",
    "M0,2 L0,8 M0,4 Q0,2,1.5,2 Q3,2,3,4 Q3,6,1.5,6 Q0,6,0,4",
    "M3,2 L3,8 M3,4 Q3,2,1.5,2 Q0,2,0,4 Q0,6,1.5,6 Q3,6,3,4",
    "M0,2 L0,6 M0,3.8 Q0.4,2,2.1,2",
    "M2.8,2.7 Q2.4,2,1.5,2 Q0.2,2,0.2,3 Q0.2,3.9,1.5,4 Q3,4.1,3,5 Q3,6,1.5,6 Q0.4,6,0,5.3",
    "M1,0.6 L1,4.8 Q1,6,2.3,6 M0,2 L2.3,2",
    "M0,2 L0,4.6 Q0,6,1.4,6 Q2.6,6,3,4.4 M3,2 L3,6",
    "M0,2 L1.5,6 L3,2",
    "M0,2 L1.2,6 L2.5,2.6 L3.8,6 L5,2",
    "M0,2 L3,6 M3,2 L0,6",
    "M0,2 L1.6,6 M3,2 L1.3,7 Q1,8,0,8",
    "M0,2 L3,2 L0,6 L3,6",
  ]

  private static let lastSigns = [
    "M1.6,-0.3 Q0.7,-0.3,0.7,0.8 L0.7,2.4 Q0.7,3.3,0,3.3 Q0.7,3.3,0.7,4.2 L0.7,5.7 Q0.7,6.8,1.6,6.8",  // {
    "M0,-0.3 L0,6.8",  // |
    "M0,-0.3 Q0.9,-0.3,0.9,0.8 L0.9,2.4 Q0.9,3.3,1.6,3.3 Q0.9,3.3,0.9,4.2 L0.9,5.7 Q0.9,6.8,0,6.8",  // }
    "M0,3.8 Q0.2,2.9,1,2.9 Q1.5,2.9,2,3.4 Q2.5,3.9,3,3.9 Q3.8,3.9,4,3",  // ~
  ]
}
