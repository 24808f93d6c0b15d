import Foundation
import NIOCore

/// The files that are served: a fixed list, read once. No path from a request ever reaches the file system.
struct PageFiles: Sendable {
  /// A file.
  struct File: Sendable {
    let type: String
    let bytes: ByteBuffer
  }

  private var files: [String: File] = [:]
  /// How many files of the user's own page were left out: of a kind that is not served, or hidden.
  private(set) var leftOutCount = 0

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "json": "application/json", "txt": "text/plain; charset=utf-8",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "svg": "image/svg+xml", "woff2": "font/woff2", "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg",
  ]

  /// Where the user's own page is.
  static let ownPath = "/page/"
  private static let fileByteLimit = 16 << 20
  private static let ownFileLimit = 2000
  private static let ownByteLimit = 128 << 20
  private static let cardByteLimit = 256 << 10

  /// The files that come with the server, and what the user adds.
  ///
  /// - Parameter content: the user's own page and cards.
  /// - Throws: `StudioError` if one of them cannot be read.
  init(_ content: StudioContent) throws(StudioError) {
    guard let folder = Bundle.module.resourceURL?.appendingPathComponent("Page"),
      let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    else { throw StudioError(.start, "the page's files are not beside the program") }
    for name in names { _ = add(folder, name, at: "/" + name) }
    files["/"] = files["/index.html"]
    if let path = content.pageFolder { try addOwn(URL(fileURLWithPath: path)) }
    if let path = content.cardsPath { try addCards(path) }
  }

  /// Reads a file; returns how many bytes it has, or nil if it is not served.
  private mutating func add(_ folder: URL, _ name: String, at path: String) -> Int? {
    let url = folder.appendingPathComponent(name)
    guard let type = Self.types[url.pathExtension.lowercased()],
      let data = RegularFile.read(url.path, byteLimit: Self.fileByteLimit)
    else { return nil }
    files[path] = File(type: type, bytes: ByteBuffer(bytes: data))
    return data.count
  }

  private mutating func addOwn(_ folder: URL) throws(StudioError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue,
      let found = FileManager.default.enumerator(atPath: folder.path)
    else { throw StudioError(.start, "\(folder.path): not a folder that can be read") }
    var (count, byteCount) = (0, 0)
    for case let name as String in found {
      // Such as .git and .env, which are not meant to be seen.
      let isHidden = name.split(separator: "/").last?.hasPrefix(".") ?? true
      let isFolder = found.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      if isFolder, isHidden { found.skipDescendants() }
      guard !isFolder || isHidden else { continue }
      count += 1
      guard count <= Self.ownFileLimit else {
        throw StudioError(.start, "\(folder.path): more than \(Self.ownFileLimit) files: is it the folder of a page?")
      }
      guard !isHidden, let size = add(folder, name, at: Self.ownPath + Self.encoded(name)) else {
        leftOutCount += 1
        continue
      }
      byteCount += size
      guard byteCount <= Self.ownByteLimit else {
        throw StudioError(.start, "\(folder.path): more than \(Self.ownByteLimit >> 20) MB")
      }
    }
    guard let index = files[Self.ownPath + "index.html"] else {
      throw StudioError(.start, "\(folder.path): there is no index.html")
    }
    files[Self.ownPath] = index
  }

  /// A file's name as a browser asks for it.
  private static func encoded(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
  }

  private mutating func addCards(_ path: String) throws(StudioError) {
    guard let data = RegularFile.read(path, byteLimit: Self.cardByteLimit) else {
      throw StudioError(.start, "\(path): not a file that can be read, or larger than \(Self.cardByteLimit >> 10) KB")
    }
    do {
      let cards = try JSONDecoder().decode([StudioContent.Card].self, from: data)
      guard (1...StudioContent.cardLimit).contains(cards.count) else {
        throw StudioError(.start, "\(path): \(cards.count) cards, expected 1 to \(StudioContent.cardLimit)")
      }
    } catch let error as StudioError {
      throw error
    } catch {
      throw StudioError(.start, "\(path): not a list of cards, each with “sign”, “title” and “text”")
    }
    files["/cards.json"] = File(type: "application/json", bytes: ByteBuffer(bytes: data))
  }

  /// The file of a request's path, which may have a query.
  subscript(uri: String) -> File? {
    files[uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? uri]
  }

  /// The paths of all files.
  var paths: [String] { files.keys.sorted() }
}
