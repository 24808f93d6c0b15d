import ArgumentParser
import Foundation
import MudraPlatform
import TFLiteFormat

/// The files that a command reads and writes: it must not write over what it reads, nor twice to one file, by whatever
/// name.
struct FileRoles {
  /// Where an output goes. Devices and pipes have no place: any number of outputs may go to them.
  private enum Place: Hashable {
    case file(FileIdentity)
    /// A file that does not exist yet. Systems may take `X` for `x`.
    case name(String, folder: FileIdentity)

    init?(_ path: String) {
      if let identity = FileIdentity(path) {
        self = .file(identity)
        return
      }
      // By bytes: a slash with a mark behind it is another character.
      let name = path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()
      let folder = path.utf8.dropLast(name.count)
      let parent = folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self)
      guard FileNames.kind(of: path) == nil, let identity = FileIdentity(parent, kind: .folder) else { return nil }
      self = .name(OutputNames.folded(String(decoding: name, as: UTF8.self)), folder: identity)
    }
  }

  private var read: [FileIdentity: String] = [:]
  private var written: [Place: String] = [:]

  /// Files to read by their paths; `-` is standard input.
  init(reading paths: [String]) {
    for path in paths {
      let identity = path == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path)
      if let identity { read[identity] = path == "-" ? "standard input" : path }
    }
  }

  /// Takes a file for an output. Call it for every output before anything is written.
  ///
  /// - Parameter option: what the user asked for it with, as in `--output out.jsonl`.
  /// - Throws: `ValidationError` if the command reads the file, or if it is another output as well.
  mutating func write(_ output: String, option: String) throws {
    if let identity = FileIdentity(output), let name = read[identity] {
      throw ValidationError("\(option): would write over \(name)")
    }
    guard let place = Place(output) else { return }
    if let other = written.updateValue(option, forKey: place) {
      throw ValidationError("\(option): is also the file of \(other)")
    }
  }

  /// Takes a file for a model card, which may replace another one with the same first line, and nothing else.
  mutating func writeCard(_ card: String, title: String) throws {
    try write(card, option: card)
    guard FileIdentity(card) != nil else { return }
    let file = try? Bytes(contentsOfFile: card)
    guard file?.withUnsafeBytes({ $0.starts(with: (title + "\n").utf8) }) == true else {
      throw ValidationError(
        "\(card): already exists and is not a card that says “\(title)”; move it, or choose another name for the output"
      )
    }
  }
}
