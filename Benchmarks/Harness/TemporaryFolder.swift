import Foundation
import PixelImaging

/// A folder for the files that child processes read; removed with the last reference to it.
final class TemporaryFolder {
  private let folder: URL

  /// Creates an empty folder.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file and returns its path.
  func file(_ data: Data, name: String) throws -> String {
    let file = folder.appendingPathComponent(name)
    try data.write(to: file)
    return file.path
  }

  /// Writes a picture and returns its path.
  func png(_ image: PixelImage, name: String) throws -> String {
    try file(Data(try image.pngData()), name: "\(name).png")
  }
}
