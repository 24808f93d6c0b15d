#if canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import ImageIO
  import MudraPlatform

  /// PNG through Apple's ImageIO. Size, transparency and completeness are read from the chunks, as for libpng.
  enum PNGCodec {
    /// Decodes a PNG to RGB, or RGBA if it has transparency, as it is stored, with its orientation.
    static func decode(
      _ bytes: [UInt8], limits: ImageLimits
    ) throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation) {
      let header = try PNGHeader(bytes)
      try limits.check(width: header.width, height: header.height)
      let format: PixelImage.Format = header.hasAlpha ? .rgba : .rgb
      try limits.check(sampleCount: header.width * header.height * max(header.pixelByteCount, format.channelCount))
      let pixels = try ImageIOCodec.decode(
        bytes, .png, width: header.width, height: header.height, to: format, limits: limits)
      let image = PixelImage(packed: pixels, width: header.width, height: header.height, format: format)
      return (image, header.orientation)
    }

    /// Encodes an image as gray, RGB or RGBA with 8 bits per channel.
    static func encode(_ image: PixelImage) throws(ImageError) -> [UInt8] {
      try ImageIOCodec.encode(image, .png, type: "public.png", quality: 1)
    }
  }

  /// JPEG through Apple's ImageIO. Size, orientation and scans are read from the markers, as for libjpeg-turbo.
  enum JPEGCodec {
    /// Decodes a gray or color JPEG to RGB as it is stored, with its orientation.
    static func decode(
      _ bytes: [UInt8], limits: ImageLimits
    ) throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation) {
      let header = try JPEGHeader(bytes, limits: limits)
      try limits.check(memoryByteCount: header.memoryByteCount, fileByteCount: bytes.count)
      let pixels = try ImageIOCodec.decode(
        bytes, .jpeg, width: header.width, height: header.height, to: .rgb, limits: limits)
      let image = PixelImage(packed: pixels, width: header.width, height: header.height, format: .rgb)
      return (image, header.orientation)
    }

    /// Encodes an image as gray or color; transparency is dropped.
    static func encode(_ image: PixelImage, quality: Int) throws(ImageError) -> [UInt8] {
      guard (1...100).contains(quality) else {
        throw .cannotEncode(format: .jpeg, reason: "the quality is \(quality), expected a number from 1 to 100")
      }
      guard max(image.width, image.height) <= sideLimit else {
        throw .cannotEncode(format: .jpeg, reason: "the image is larger than \(sideLimit) × \(sideLimit)")
      }
      let opaque = image.format.alphaOffset == nil ? image : image.converted(to: .rgb)
      return try ImageIOCodec.encode(opaque, .jpeg, type: "public.jpeg", quality: Double(quality) / 100)
    }

    /// The longest side that the format can state.
    private static let sideLimit = 65_535
  }

  /// What both formats have in common.
  private enum ImageIOCodec {
    /// The stored pixels of a file whose header has been checked, as RGB or RGBA.
    static func decode(
      _ bytes: [UInt8], _ encoded: PixelImage.EncodedFormat, width: Int, height: Int, to format: PixelImage.Format,
      limits: ImageLimits
    ) throws(ImageError) -> [UInt8] {
      // A copy of the file; four bytes for a pixel that ImageIO decodes, and four for one that is drawn.
      try limits.check(memoryByteCount: 8 * width * height + bytes.count, fileByteCount: bytes.count)
      guard let data = CFDataCreate(nil, bytes, bytes.count), let source = CGImageSourceCreateWithData(data, nil),
        let bitmap = CGImageSourceCreateImageAtIndex(source, 0, nil)
      else { throw .damaged(format: encoded, reason: "ImageIO cannot decode it") }
      guard bitmap.width == width, bitmap.height == height else {
        throw .damaged(format: encoded, reason: "its size is not that of its header")
      }
      // In the picture's own color space nothing is converted: the values are those in the file.
      let palette = bitmap.colorSpace?.model == .indexed ? bitmap.colorSpace?.baseColorSpace : bitmap.colorSpace
      let own = palette.flatMap { $0.supportsOutput ? $0 : nil }
      let pixels: [UInt8]
      if let own, own.model == .monochrome, format == .rgb {
        let gray = try bitmap.pixels(space: own, alpha: .none, limits: limits)
        pixels = [UInt8](unsafeUninitializedCapacity: 3 * gray.count) { output, count in
          for value in gray {
            for channel in 0..<3 { output[count + channel] = value }
            count += 3
          }
        }
      } else {
        let space = own.flatMap { $0.model == .rgb ? $0 : nil } ?? CGColorSpaceCreateDeviceRGB()
        let drawn = try bitmap.pixels(
          space: space, alpha: format == .rgba ? .premultipliedLast : .noneSkipLast, limits: limits)
        pixels = format == .rgba ? drawn : withoutFourth(drawn)
      }
      // Known only after decoding: a damaged file has a picture that is complete in part.
      guard CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete else {
        throw .damaged(format: encoded, reason: "ImageIO cannot decode all of it")
      }
      return pixels
    }

    /// The first three of every four bytes, in the same memory.
    private static func withoutFourth(_ drawn: [UInt8]) -> [UInt8] {
      var pixels = drawn
      var count = 0
      for pixel in stride(from: 0, to: pixels.count, by: 4) {
        for channel in pixel..<pixel + 3 {
          pixels[count] = pixels[channel]
          count += 1
        }
      }
      pixels.removeSubrange(count...)
      return pixels
    }

    /// The bytes of a file with an image's values, which are stated to be those of the device's color space.
    static func encode(
      _ image: PixelImage, _ encoded: PixelImage.EncodedFormat, type: String, quality: Double
    ) throws(ImageError) -> [UInt8] {
      let format: PixelImage.Format =
        image.format == .gray ? .gray : image.format.alphaOffset == nil ? .rgb : .rgba
      let packed = image.converted(to: format)
      let (width, height, channelCount) = (packed.width, packed.height, format.channelCount)
      let byteCount = width * height * channelCount
      // Two copies of the pixels, and a file that may be as large.
      guard ZeroedMemory.isAvailable(byteCount: 3 * byteCount) else { throw .outOfMemory(byteCount: 3 * byteCount) }
      let data = packed.withUnsafeBytes { bytes in
        CFDataCreate(nil, bytes.bindMemory(to: UInt8.self).baseAddress, byteCount)
      }
      guard let data, let provider = CGDataProvider(data: data), let output = CFDataCreateMutable(nil, 0),
        let bitmap = CGImage(
          width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8 * channelCount,
          bytesPerRow: width * channelCount,
          space: format == .gray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGBitmapInfo(rawValue: (format == .rgba ? CGImageAlphaInfo.last : .none).rawValue),
          provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent),
        let destination = CGImageDestinationCreateWithData(output, type as CFString, 1, nil)
      else { throw .cannotEncode(format: encoded, reason: "ImageIO has no memory for it") }
      let properties = [kCGImageDestinationLossyCompressionQuality: quality] as CFDictionary
      CGImageDestinationAddImage(destination, bitmap, properties)
      guard CGImageDestinationFinalize(destination), let bytes = CFDataGetBytePtr(output) else {
        throw .cannotEncode(format: encoded, reason: "ImageIO does not write it")
      }
      return Array(UnsafeBufferPointer(start: bytes, count: CFDataGetLength(output)))
    }
  }
#endif
