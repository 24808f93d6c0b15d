import Foundation
import NIOCore

/// The page's files: a fixed list, read once. No path from a request ever reaches the file system.
struct PageFiles: Sendable {
  /// A file.
  struct File: Sendable {
    let type: String
    let bytes: ByteBuffer
  }

  private let files: [String: File]

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "png": "image/png", "svg": "image/svg+xml", "json": "application/json",
  ]

  /// The files that come with the server.
  ///
  /// - Throws: `StudioError` if they are not beside the program.
  init() throws(StudioError) {
    guard let folder = Bundle.module.resourceURL?.appendingPathComponent("Page"),
      let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    else { throw StudioError(.start, "the page's files are not beside the program") }
    var files: [String: File] = [:]
    for name in names {
      let url = folder.appendingPathComponent(name)
      guard let type = Self.types[url.pathExtension], let data = RegularFile.read(url.path, byteLimit: 16 << 20)
      else { continue }
      files["/" + name] = File(type: type, bytes: ByteBuffer(bytes: data))
    }
    files["/"] = files["/index.html"]
    self.files = files
  }

  /// The file of a request's path, which may have a query.
  subscript(uri: String) -> File? {
    files[uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? uri]
  }

  /// The paths of all files.
  var paths: [String] { files.keys.sorted() }
}
