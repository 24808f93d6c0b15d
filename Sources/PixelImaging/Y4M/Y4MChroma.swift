/// What chroma the frames of a YUV4MPEG2 clip have.
public enum Y4MChroma: Sendable, Hashable, CaseIterable {
  /// Luma alone.
  case gray
  /// A pair for 2 × 2 pixels. Variants differ in where it is sampled, by at most half a pixel, which is not regarded.
  case fourTwoZero
  /// A pair for two adjacent pixels.
  case fourTwoTwo
  /// A pair for every pixel.
  case fourFourFour
  /// A pair for every pixel, and a plane of alpha, which is passed over.
  case fourFourFourAlpha

  /// The chroma and the bits of a sample that a clip's parameter `C` names, such as `420jpeg` or `422p10`; nil for
  /// others.
  static func kind(of colorSpace: String) -> (Y4MChroma, bitDepth: Int)? {
    switch colorSpace {
    case "420", "420jpeg", "420mpeg2", "420paldv": return (.fourTwoZero, 8)
    case "422": return (.fourTwoTwo, 8)
    case "444": return (.fourFourFour, 8)
    case "444alpha": return (.fourFourFourAlpha, 8)
    case "mono": return (.gray, 8)
    default: break
    }
    // FFmpeg's names of clips with more bits.
    let names: [(String, Y4MChroma)] = [
      ("420p", .fourTwoZero), ("422p", .fourTwoTwo), ("444p", .fourFourFour), ("mono", .gray),
    ]
    for (name, chroma) in names where colorSpace.hasPrefix(name) {
      for bits in [9, 10, 12, 14, 16] where colorSpace == "\(name)\(bits)" { return (chroma, bits) }
    }
    return nil
  }

  /// The layout of the pictures that frames become. Gray gets neutral chroma.
  var format: YUVImage.Format {
    switch self {
    case .gray, .fourTwoZero: .i420
    case .fourTwoTwo: .i422
    case .fourFourFour, .fourFourFourAlpha: .i444
    }
  }
}
