#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  /// Gives back the memory of a buffer; called with the caller's pointer and the address.
  public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (_ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?) -> Void

  /// Gives back the memory of a buffer with planes; called with the caller's pointer, the memory and its size, and the
  /// number and addresses of the planes.
  public typealias CVPixelBufferReleasePlanarBytesCallback =
    @convention(c) (
      _ releaseRefCon: UnsafeMutableRawPointer?, _ dataPtr: UnsafeRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
      _ planeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void

  /// Makes a buffer of zeros: BGRA, or luma and chroma in two planes (`420v`, `420f`).
  ///
  /// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelFormat` or
  ///   `kCVReturnAllocationFailed`.
  @discardableResult
  public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
  ) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard width > 0, height > 0 else { return kCVReturnInvalidSize }
    guard let layout = PixelMemory.layout(pixelFormatType, width: width, height: height) else {
      return kCVReturnInvalidPixelFormat
    }
    guard let memory = PixelMemory.zeros(layout) else { return kCVReturnAllocationFailed }
    pixelBufferOut.pointee = CVPixelBuffer(width: width, height: height, format: pixelFormatType, .memory(memory))
    return kCVReturnSuccess
  }

  /// Makes a buffer of memory that the caller has, in one plane, without copying it.
  ///
  /// The memory holds `height` rows of `bytesPerRow` bytes until `releaseCallback` is called, when the buffer and all
  /// pictures of it are gone. Any format is taken; a picture takes BGRA only.
  /// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, or `kCVReturnInvalidArgument` for rows whose bytes cannot
  ///   be counted and for formats with planes.
  @discardableResult
  public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
    _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
  ) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard width > 0, height > 0 else { return kCVReturnInvalidSize }
    guard isCountable(bytesPerRow, height), PixelMemory.layout(pixelFormatType, width: 1, height: 1)?.count ?? 1 == 1
    else { return kCVReturnInvalidArgument }
    let plane = PixelMemory.Plane(address: baseAddress, width: width, height: height, bytesPerRow: bytesPerRow)
    let memory = PixelMemory([plane], isPlanar: false) { releaseCallback?(releaseRefCon, baseAddress) }
    pixelBufferOut.pointee = CVPixelBuffer(width: width, height: height, format: pixelFormatType, .memory(memory))
    return kCVReturnSuccess
  }

  /// Makes a buffer of memory that the caller has, in planes, without copying it.
  ///
  /// A plane holds its height times its bytes per row until `releaseCallback` is called, when the buffer and all
  /// pictures of it are gone.
  /// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, or `kCVReturnInvalidArgument` for no plane, for one
  ///   whose bytes cannot be counted, and for a format without planes.
  @discardableResult
  public func CVPixelBufferCreateWithPlanarBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
    _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
    _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
    _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
  ) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard width > 0, height > 0 else { return kCVReturnInvalidSize }
    // A format without planes would be read by the height of the picture instead of the planes' heights.
    guard numberOfPlanes > 0, PixelMemory.layout(pixelFormatType, width: 1, height: 1)?.count != 1 else {
      return kCVReturnInvalidArgument
    }
    let planes = (0..<numberOfPlanes).map { index in
      PixelMemory.Plane(
        address: planeBaseAddress[index], width: planeWidth[index], height: planeHeight[index],
        bytesPerRow: planeBytesPerRow[index])
    }
    guard planes.allSatisfy({ $0.width >= 0 && isCountable($0.bytesPerRow, $0.height) }) else {
      return kCVReturnInvalidArgument
    }
    let memory = PixelMemory(planes, isPlanar: true) {
      var addresses = planes.map { UnsafeRawPointer($0.address) }
      releaseCallback?(releaseRefCon, dataPtr, dataSize, addresses.count, &addresses)
    }
    pixelBufferOut.pointee = CVPixelBuffer(width: width, height: height, format: pixelFormatType, .memory(memory))
    return kCVReturnSuccess
  }

  /// Whether neither number is negative and their product is a number.
  private func isCountable(_ bytesPerRow: Int, _ height: Int) -> Bool {
    bytesPerRow >= 0 && height >= 0 && !bytesPerRow.multipliedReportingOverflow(by: height).overflow
  }
#endif
