import Mudra
import PixelImaging

/// Goes through the pictures of a command: a bad one is reported, the others still count.
struct PictureLoop {
  private let options: HandOptions
  private let drawings: DrawingTarget?

  /// A run over the pictures of the options.
  init(_ options: HandOptions) throws {
    self.options = options
    drawings = try options.annotate.map { try DrawingTarget($0, pictures: options.images) }
  }

  /// Processes every picture with `find` and prints what was found.
  func run(_ find: (_ image: Image, _ source: String) throws(TaskError) -> PictureResult) throws {
    var status = ExitStatus.done
    for (index, path) in options.images.enumerated() {
      if options.images.count > 1 {
        StandardStreams.note("[\(index + 1)/\(options.images.count)] \(path)")
      }
      do throws(CommandFailure) {
        try process(path, find)
      } catch {
        // Nobody to print for: the other pictures cannot help.
        if error.path == "standard output" { throw error }
        StandardStreams.report(error)
        status = max(status, error.status)
      }
    }
    guard status == .done else { throw status }
  }

  private func process(
    _ path: String, _ find: (_ image: Image, _ source: String) throws(TaskError) -> PictureResult
  ) throws(CommandFailure) {
    try InputFile.check(path)
    let image: Image
    do {
      image = try Image(contentsOfFile: path)
    } catch {
      throw CommandFailure(path, error)
    }
    let result: PictureResult
    do {
      result = try find(image, path)
    } catch {
      throw CommandFailure(path, error)
    }
    try StandardStreams.print(options.json ? result.json.text : result.text)
    if let target = drawings?.path(for: path) {
      do {
        try result.drawn().writePNG(toFile: target)
      } catch {
        throw CommandFailure(target, error)
      }
    }
  }
}
