extension YUVImage {
  /// Rows of samples in memory: a plane of a ``YUVImage``.
  public struct Plane: Sendable {
    /// Bytes from the start of one row to the start of the next; nil for rows without gaps.
    public let rowByteStride: Int?
    private let storage: PixelStorage
    /// Where the first row starts.
    private let start: Int

    /// A plane from bytes in an array, which may contain more than the plane.
    ///
    /// - Parameters:
    ///   - bytes: the samples, top row first.
    ///   - start: where the first row starts, from 0 to the number of bytes.
    ///   - rowByteStride: bytes from one row to the next; nil means rows without gaps. The last row may end at its last
    ///     sample.
    public init(bytes: [UInt8], start: Int = 0, rowByteStride: Int? = nil) {
      precondition((0...bytes.count).contains(start), "a plane starts within its bytes")
      storage = .array(bytes)
      self.start = start
      self.rowByteStride = rowByteStride
    }

    /// A plane that refers to memory elsewhere without copying it.
    ///
    /// - Parameters:
    ///   - unownedBytes: memory that must stay valid and unchanged as long as the plane is in use.
    ///   - rowByteStride: bytes from one row to the next; nil means rows without gaps. The last row may end at its last
    ///     sample.
    ///   - owner: an object that keeps that memory alive; the plane retains it.
    public init(
      unownedBytes: UnsafeRawBufferPointer, rowByteStride: Int? = nil, owner: (any AnyObject & Sendable)? = nil
    ) {
      storage = .unowned(UnownedPixels(bytes: unownedBytes, owner: owner))
      start = 0
      self.rowByteStride = rowByteStride
    }

    /// Bytes from the first row on.
    var byteCount: Int { storage.withUnsafeBytes { $0.count } - start }

    /// Calls `body` with the first row's address. The pointer is valid only during the call.
    ///
    /// - Precondition: the plane is not empty.
    func withUnsafePointer<R>(_ body: (UnsafeRawPointer) -> R) -> R {
      storage.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { preconditionFailure("a plane that was checked has bytes") }
        return body(base + start)
      }
    }
  }
}
