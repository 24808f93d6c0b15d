import Foundation
import PixelImaging
import TestSupport

/// The system's `ffmpeg`, with which tests make videos, and programs that stand in for it.
enum FFmpegTool {
  /// Its path; nil where it is not installed.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/ffmpeg" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static var isPresent: Bool { path != nil }

  /// Runs it to its end.
  static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/nonexistent")
    process.arguments = ["-nostdin", "-loglevel", "error", "-y"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CommandRun.Failure(description: "ffmpeg failed: \(arguments)") }
  }

  /// Makes a video of the drawn clip's pictures.
  ///
  /// - Parameters:
  ///   - name: the file, whose ending is the format.
  ///   - options: options of the output.
  static func video(_ name: String, _ options: [String] = [], in folder: TemporaryFolder) throws -> String {
    let output = folder.path(name)
    try run(
      ["-framerate", "30", "-i", DrawnClip.folder.path + "/frame%03d.png"] + options
        + [output.hasPrefix("-") ? "file:\(output)" : output])
    return output
  }

  /// The frames of a video as PNG files in a folder, as FFmpeg extracts them.
  static func pictures(of video: String, in folder: TemporaryFolder) throws -> String {
    let pictures = folder.path("pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    try run(["-i", "file:\(video)", "-pix_fmt", "rgb24", "-vf", "setpts=N/(25*TB)", "-r", "25", pictures + "/%04d.png"])
    return pictures
  }

  /// A folder for `PATH` with a script by the name of `ffmpeg`, which can use the programs of the system.
  static func impostor(_ script: String, in folder: TemporaryFolder) throws -> [String: String] {
    let path = folder.path("programs")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let program = try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), as: "programs/ffmpeg")
    guard chmod(program, 0o755) == 0 else { throw CommandRun.Failure(description: "cannot make \(program) executable") }
    return ["PATH": "\(path):/usr/bin:/bin"]
  }
}
