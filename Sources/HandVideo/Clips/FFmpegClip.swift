import Foundation
import MudraPlatform
import PixelImaging

/// A video file that FFmpeg encodes, under a passing name until it is complete.
package struct FFmpegClip: ClipWriter {
  /// The formats that are written, by the endings of names.
  private static let formats = ["mp4": "mp4", "m4v": "mp4", "mov": "mov", "mkv": "matroska"]

  /// The name as it was given, for messages.
  private let name: String
  private let path: String
  private let program: String
  private let format: String
  private let patience: Int
  private let unfinished: String
  private var child: ChildProcess?
  private var size = (width: 0, height: 0)

  /// Whether a name has the ending of a format that is written.
  package static func handles(_ path: String) -> Bool { format(of: path) != nil }

  private static func format(of path: String) -> String? {
    path.split(separator: ".").last.flatMap { formats[$0.lowercased()] }
  }

  /// A file at a path, which the first frame starts.
  package init(_ path: String, patience: Int) throws(VideoError) {
    name = path
    program = try FFmpeg.path(for: path)
    let resolved = FileNames.resolved(path)
    if let resolved, !FileNames.isRegularFile(resolved) {
      throw VideoError(path, .unusable("is not a regular file, which ffmpeg needs"))
    }
    let target = resolved ?? path
    self.path = target
    self.patience = patience
    format = Self.format(of: path) ?? "mp4"
    // By bytes: a slash with a mark behind it is another character.
    let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { target.utf8[...$0] } ?? "".utf8[...]
    let passing = ".mudra-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    unfinished = String(decoding: folder, as: UTF8.self) + passing
  }

  package mutating func write(_ picture: PixelImage, of frame: SourceFrame, rate: Y4MFrameRate?) throws(VideoError) {
    do {
      if child == nil {
        size = (picture.width, picture.height)
        StopSignals.setUnfinishedFile(unfinished)
        let child = try ChildProcess(
          program, try FFmpeg.writingArguments(unfinished, format: format, program: program, patience: patience),
          pipe: .standardInput, patience: patience)
        self.child = child
        try child.write(MatroskaWriter.header(width: size.width, height: size.height))
      }
      guard (picture.width, picture.height) == size else {
        let error = Y4MError.otherSize(
          width: picture.width, height: picture.height, expectedWidth: size.width, expectedHeight: size.height)
        throw VideoError(frame.source, .clip(error))
      }
      let pixels = Self.packedPixels(of: picture)
      try child?.write(MatroskaWriter.frameHeader(timestamp: frame.timestamp, pixelByteCount: pixels.count))
      try child?.write(pixels)
    } catch let failure as VideoError {
      throw failure
    } catch let failure as ChildFailure {
      // A child that does nothing is not waited for again.
      if case .stalled = failure { child = nil }
      throw abandoned(FFmpeg.reason(failure))
    } catch {
      throw abandoned("\(error)")
    }
  }

  /// Red, green and blue, rows without gaps.
  private static func packedPixels(of picture: PixelImage) -> [UInt8] {
    let image = picture.converted(to: .rgb)
    let rowByteCount = 3 * image.width
    return image.withUnsafeBytes { bytes in
      guard image.rowByteStride > rowByteCount else { return Array(bytes.prefix(rowByteCount * image.height)) }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(rowByteCount * image.height)
      for row in 0..<image.height {
        let start = row * image.rowByteStride
        pixels += bytes[start..<start + rowByteCount]
      }
      return pixels
    }
  }

  package mutating func finish() throws(VideoError) {
    guard let child else { return }
    let end = child.finish()
    if let note = child.notes.summary { throw abandoned("ffmpeg: \(note)") }
    guard end == .exit(0) else { throw abandoned(FFmpeg.reason(end)) }
    self.child = nil
    do {
      try FileNames.rename(unfinished, to: path)
    } catch {
      throw abandoned(error.reason)
    }
    StopSignals.setUnfinishedFile(nil)
  }

  /// Ends FFmpeg and removes what it has written. What FFmpeg said is closer to the cause than `reason`.
  private mutating func abandoned(_ reason: String) -> VideoError {
    var reason = reason
    if let child {
      _ = child.finish()
      if let note = child.notes.summary { reason = "ffmpeg: \(note)" }
    }
    child = nil
    FileNames.remove(unfinished)
    StopSignals.setUnfinishedFile(nil)
    return VideoError(name, .cannotWrite(reason))
  }
}
