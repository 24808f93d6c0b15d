import Foundation
import Mudra
import PixelImaging

/// Where frames come from: a clip, standard input, or the pictures of a folder.
struct VideoSource {
  /// The milliseconds from one picture to the next, and between frames of a clip that does not state its rate.
  static let usualInterval: Double = 33

  private enum Input {
    case clip(Y4MReader)
    case pictures([String])
  }

  private let input: Input
  private let path: String
  private let interval: Double?
  private let limits: ImageLimits
  private var index = 0
  private var lastTimestamp = -1

  /// Opens the input: `-` for standard input, a clip, or a folder whose PNG and JPEG files are the frames, ordered by
  /// name.
  ///
  /// - Parameters:
  ///   - interval: milliseconds between frames; nil for the clip's own, or the default.
  ///   - limits: limits on the size of frames.
  init(_ path: String, interval: Double?, limits: ImageLimits) throws(CommandFailure) {
    self.path = path
    self.interval = interval
    self.limits = limits
    if InputFile.isFolder(path) {
      input = .pictures(try Self.pictures(in: path))
      return
    }
    if path != "-" { try InputFile.check(path) }
    do {
      input = .clip(
        try path == "-"
          ? Y4MReader(fileDescriptor: STDIN_FILENO, limits: limits) : Y4MReader(path: path, limits: limits))
    } catch {
      throw CommandFailure(Self.name(of: path), error)
    }
  }

  private static func pictures(in folder: String) throws(CommandFailure) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw CommandFailure(folder, "the folder cannot be read", .inputMissing)
    }
    let pictures = names.filter { name in
      ["png", "jpg", "jpeg"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
    }
    guard !pictures.isEmpty else { throw CommandFailure(folder, "the folder has no PNG or JPEG files") }
    return pictures.sorted().map { (folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/") + $0 }
  }

  /// The files that frames are read from; `-` for standard input.
  var paths: [String] {
    if case .pictures(let paths) = input { paths } else { [path] }
  }

  /// The total number of frames; nil for a clip, which does not state it.
  var frameCount: Int? {
    if case .pictures(let paths) = input { paths.count } else { nil }
  }

  /// Frames per second, for a clip made of these frames.
  var frameRate: Y4MFrameRate? {
    if interval == nil, case .clip(let reader) = input, let rate = reader.header.frameRate { return rate }
    // To a thousandth of a millisecond.
    return Y4MFrameRate(1_000_000, Int(((interval ?? Self.usualInterval) * 1000).rounded()))
  }

  /// Reads the next frame; nil after the last. An error affects only one picture of a folder, but ends a clip.
  mutating func nextFrame() throws(CommandFailure) -> VideoFrame? {
    switch input {
    case .clip(let reader):
      defer { index += 1 }
      do {
        guard let picture = try reader.nextFrame() else { return nil }
        return VideoFrame(source: path, image: PixelImage(picture), timestamp: nextTimestamp())
      } catch {
        throw CommandFailure(Self.name(of: path), error)
      }
    case .pictures(let paths):
      guard index < paths.count else { return nil }
      defer { index += 1 }
      do {
        return VideoFrame(
          source: paths[index], image: try PixelImage(contentsOfFile: paths[index], limits: limits),
          timestamp: nextTimestamp())
      } catch {
        throw CommandFailure(paths[index], error)
      }
    }
  }

  /// The time of the frame being read. Frames less than a millisecond apart get consecutive milliseconds.
  private mutating func nextTimestamp() -> Int {
    var timestamp = Int((Double(index) * (interval ?? Self.usualInterval)).rounded())
    if interval == nil, case .clip(let reader) = input, let rate = reader.header.frameRate {
      timestamp = rate.milliseconds(ofFrame: index)
    }
    lastTimestamp = max(timestamp, lastTimestamp + 1)
    return lastTimestamp
  }

  /// The name of the input in messages.
  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}
