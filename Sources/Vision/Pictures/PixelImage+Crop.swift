#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import PixelImaging

  extension PixelImage {
    /// A copy of a part of the picture.
    ///
    /// - Precondition: `columns` and `rows` are within the picture and not empty.
    /// - Throws: `ImageError.emptySize` for no columns or rows.
    func cropped(columns: Range<Int>, rows: Range<Int>) throws(ImageError) -> PixelImage {
      let rowByteCount = columns.count * format.channelCount
      let pixels = withUnsafeBytes { source in
        [UInt8](unsafeUninitializedCapacity: rowByteCount * rows.count) { output, count in
          for (index, row) in rows.enumerated() {
            let start = row * rowByteStride + columns.lowerBound * format.channelCount
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(output)[(index * rowByteCount)...])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + rowByteCount]))
          }
          count = rowByteCount * rows.count
        }
      }
      return try PixelImage(width: columns.count, height: rows.count, format: format, pixels: pixels)
    }
  }
#endif
