import Foundation
import HandVideo
import PixelImaging

/// A small copy of a picture, for pages that need no other files.
enum Thumbnail {
  private static let side = 96

  /// The address of a small JPEG that holds its own bytes; nil for what is not a picture.
  static func address(ofPicture path: String, limits: ImageLimits) -> String? {
    guard let image = try? PictureReader.image(contentsOfFile: path, limits: limits).converted(to: .rgb) else {
      return nil
    }
    let longest = max(image.width, image.height)
    let (width, height) = (max(1, image.width * side / longest), max(1, image.height * side / longest))
    guard longest > side else { return (try? image.jpegData()).map(address) }
    let pixels = image.withUnsafeBytes { bytes in
      (0..<height).flatMap { y in
        (0..<width).flatMap { x in
          let place = y * image.height / height * image.rowByteStride + x * image.width / width * 3
          return [bytes[place], bytes[place + 1], bytes[place + 2]]
        }
      }
    }
    let small = try? PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
    return (try? small?.jpegData()).map(address)
  }

  private static func address(_ bytes: [UInt8]) -> String {
    "data:image/jpeg;base64," + Data(bytes).base64EncodedString()
  }
}
