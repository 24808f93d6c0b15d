import Foundation
import PixelImaging
import TestSupport
import Testing

/// A picture of 3 × 2 pixels, and the orientation that other programs read from it; see `Fixtures/make_fixtures.py`.
struct OrientationCase: Decodable, CustomTestStringConvertible {
  let name: String
  /// The programs among Pillow and exiftool that agree.
  let by: String
  let file: Data
  private let orientation: Int

  static let all: [OrientationCase] = {
    let file = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("orientations.json")
    return (try? JSONDecoder().decode([OrientationCase].self, from: Data(contentsOf: file))) ?? []
  }()

  /// The cases of one format.
  static func all(_ format: PixelImage.EncodedFormat) -> [OrientationCase] {
    all.filter { $0.name.hasPrefix(format.rawValue) }
  }

  static func named(_ name: String) -> OrientationCase? { all.first { $0.name == name } }

  var testDescription: String { "\(name) (\(by))" }

  var bytes: [UInt8] { [UInt8](file) }

  var expected: ImageOrientation? { ImageOrientation(exif: orientation) }
}
