import Foundation
import HandRecording
import HandVideo
import Mudra
import MudraPlatform

/// Finds the hands of pictures, on one thread.
struct PictureWorker: Sendable {
  /// The answer for a picture.
  struct Answer: Sendable {
    /// The path of the picture, or what a stream calls it.
    let source: String
    /// The lines of the result or of the failure, if there are any.
    var text: String?
    /// The result, for a format without lines.
    var result: SessionResult?
    /// What is wrong with the picture's file outside its pixels.
    var notes: [String] = []
    /// What went wrong.
    var failure: CommandFailure?
    /// The picture with its hands, and the file for it.
    var drawing: (path: String, bytes: [UInt8])?
  }

  private let session: HandSession
  private let limits: ImageLimits
  private let text: PictureText
  private let drawings: DrawingTarget?

  /// A worker with a session that no other one uses.
  init(_ session: HandSession, limits: ImageLimits, text: PictureText, drawings: DrawingTarget?) {
    self.session = session
    self.limits = limits
    self.text = text
    self.drawings = drawings
  }

  /// Finds the hands of a picture.
  func answer(_ input: PictureInput) -> Answer {
    var answer = Answer(source: input.source)
    do throws(CommandFailure) {
      let result = try session.frame(image(input, &answer.notes), source: input.source)
      answer.text = text.text(of: result)
      if answer.text == nil { answer.result = result }
      if let path = drawings?.path(for: input.source) { answer.drawing = (path, try drawing(result, path)) }
    } catch {
      answer.failure = error
      answer.text = answer.text ?? text.text(of: error, for: input.source)
    }
    return answer
  }

  private func drawing(_ result: SessionResult, _ path: String) throws(CommandFailure) -> [UInt8] {
    do {
      return try (DrawingFormat(path: path) ?? .png).data(of: result.drawn())
    } catch {
      throw CommandFailure(path, error)
    }
  }

  // MARK: Pixels

  private func image(_ input: PictureInput, _ notes: inout [String]) throws(CommandFailure) -> PixelImage {
    let (source, bounds) = (input.source, ReadingBounds(limits: limits))
    let bytes: [UInt8]?
    switch input.content {
    case .file:
      try InputFile.check(source)
      bytes = nil
    case .standardInput: bytes = try standardInput(source)
    case .bytes(let given): bytes = given
    case .failure(let failure): throw failure
    }
    let picture = try CommandFailure.of { () throws(VideoError) in
      if let bytes { return try PictureReader.picture(encoded: bytes, name: source, bounds: bounds) }
      return try PictureReader.picture(contentsOfFile: source, bounds: bounds)
    }
    notes = picture.notes
    return picture.image
  }

  /// All bytes of standard input, unless there are too many.
  private func standardInput(_ source: String) throws(CommandFailure) -> [UInt8] {
    let file = OpenFile(borrowing: STDIN_FILENO)
    var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    do throws(SystemFailure) {
      while true {
        let count = try file.read(into: &block)
        if count == 0 { return bytes }
        bytes += block[..<count]
        guard bytes.count <= limits.fileByteCount else { break }
      }
    } catch {
      throw CommandFailure(source, error.reason, .badData, .unreadable)
    }
    throw CommandFailure(source, ImageError.fileTooLarge(byteLimit: limits.fileByteCount))
  }
}
