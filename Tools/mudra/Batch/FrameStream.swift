import Foundation
import Mudra
import MudraPlatform

/// Pictures on standard input, each with a name and its length before it.
///
/// A frame is the number of bytes of the id, the id, the number of bytes of the picture, and these bytes. Both numbers
/// have 32 bits, lowest byte first.
struct FrameStream: PictureInputs {
  /// The most bytes of an id.
  static let idByteLimit = 4096
  /// Memory is taken in steps of this, as bytes arrive, whatever number was announced.
  private static let step = 1 << 20

  private let file = OpenFile(borrowing: STDIN_FILENO)
  private let limits: ImageLimits
  private var number = 0

  /// Frames with pictures within limits.
  init(limits: ImageLimits) {
    self.limits = limits
  }

  var count: Int? { nil }

  mutating func next() throws(CommandFailure) -> PictureInput? {
    number += 1
    guard let idLength = try length(mayEnd: true) else { return nil }
    guard idLength <= Self.idByteLimit else {
      throw broken("an id of \(idLength) bytes, expected at most \(Self.idByteLimit)")
    }
    let idBytes = try bytes(idLength, of: "id")
    let id = String(decoding: idBytes, as: UTF8.self)
    guard let byteCount = try length(mayEnd: false) else { return nil }
    guard byteCount <= limits.fileByteCount else {
      try skip(byteCount)
      let failure = CommandFailure(id, .fileTooLarge(byteLimit: limits.fileByteCount))
      return PictureInput(source: id, content: .failure(failure))
    }
    let picture = try bytes(byteCount, of: "picture")
    // The answers to two such ids could not be told apart.
    guard id.utf8.elementsEqual(idBytes) else {
      let failure = CommandFailure(id, "the id of frame \(number) is not UTF-8", .badData, .unreadable)
      return PictureInput(source: id, content: .failure(failure))
    }
    return PictureInput(source: id, content: .bytes(picture))
  }

  // MARK: Parts

  /// A number; nil if the stream ends where a frame may begin.
  private func length(mayEnd: Bool) throws(CommandFailure) -> Int? {
    let bytes = try read(4)
    if bytes.isEmpty, mayEnd { return nil }
    guard bytes.count == 4 else { throw broken("the stream ends within a length") }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func bytes(_ count: Int, of part: String) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let expected = min(count - bytes.count, Self.step)
      let found = try read(expected)
      guard found.count == expected else {
        throw broken("the stream ends after \(bytes.count + found.count) of the \(part)'s \(count) bytes")
      }
      if bytes.isEmpty { bytes = found } else { bytes += found }
    }
    return bytes
  }

  /// So many bytes, or all that are left.
  private func read(_ count: Int) throws(CommandFailure) -> [UInt8] {
    do {
      return try file.bytes(upTo: count)
    } catch {
      throw broken(error.reason)
    }
  }

  private func skip(_ count: Int) throws(CommandFailure) {
    let skipped: Int
    do {
      skipped = try file.skip(count)
    } catch {
      throw broken(error.reason)
    }
    guard skipped == count else { throw broken("the stream ends within a picture") }
  }

  private func broken(_ reason: String) -> CommandFailure {
    CommandFailure("standard input", "frame \(number): \(reason)")
  }
}
