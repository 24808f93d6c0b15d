import MudraPlatform
import PixelImaging

/// The format of a drawing, by the ending of its file's name.
enum DrawingFormat {
  case png, jpeg

  /// The quality of a drawing as JPEG, of 100.
  static let quality = 90

  /// The format for a path; nil for an ending that stands for another format, or for none. A device or pipe, whose name
  /// nobody chose, gets PNG.
  init?(path: String) {
    let ending = path.utf8.lastIndex(of: UInt8(ascii: ".")).map { path[$0...].lowercased() } ?? ""
    switch ending {
    case ".png": self = .png
    case ".jpg", ".jpeg": self = .jpeg
    default:
      guard FileIdentity(path) == nil, FileNames.kind(of: path) != nil else { return nil }
      self = .png
    }
  }

  /// The picture as a file.
  func data(of picture: PixelImage) throws(ImageError) -> [UInt8] {
    switch self {
    case .png: try picture.pngData()
    case .jpeg: try picture.jpegData(quality: Self.quality)
    }
  }
}
