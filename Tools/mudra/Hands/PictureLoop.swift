import Mudra
import PixelImaging

/// Processes the pictures of a command: a bad one is reported, and the others are still processed.
struct PictureLoop {
  private let options: PictureOptions
  private let drawings: DrawingTarget?

  /// A loop over the pictures of the options.
  init(_ options: PictureOptions) throws {
    self.options = options
    drawings = try options.annotate.map { try DrawingTarget($0, pictures: options.images) }
  }

  /// Processes every picture with a task and prints the results.
  func run(_ kind: HandTask.Kind) throws {
    let task = try HandTask(kind, options.hands, runningMode: .image)
    var status = ExitStatus.done
    for (index, path) in options.images.enumerated() {
      if options.images.count > 1 {
        StandardStreams.note("[\(index + 1)/\(options.images.count)] \(path)")
      }
      do throws(CommandFailure) {
        try process(path, task)
      } catch {
        // Standard output cannot be written: the other pictures would fail as well.
        if error.path == "standard output" { throw error }
        StandardStreams.report(error)
        status = max(status, error.status)
      }
    }
    guard status == .done else { throw status }
  }

  private func process(_ path: String, _ task: HandTask) throws(CommandFailure) {
    try InputFile.check(path)
    let image: PixelImage
    do {
      image = try PixelImage(contentsOfFile: path, limits: options.hands.pictures.limits)
    } catch {
      throw CommandFailure(path, error)
    }
    let result = try task.result(of: image, source: path)
    try StandardStreams.print(options.hands.json ? result.json.text : result.text)
    if let target = drawings?.path(for: path) {
      do {
        try result.drawn().writePNG(toFile: target)
      } catch {
        throw CommandFailure(target, error)
      }
    }
  }
}
