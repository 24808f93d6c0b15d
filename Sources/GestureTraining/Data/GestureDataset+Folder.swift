import Foundation
import PixelImaging
import TFLiteFormat

extension GestureDataset {
  /// How far the reading of pictures is.
  public struct Progress: Sendable, Hashable {
    /// The pictures that are done.
    public let count: Int
    /// All pictures.
    public let total: Int
    /// The last one that was done.
    public let path: String
  }

  /// A picture file of a folder of gestures.
  public struct PictureFile: Sendable, Hashable {
    /// Its path.
    public let path: String
    /// The name of its folder.
    public let gesture: String
  }

  /// Adds the pictures of a folder that has a folder for each gesture, named as the gesture, as Model Maker's has.
  ///
  /// Folders named `none` or `None` have poses that are none of the gestures. A picture that cannot be read, or has no
  /// hand, is noted in ``skipped``. Hidden files, and files other than PNG and JPEG by their names, are ignored.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - embedder: finds the hands.
  ///   - limits: the limits on pictures.
  ///   - progress: is called after each picture.
  /// - Throws: `GestureTrainingError` for a folder that cannot be read or has a name that a gesture cannot have; and if
  ///   the caller's task is cancelled.
  public mutating func add(
    folder path: String, embedder: HandEmbedder, limits: ImageLimits = ImageLimits(),
    progress: (Progress) -> Void = { _ in }
  ) throws(GestureTrainingError) {
    try add(Self.pictures(inFolder: path), embedder: embedder, limits: limits, progress: progress)
  }

  /// Adds pictures.
  ///
  /// - Throws: `GestureTrainingError`, as for a folder.
  public mutating func add(
    _ files: [PictureFile], embedder: HandEmbedder, limits: ImageLimits = ImageLimits(),
    progress: (Progress) -> Void = { _ in }
  ) throws(GestureTrainingError) {
    for (index, file) in files.enumerated() {
      guard !Task.isCancelled else { throw .cancelled }
      do {
        let image = try PixelImage(contentsOfFile: file.path, limits: limits)
        try add(embedder.embedding(of: image), gesture: file.gesture, source: file.path)
      } catch let error as GestureTrainingError {
        throw error
      } catch let error as ImageError {
        try skip(file.path, gesture: file.gesture, fault: error.description)
      } catch {
        try skip(file.path, gesture: file.gesture, fault: "\(error)")
      }
      progress(Progress(count: index + 1, total: files.count, path: file.path))
    }
  }

  /// The pictures of a folder that has a folder for each gesture, in the order of the bytes of their paths.
  ///
  /// - Throws: `GestureTrainingError` for a folder that cannot be read or has a name that a gesture cannot have.
  public static func pictures(inFolder path: String) throws(GestureTrainingError) -> [PictureFile] {
    var files: [PictureFile] = []
    for gesture in try names(in: path) where isFolder("\(path)/\(gesture)") {
      if !GestureName.isBackground(gesture) { try GestureName.check(gesture) }
      files += try pictures(inFolder: "\(path)/\(gesture)", gesture: gesture)
    }
    return files
  }

  /// The pictures of a folder, all of one gesture.
  ///
  /// - Throws: `GestureTrainingError` for a folder that cannot be read.
  public static func pictures(
    inFolder path: String, gesture: String
  ) throws(GestureTrainingError) -> [PictureFile] {
    try names(in: path).filter { name in
      let ending = name.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) }
      return ["png", "jpg", "jpeg"].contains(ending?.lowercased()) && !isFolder("\(path)/\(name)")
    }.map { PictureFile(path: "\(path)/\($0)", gesture: gesture) }
  }

  private static func names(in path: String) throws(GestureTrainingError) -> [String] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }
      return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw .cannotRead(path: path, reason: isFolder(path) ? "no permission" : "there is no such folder")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
