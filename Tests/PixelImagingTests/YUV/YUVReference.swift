import Foundation
import PixelImaging
import TestSupport
import Testing

/// Samples and the colors that other libraries compute from them; see `Fixtures/make_fixtures.py`.
struct YUVReference: Decodable, CustomTestStringConvertible {
  /// The library that computed the colors.
  let by: String
  private let format, matrix, range, samples: String
  private let width, height: Int
  private let rgbText: String

  private enum CodingKeys: String, CodingKey {
    case by, format, matrix, range, samples, width, height
    case rgbText = "rgb"
  }

  static var all: [YUVReference] {
    get throws {
      let file = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("yuv.json")
      return try JSONDecoder().decode([YUVReference].self, from: Data(contentsOf: file))
    }
  }

  var testDescription: String { "\(by), \(format) \(matrix) \(range)" }

  var picture: YUVImage {
    get throws {
      let formats: [String: YUVImage.Format] = ["nv12": .nv12, "i420": .i420, "yuyv": .yuyv]
      let encoding = YUVImage.Encoding(
        matrix: matrix == "bt601" ? .bt601 : .bt709, range: range == "video" ? .video : .full)
      return try YUVImage(
        width: width, height: height, format: formats[format] ?? .nv12, encoding: encoding, pixels: Self.bytes(samples))
    }
  }

  var rgb: [UInt8] { Self.bytes(rgbText) }

  private static func bytes(_ text: String) -> [UInt8] {
    var digits = text.utf8.makeIterator()
    var bytes: [UInt8] = []
    while let high = digits.next(), let low = digits.next() {
      bytes.append(16 * value(high) + value(low))
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8 {
    digit < 58 ? digit - 48 : digit - 87
  }
}
