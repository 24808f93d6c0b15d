import Foundation
import PixelImaging
import TestSupport

/// A folder of pictures, good and bad ones.
struct PictureFolder {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Adds a small gray picture without hands.
  @discardableResult func addGray(_ name: String) throws -> String {
    try PixelImage(width: 32, height: 24, format: .gray, pixels: [UInt8](repeating: 90, count: 32 * 24))
      .writePNG(toFile: folder.path(name))
    return folder.path(name)
  }

  /// Adds a rendered picture with a hand.
  @discardableResult func addHand(_ name: String, _ picture: String = "Victory_left") throws -> String {
    try folder.write(TestFiles.bytes(TestFiles.picture(picture)), as: name)
  }

  /// Adds a picture that is cut short.
  @discardableResult func addCut(_ name: String) throws -> String {
    try folder.write(Array(TestFiles.bytes(TestFiles.picture("two_0")).prefix(5000)), as: name)
  }

  /// Pictures of all kinds: paths in order, the last one of no file.
  static func mixed() throws -> (folder: PictureFolder, paths: [String]) {
    let pictures = try PictureFolder()
    var paths: [String] = []
    for round in 0..<3 {
      paths.append(try pictures.addHand("\(round)a.png"))
      paths.append(try pictures.addGray("\(round)b.png"))
      paths.append(try pictures.addCut("\(round)c.png"))
      paths.append(try pictures.addHand("\(round)d.png", "two_0"))
    }
    return (pictures, paths + [pictures.folder.path("missing.png")])
  }
}
