import MudraPlatform
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
    /// The person or the session that it is of; nil if nothing is known of it.
    public var group: String?

    /// A picture of a gesture.
    public init(path: String, gesture: String, group: String? = nil) {
      self.path = path
      self.gesture = gesture
      self.group = group
    }
  }

  /// Adds the pictures of a folder that has a folder for each gesture, as a ``GestureFolder`` reads it. A picture that
  /// cannot be read, or has no hand, is noted in ``skipped``.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - embedder: finds the hands.
  ///   - limits: the limits on pictures.
  ///   - progress: is called after each picture.
  ///   - read: reads a picture; by default PNG and JPEG. `PictureReader.image` of HandVideo reads all kinds.
  /// - Throws: `GestureTrainingError` for a folder that cannot be read or has a name that a gesture cannot have; and if
  ///   the caller's task is cancelled.
  public mutating func add(
    folder path: String, embedder: HandEmbedder, limits: ImageLimits = ImageLimits(),
    progress: (Progress) -> Void = { _ in }, read: (String, ImageLimits) throws -> PixelImage = Self.image
  ) throws(GestureTrainingError) {
    try add(Self.pictures(inFolder: path), embedder: embedder, limits: limits, progress: progress, read: read)
  }

  /// Adds pictures.
  ///
  /// - Throws: `GestureTrainingError`, as for a folder.
  public mutating func add(
    _ files: [PictureFile], embedder: HandEmbedder, limits: ImageLimits = ImageLimits(),
    progress: (Progress) -> Void = { _ in }, read: (String, ImageLimits) throws -> PixelImage = Self.image
  ) throws(GestureTrainingError) {
    let gestures = Set(files.map(\.gesture).filter { !GestureName.isBackground($0) }.map(NameKey.init)).count
    guard gestures <= GestureTrainer.gestureLimit else {
      throw .tooManyGestures(count: gestures, limit: GestureTrainer.gestureLimit)
    }
    for (index, file) in files.enumerated() {
      guard !Task.isCancelled else { throw .cancelled }
      do {
        let image = try read(file.path, limits)
        try add(embedder.embedding(of: image), gesture: file.gesture, source: file.path, group: file.group)
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

  /// Reads a PNG or JPEG picture.
  ///
  /// - Throws: `ImageError`.
  public static func image(_ path: String, _ limits: ImageLimits) throws -> PixelImage {
    try PixelImage(contentsOfFile: path, limits: limits)
  }

  /// The pictures of a folder that has a folder for each gesture, in the order of the bytes of their paths.
  ///
  /// - Throws: `GestureTrainingError`, as ``GestureFolder/init(_:)``.
  public static func pictures(inFolder path: String) throws(GestureTrainingError) -> [PictureFile] {
    try GestureFolder(path).files
  }

  /// The pictures of a folder, all of one gesture; a folder in it has those of a person or session.
  ///
  /// - Throws: `GestureTrainingError` for a folder that cannot be read.
  public static func pictures(
    inFolder path: String, gesture: String
  ) throws(GestureTrainingError) -> [PictureFile] {
    let content = try FolderContent(path)
    var files = content.pictures.map { PictureFile(path: "\(path)/\($0)", gesture: gesture) }
    for group in content.folders {
      files += try FolderContent("\(path)/\(group)").pictures.map {
        PictureFile(path: "\(path)/\(group)/\($0)", gesture: gesture, group: PathText.shown(group))
      }
    }
    return files
  }
}
