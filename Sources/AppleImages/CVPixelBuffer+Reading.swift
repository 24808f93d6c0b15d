#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  // MARK: Locking

  /// How a buffer is locked.
  public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Flags from their bits.
    public init(rawValue: UInt64) {
      self.rawValue = rawValue
    }

    /// For reading.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
  }

  /// Has the pixels in memory until the buffer is unlocked as often. A picture that the buffer was made of is copied
  /// into memory the first time.
  ///
  /// - Returns: `kCVReturnSuccess`, or `kCVReturnAllocationFailed`.
  @discardableResult
  public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags)
    -> CVReturn
  {
    guard pixelBuffer.memory != nil else { return kCVReturnAllocationFailed }
    return pixelBuffer.changeLocks(by: 1) ? kCVReturnSuccess : kCVReturnError
  }

  /// Ends a lock.
  ///
  /// - Returns: `kCVReturnSuccess`, or `kCVReturnError` for a buffer that is not locked.
  @discardableResult
  public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
  ) -> CVReturn {
    pixelBuffer.changeLocks(by: -1) ? kCVReturnSuccess : kCVReturnError
  }

  // MARK: The whole buffer

  /// Pixels of a row.
  public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

  /// Rows.
  public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

  /// The pixel format.
  public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }

  /// Where the rows start, or those of the first plane; nil if the system refuses the memory.
  public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.memory?.planes.first?.address
  }

  /// Bytes from the start of one row to the start of the next, in the first plane if there are several.
  public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.memory?.planes.first?.bytesPerRow ?? 0
  }

  /// The bytes of all planes.
  public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.memory?.planes.reduce(0) { $0 &+ $1.bytesPerRow * $1.height } ?? 0
  }

  // MARK: Planes

  /// Whether the format has planes.
  public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
    pixelBuffer.memory?.isPlanar ?? false
  }

  /// The number of planes; 0 for a format without.
  public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    guard let memory = pixelBuffer.memory, memory.isPlanar else { return 0 }
    return memory.planes.count
  }

  /// Where a plane starts; nil if there is no such plane.
  public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
  ) -> UnsafeMutableRawPointer? {
    plane(planeIndex, of: pixelBuffer)?.address
  }

  /// Samples of a plane's row, a pair of chroma counting as one; 0 if there is no such plane.
  public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.width ?? 0
  }

  /// A plane's rows; 0 if there is no such plane.
  public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.height ?? 0
  }

  /// Bytes from the start of one row of a plane to the start of the next; 0 if there is no such plane.
  public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.bytesPerRow ?? 0
  }

  private func plane(_ index: Int, of buffer: CVPixelBuffer) -> PixelMemory.Plane? {
    guard let memory = buffer.memory, memory.isPlanar, memory.planes.indices.contains(index) else { return nil }
    return memory.planes[index]
  }
#endif
