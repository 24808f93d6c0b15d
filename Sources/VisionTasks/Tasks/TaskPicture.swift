import PixelImaging

/// A picture that tasks take: an upright `PixelImage`, or an ``MPImage``, which also says how it is stored and where to
/// search.
public protocol TaskPicture: Sendable {
  /// The picture as a task uses it.
  ///
  /// - Parameter properties: what the task's options say of pictures.
  /// - Throws: `TaskError` for a mirrored orientation of which nothing is known, and for regions without an area.
  func taskFrame(_ properties: InputProperties) throws(TaskError) -> TaskFrame
}

extension PixelImage: TaskPicture {
  /// The upright picture.
  ///
  /// - Throws: nothing.
  public func taskFrame(_ properties: InputProperties) throws(TaskError) -> TaskFrame { TaskFrame(self) }
}

extension MPImage: TaskPicture {
  /// The picture with its orientation and search.
  ///
  /// - Throws: as the protocol says.
  public func taskFrame(_ properties: InputProperties) throws(TaskError) -> TaskFrame {
    try TaskFrame(self, properties: properties)
  }
}

extension TaskFrame {
  /// A frame from a picture with its orientation and search; throws as ``init(_:orientation:search:properties:)`` does.
  package init(_ picture: MPImage, properties: InputProperties) throws(TaskError) {
    try self.init(
      picture.pixels, orientation: picture.orientation, search: picture.search, properties: properties)
  }
}
