/// The built-in font: printable ASCII in 5 × 8 dots, seven rows above the base line and one below.
enum BitmapFont {
  /// Dots of a character, across.
  static let glyphWidth = 5
  /// Rows of a character.
  static let glyphHeight = 8
  /// Dots from one character to the next.
  static let cellWidth = 6
  /// Rows from one line to the next.
  static let cellHeight = 9
  /// Dots around the text of a label.
  static let margin = 2

  /// The rows of a character from the top; in each, bit 4 is the left dot. Characters that the font lacks show as an
  /// empty box.
  static func rows(of character: Character) -> [UInt8] {
    let index = character.asciiValue.map { Int($0) - 0x20 } ?? -1
    let glyph = glyphs.indices.contains(index) ? glyphs[index] : emptyBox
    return (0..<glyphHeight).map { row in
      UInt8(truncatingIfNeeded: glyph >> UInt64(glyphWidth * (glyphHeight - 1 - row))) & 0x1F
    }
  }

  /// The outline of a character's dots above the base line.
  private static let emptyBox: UInt64 = 0xFC_6318_C7E0

  /// Eight rows of five bits each, the top row in the highest bits, from space to tilde.
  private static let glyphs: [UInt64] = [
    0x0000000000,  // space
    0x2108420080,  // !
    0x5294000000,  // "
    0x52BEAFA940,  // #
    0x23E8E2F880,  // $
    0xC644444C60,  // %
    0x64A88AC9A0,  // &
    0x2110000000,  // '
    0x1110841040,  // (
    0x4104211100,  // )
    0x012AEA9000,  // *
    0x0109F21000,  // +
    0x0000061088,  // ,
    0x0001F00000,  // -
    0x0000003180,  // .
    0x0844444200,  // /
    0x74675CC5C0,  // 0
    0x23084211C0,  // 1
    0x74422223E0,  // 2
    0xF88820C5C0,  // 3
    0x11952F8840,  // 4
    0xFC3C10C5C0,  // 5
    0x3221E8C5C0,  // 6
    0xF844442100,  // 7
    0x7462E8C5C0,  // 8
    0x7462F08980,  // 9
    0x0318063000,  // :
    0x0318061088,  // ;
    0x1111041040,  // <
    0x003E0F8000,  // =
    0x4104111100,  // >
    0x7442220080,  // ?
    0x746F5B41E0,  // @
    0x7463F8C620,  // A
    0xF463E8C7C0,  // B
    0x74610845C0,  // C
    0xF46318C7C0,  // D
    0xFC21E843E0,  // E
    0xFC21E84200,  // F
    0x746178C5E0,  // G
    0x8C63F8C620,  // H
    0x71084211C0,  // I
    0x3884214980,  // J
    0x8CA98A4A20,  // K
    0x84210843E0,  // L
    0x8EEB58C620,  // M
    0x8E7359CE20,  // N
    0x746318C5C0,  // O
    0xF463E84200,  // P
    0x74631AC9A0,  // Q
    0xF463EA4A20,  // R
    0x7C20E087C0,  // S
    0xF908421080,  // T
    0x8C6318C5C0,  // U
    0x8C6318A880,  // V
    0x8C635AEE20,  // W
    0x8C54454620,  // X
    0x8C54421080,  // Y
    0xF8444443E0,  // Z
    0x72108421C0,  // [
    0x8410410420,  // \
    0x70842109C0,  // ]
    0x22A2000000,  // ^
    0x000000001F,  // _
    0x4100000000,  // `
    0x001C17C5E0,  // a
    0x843D18C7C0,  // b
    0x001F0841E0,  // c
    0x085F18C5E0,  // d
    0x001D1FC1E0,  // e
    0x323C842100,  // f
    0x001F18BC2E,  // g
    0x843D18C620,  // h
    0x20184211C0,  // i
    0x100C210A4C,  // j
    0x84254E4A20,  // k
    0x61084211C0,  // l
    0x00355AD6A0,  // m
    0x003D18C620,  // n
    0x001D18C5C0,  // o
    0x003D18FA10,  // p
    0x001F18BC21,  // q
    0x002D984200,  // r
    0x001F0707C0,  // s
    0x423C8424C0,  // t
    0x002318C5E0,  // u
    0x002318A880,  // v
    0x00235AD540,  // w
    0x0022A22A20,  // x
    0x002318BC2E,  // y
    0x003E2223E0,  // z
    0x1908821060,  // {
    0x2108421080,  // |
    0xC108221300,  // }
    0x0011510000,  // ~
  ]
}
