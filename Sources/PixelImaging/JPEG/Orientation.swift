/// How a stored picture must be rotated or mirrored to be upright: the eight values of EXIF's orientation tag.
enum Orientation: Int, CaseIterable {
  case upright = 1
  case mirroredHorizontally = 2
  case turnedHalf = 3
  case mirroredVertically = 4
  case transposed = 5
  case turnedLeft = 6
  case transversed = 7
  case turnedRight = 8

  /// True where rows become columns.
  var swapsSides: Bool { rawValue >= 5 }

  // MARK: Parsing

  /// The orientation in an APP1 segment (without marker and length), or nil if it is not EXIF, is broken or has none.
  init?(exifSegment segment: ArraySlice<UInt8>) {
    guard segment.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0] as [UInt8]) else { return nil }
    guard let tiff = TIFFBytes(bytes: segment.dropFirst(6)) else { return nil }
    guard let directory = tiff.word(at: 4).flatMap({ UInt16(exactly: $0) }).map({ Int($0) }) else { return nil }
    guard let entryCount = tiff.half(at: directory) else { return nil }
    for entry in 0..<Int(entryCount) {
      let offset = directory + 2 + 12 * entry
      guard let tag = tiff.half(at: offset) else { return nil }
      guard tag == 0x0112 else { continue }
      // One value of type SHORT, stored in the first half of the value field.
      guard tiff.half(at: offset + 2) == 3, tiff.word(at: offset + 4) == 1, let value = tiff.half(at: offset + 8) else {
        return nil
      }
      self.init(rawValue: Int(value))
      return
    }
    return nil
  }

  // MARK: Applying

  /// The upright picture.
  ///
  /// - Precondition: rows have no gaps.
  func upright(_ pixels: [UInt8], width: Int, height: Int, format: PixelImage.Format) -> PixelImage {
    guard self != .upright else { return PixelImage(packed: pixels, width: width, height: height, format: format) }
    let channels = format.channelCount
    let (newWidth, newHeight) = swapsSides ? (height, width) : (width, height)
    // The stored pixel for new position (0, 0), and the steps in the stored picture for a step right and a step down.
    let (originX, originY, right, down): (Int, Int, Int, Int) =
      switch self {
      case .upright: (0, 0, 1, width)
      case .mirroredHorizontally: (width - 1, 0, -1, width)
      case .turnedHalf: (width - 1, height - 1, -1, -width)
      case .mirroredVertically: (0, height - 1, 1, -width)
      case .transposed: (0, 0, width, 1)
      case .turnedLeft: (0, height - 1, -width, 1)
      case .transversed: (width - 1, height - 1, -width, -1)
      case .turnedRight: (width - 1, 0, width, -1)
      }
    let turned = pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: pixels.count) { output, count in
        for y in 0..<newHeight {
          var stored = (originY * width + originX + y * down) * channels
          for _ in 0..<newWidth {
            for channel in 0..<channels { output[count + channel] = source[stored + channel] }
            count += channels
            stored += right * channels
          }
        }
      }
    }
    return PixelImage(packed: turned, width: newWidth, height: newHeight, format: format)
  }
}

/// Numbers in a TIFF block, in the byte order stated by its first bytes. Reads outside it return nil.
private struct TIFFBytes {
  let bytes: ArraySlice<UInt8>
  let isLittleEndian: Bool

  init?(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0] as [UInt8]) {
      isLittleEndian = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 0x2A] as [UInt8]) {
      isLittleEndian = false
    } else {
      return nil
    }
  }

  func half(at offset: Int) -> UInt16? {
    guard offset <= bytes.count - 2 else { return nil }
    let first = UInt16(bytes[bytes.startIndex + offset])
    let second = UInt16(bytes[bytes.startIndex + offset + 1])
    return isLittleEndian ? second << 8 | first : first << 8 | second
  }

  func word(at offset: Int) -> UInt32? {
    guard let first = half(at: offset), let second = half(at: offset + 2) else { return nil }
    return isLittleEndian ? UInt32(second) << 16 | UInt32(first) : UInt32(first) << 16 | UInt32(second)
  }
}
