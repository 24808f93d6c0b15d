import Foundation

/// The pictures of a folder.
package enum PictureFolder {
  /// The ends of the names of pictures that are read.
  private static let endings: Set<String> = [
    "png", "jpg", "jpeg", "jpe", "jfif", "webp", "heic", "heif", "avif", "gif", "bmp", "tif", "tiff", "ppm", "pgm",
    "pbm",
    "pnm", "pam", "jp2", "j2k",
  ]

  /// The pictures, by the ends of their names, sorted. Hidden files are left out unless they are asked for.
  package static func pictures(of folder: String, hidden: Bool = false) throws(VideoError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw VideoError(folder, .unreadable("the folder cannot be read"))
    }
    let pictures = names.filter { name in
      (hidden || !name.hasPrefix(".")) && endings.contains(URL(fileURLWithPath: name).pathExtension.lowercased())
    }
    guard !pictures.isEmpty else { throw VideoError(folder, .unusable("the folder has no pictures")) }
    return pictures.sorted().map { (folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/") + $0 }
  }
}
