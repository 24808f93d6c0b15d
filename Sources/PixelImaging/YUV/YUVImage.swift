/// A picture as cameras and decoders deliver it: luma for every pixel, chroma for every second one.
///
/// It is an immutable value. It holds its samples in arrays, or refers to the caller's memory without a copy;
/// ``PixelImage/init(_:)`` converts them to red, green and blue.
public struct YUVImage: Sendable {
  /// Pixels of a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The memory layout of the samples.
  public let format: Format
  /// How the samples were computed from red, green and blue.
  public let encoding: Encoding
  private let planes: [Plane]
  private let rowByteStrides: [Int]

  /// A picture from its planes.
  ///
  /// - Parameters:
  ///   - width: pixels of a row, at least 1; may be odd.
  ///   - height: rows, at least 1; may be odd.
  ///   - format: the memory layout of the samples.
  ///   - encoding: how they were computed from red, green and blue.
  ///   - planes: the planes of the format, in order.
  /// - Throws: `ImageError` if a size is not positive, or there are too few planes or bytes.
  public init(
    width: Int, height: Int, format: Format, encoding: Encoding = Encoding(), planes: [Plane]
  ) throws(ImageError) {
    guard width > 0, height > 0 else { throw .emptySize(width: width, height: height) }
    guard planes.count == format.planeCount else {
      throw .wrongPlaneCount(found: planes.count, expected: format.planeCount)
    }
    var strides: [Int] = []
    for (index, plane) in planes.enumerated() {
      let layout = format.layout(ofPlane: index, width: width, height: height)
      strides.append(
        try RowLayout.rowByteStride(
          plane.rowByteStride, count: layout.count, unitByteCount: layout.unitByteCount, rowCount: layout.rowCount,
          byteCount: plane.byteCount))
    }
    self.width = width
    self.height = height
    self.format = format
    self.encoding = encoding
    self.planes = planes
    rowByteStrides = strides
  }

  /// A picture from its consecutive planes in an array, without gaps.
  ///
  /// - Throws: `ImageError` if a size is not positive or there are too few bytes.
  public init(
    width: Int, height: Int, format: Format, encoding: Encoding = Encoding(), pixels: [UInt8]
  ) throws(ImageError) {
    guard width > 0, height > 0 else { throw .emptySize(width: width, height: height) }
    var planes: [Plane] = []
    var start = 0
    for index in 0..<format.planeCount {
      let plane = Plane(bytes: pixels, start: start)
      let layout = format.layout(ofPlane: index, width: width, height: height)
      let rowByteStride = try RowLayout.rowByteStride(
        nil, count: layout.count, unitByteCount: layout.unitByteCount, rowCount: layout.rowCount,
        byteCount: plane.byteCount)
      planes.append(plane)
      start += rowByteStride * layout.rowCount
    }
    try self.init(width: width, height: height, format: format, encoding: encoding, planes: planes)
  }

  /// Calls `body` with the locations of the samples. The pointers are valid only during the call.
  package func withSamples<R>(_ body: (YUVSamples) -> R) -> R {
    // The last plane is used for missing ones: it holds their samples.
    let last = planes.count - 1
    let offsets = format.chromaOffsets
    return planes[0].withUnsafePointer { luma in
      planes[min(1, last)].withUnsafePointer { u in
        planes[last].withUnsafePointer { v in
          body(
            YUVSamples(
              format: format, luma: luma, u: u + offsets.u, v: v + offsets.v, lumaStride: rowByteStrides[0],
              uStride: rowByteStrides[min(1, last)], vStride: rowByteStrides[last]))
        }
      }
    }
  }
}

/// The locations of a picture's samples.
///
///     pixel (x, y):  luma + y · lumaStride + x · lumaStep
///                    u, v + (y or y / 2) · stride + (x / 2) · chromaStep
package struct YUVSamples {
  let format: YUVImage.Format
  /// Where the samples of the first row start.
  package let luma: UnsafeRawPointer, u: UnsafeRawPointer, v: UnsafeRawPointer
  /// Bytes from one row to the next.
  package let lumaStride: Int, uStride: Int, vStride: Int
}
