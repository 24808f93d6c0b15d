import Mudra
import PixelImaging

/// Processes the pictures of a command: a bad one is reported, and the others are still processed.
struct PictureLoop {
  private let options: PictureOptions
  private let kind: HandTask.Kind
  private let drawings: DrawingTarget?
  private let writer: ResultPrinter

  /// A loop of a task over the pictures of the options.
  init(_ options: PictureOptions, _ kind: HandTask.Kind) throws {
    self.options = options
    self.kind = kind
    let inputs = ReadFiles(options.images + [try kind.bundlePath(options.hands)])
    drawings = try options.annotate.map { try DrawingTarget($0, pictures: options.images, inputs: inputs) }
    if let output = options.output { try inputs.check(output, option: "--output \(output)") }
    writer = try ResultPrinter(options.hands.resultFormat, output: options.output)
  }

  /// Processes every picture with the task and prints the results.
  func run() throws {
    let task = try HandTask(kind, options.hands, runningMode: .image)
    var status = ExitStatus.done
    try writer.begin()
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
    try writer.end()
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
    try writer.write(result)
    guard let drawings, let target = drawings.path(for: path) else { return }
    let drawing: [UInt8]
    do {
      drawing = try (DrawingFormat(path: target) ?? .png).data(of: result.drawn())
    } catch {
      throw CommandFailure(target, error)
    }
    try OutputFile.write(drawing, to: target, followsLink: !drawings.isFolder)
  }
}
