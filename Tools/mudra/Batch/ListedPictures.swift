import Foundation

/// The pictures that the arguments of a command name: files, folders, patterns, and `-` for standard input.
struct ListedPictures: PictureInputs {
  /// All of them, in order.
  let pictures: [PictureInput]
  private var index = 0

  /// Pictures that are known.
  init(_ pictures: [PictureInput]) {
    self.pictures = pictures
  }

  /// The pictures of some arguments. A file is taken by its name even if that looks like a pattern.
  init(arguments: [String]) {
    pictures = arguments.flatMap { argument in
      guard argument != "-" else { return [PictureInput(source: argument, content: .standardInput)] }
      guard argument.contains(where: "*?[".contains), access(argument, F_OK) != 0 else {
        return Self.pictures(at: argument)
      }
      let matches = Self.matches(of: argument)
      guard !matches.isEmpty else {
        let failure = CommandFailure(argument, "no file matches the pattern", .inputMissing, .missing)
        return [PictureInput(source: argument, content: .failure(failure))]
      }
      return matches.flatMap(Self.pictures)
    }
  }

  var count: Int? { pictures.count }

  mutating func next() -> PictureInput? {
    guard index < pictures.count else { return nil }
    defer { index += 1 }
    return pictures[index]
  }

  /// A file, or the PNG and JPEG files of a folder, sorted by name.
  private static func pictures(at path: String) -> [PictureInput] {
    guard InputFile.isFolder(path) else { return [PictureInput(source: path, content: .file)] }
    do {
      return try InputFile.pictures(inFolder: path).map { PictureInput(source: $0, content: .file) }
    } catch {
      return [PictureInput(source: path, content: .failure(error))]
    }
  }

  /// The paths that a shell's pattern matches, sorted by their bytes.
  private static func matches(of pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in paths[index].map { String(cString: $0) } }
  }
}
