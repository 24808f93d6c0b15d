import Foundation
import MudraPlatform

/// The pictures that the arguments of a command name: files, folders, patterns, and `-` for standard input.
struct ListedPictures: PictureInputs {
  /// All of them, in order.
  private(set) var pictures: [PictureInput] = []
  /// What was left out of folders, a line each.
  private(set) var notes: [String] = []
  private var index = 0

  /// Pictures that are known.
  init(_ pictures: [PictureInput]) {
    self.pictures = pictures
  }

  /// The pictures of some arguments. A file is taken by its name even if that looks like a pattern.
  ///
  /// - Parameter isRecursive: whether folders in folders are entered.
  init(arguments: [String], isRecursive: Bool) {
    for argument in arguments {
      if argument == "-" {
        pictures.append(PictureInput(source: argument, content: .standardInput))
      } else if argument.contains(where: "*?[".contains), FileNames.kind(of: argument) == nil {
        let matches = PathPattern.matches(of: argument)
        if matches.isEmpty { fail(CommandFailure(argument, "no file matches the pattern", .inputMissing, .missing)) }
        for match in matches { add(match, isRecursive: isRecursive) }
      } else {
        add(argument, isRecursive: isRecursive)
      }
    }
  }

  var count: Int? { pictures.count }

  mutating func next() -> PictureInput? {
    guard index < pictures.count else { return nil }
    defer { index += 1 }
    return pictures[index]
  }

  /// Adds a file, or the pictures of a folder.
  private mutating func add(_ path: String, isRecursive: Bool) {
    guard FileNames.isFolder(path) else {
      pictures.append(PictureInput(source: path, content: .file))
      return
    }
    do throws(CommandFailure) {
      let found = try InputFile.pictures(inFolder: path, isRecursive: isRecursive)
      pictures += found.paths.map { PictureInput(source: $0, content: .file) }
      if let note = found.note { notes.append(note) }
    } catch {
      fail(error)
    }
  }

  private mutating func fail(_ failure: CommandFailure) {
    pictures.append(PictureInput(source: failure.path, content: .failure(failure)))
  }
}
