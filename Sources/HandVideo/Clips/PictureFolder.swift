import Foundation

/// The pictures of a folder.
package enum PictureFolder {
  private static let endings = ["png", "jpg", "jpeg"]

  /// The PNG and JPEG files, by the ends of their names, sorted. Hidden files are left out unless they are asked for.
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
    guard !pictures.isEmpty else { throw VideoError(folder, .unusable("the folder has no PNG or JPEG files")) }
    return pictures.sorted().map { (folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/") + $0 }
  }
}
