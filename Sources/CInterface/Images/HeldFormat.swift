/// MediaPipe's image formats that C can create, with its numbers.
enum HeldFormat: Int32 {
  case srgb = 1
  case srgba = 2
  case gray8 = 3
  case gray16 = 4
  case srgb48 = 7
  case srgba64 = 8
  case vec32f1 = 9
  case vec32f2 = 12
  case vec32f4 = 13

  /// Numbers of a pixel.
  var channelCount: Int {
    switch self {
    case .gray8, .gray16, .vec32f1: 1
    case .vec32f2: 2
    case .srgb, .srgb48: 3
    case .srgba, .srgba64, .vec32f4: 4
    }
  }

  /// Bytes of a number.
  var byteDepth: Int {
    switch self {
    case .srgb, .srgba, .gray8: 1
    case .gray16, .srgb48, .srgba64: 2
    case .vec32f1, .vec32f2, .vec32f4: 4
    }
  }

  /// MediaPipe's name of a format's number.
  static func name(_ number: Int32) -> String { HeldFormat(rawValue: number).map { "\($0)".uppercased() } ?? "UNKNOWN" }

  /// What MediaPipe's errors call the formats of a number of bytes.
  static func expected(byteDepth: Int) -> String {
    switch byteDepth {
    case 1: "GRAY8, SRGB, or SRGBA for uint8_t"
    case 2: "GRAY16, SRGB48, or SRGBA64 for uint16_t"
    default: "VEC32F1, VEC32F2, or VEC32F4 for float"
    }
  }

  /// The name in C of a number of bytes.
  static func typeName(byteDepth: Int) -> String {
    switch byteDepth {
    case 1: "uint8_t"
    case 2: "uint16_t"
    default: "float"
    }
  }
}
