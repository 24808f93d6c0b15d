#if os(iOS) || os(tvOS) || os(visionOS)
  import CoreGraphics
  import PixelImaging
  import UIKit

  extension MPImage {
    /// A picture from a `UIImage` with its own orientation.
    ///
    /// - Throws: as `init(uiImage:orientation:)`.
    public convenience init(uiImage: UIImage) throws(TaskError) {
      try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
    }

    /// A picture from a `UIImage`, drawn into memory as stored; `orientation` replaces its own.
    ///
    /// - Throws: `TaskError.image` for an image without a `CGImage`, or one that cannot be drawn.
    public convenience init(uiImage: UIImage, orientation: UIImage.Orientation) throws(TaskError) {
      guard let cgImage = uiImage.cgImage else { throw .image(.noBitmap) }
      let image: PixelImage
      do {
        image = try PixelImage(cgImage)
      } catch {
        throw .image(error)
      }
      self.init(.image(image), orientation: ImageOrientation(orientation), sourceType: .image)
    }
  }

  extension PixelImage {
    /// The pixels of a bitmap as RGBA, with colors unpremultiplied, as in MediaPipe.
    init(_ bitmap: CGImage) throws(ImageError) {
      let (width, height) = (bitmap.width, bitmap.height)
      var pixels = [UInt8](repeating: 0, count: 4 * width * height)
      let isDrawn = pixels.withUnsafeMutableBytes { bytes in
        let context = CGContext(
          data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        context?.draw(bitmap, in: CGRect(x: 0, y: 0, width: width, height: height))
        return context != nil
      }
      guard isDrawn else { throw .noBitmap }
      // Drawing premultiplies colors by alpha.
      for pixel in stride(from: 0, to: pixels.count, by: 4) {
        let alpha = Int(pixels[pixel + 3])
        guard alpha > 0, alpha < 255 else { continue }
        for channel in pixel..<pixel + 3 {
          pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
        }
      }
      try self.init(width: width, height: height, format: .rgba, pixels: pixels)
    }
  }
#endif
