extension PixelImage {
  /// The picture as it is displayed: stored pixels turned and mirrored as their orientation states.
  package func upright(from orientation: ImageOrientation) -> PixelImage {
    guard orientation != .up else { return self }
    let channelCount = format.channelCount
    let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
    let (lastX, lastY) = ((width - 1) * channelCount, (height - 1) * rowByteStride)
    // The stored byte for new position (0, 0), and the steps in the stored picture for a step right and a step down.
    let (origin, right, down): (Int, Int, Int) =
      switch orientation {
      case .up: (0, channelCount, rowByteStride)
      case .upMirrored: (lastX, -channelCount, rowByteStride)
      case .down: (lastY + lastX, -channelCount, -rowByteStride)
      case .downMirrored: (lastY, channelCount, -rowByteStride)
      case .leftMirrored: (0, rowByteStride, channelCount)
      case .right: (lastY, -rowByteStride, channelCount)
      case .rightMirrored: (lastY + lastX, -rowByteStride, -channelCount)
      case .left: (lastX, rowByteStride, -channelCount)
      }
    let turned = withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * channelCount) { output, count in
        for y in 0..<newHeight {
          var stored = origin + y * down
          for _ in 0..<newWidth {
            for channel in 0..<channelCount { output[count + channel] = source[stored + channel] }
            count += channelCount
            stored += right
          }
        }
      }
    }
    return PixelImage(packed: turned, width: newWidth, height: newHeight, format: format)
  }
}
