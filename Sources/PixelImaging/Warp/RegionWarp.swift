/// Crops a rotated region of an image at a given size, with the rounding of MediaPipe's image-to-tensor step.
///
/// The region's corners (in pixel indices, with no half-pixel shift) are mapped to the output's corners by a projective
/// map, solved and inverted in OpenCV's order of operations. Positions are rounded to 1/32 pixel and values to bytes:
///
/// ```
/// X = round(32·x)   Y = round(32·y)          fx = X mod 32   fy = Y mod 32
/// byte = (p(ix, iy)(32−fx)(32−fy) + p(ix+1, iy)·fx(32−fy) + p(ix, iy+1)(32−fx)·fy + p(ix+1, iy+1)·fx·fy + 512) >> 10
/// ```
package struct RegionWarp: Sendable {
  /// What is outside the image.
  package enum Border: Sendable, Hashable {
    /// Zeros.
    case black
    /// The nearest pixel of the edge.
    case replicate
  }

  /// Empty stripes that preserve the region's aspect ratio in the output, as fractions of the output's width and
  /// height.
  package struct Padding: Sendable, Hashable {
    /// Left stripe.
    package var left: Float
    /// Top stripe.
    package var top: Float
    /// Right stripe.
    package var right: Float
    /// Bottom stripe.
    package var bottom: Float
  }

  /// A rotated rectangle in pixels.
  package struct PixelRegion: Sendable, Hashable {
    /// Center, column.
    package var centerX: Float
    /// Center, row.
    package var centerY: Float
    /// Width before rotation.
    package var width: Float
    /// Height before rotation.
    package var height: Float
    /// Radians, clockwise on screen.
    package var rotation: Float
  }

  /// The corners of a region, named as they appear in the output.
  package struct Corners: Sendable, Hashable {
    /// Maps to output position (0, height).
    package var bottomLeft: PixelPoint
    /// Maps to output position (0, 0).
    package var topLeft: PixelPoint
    /// Maps to output position (width, 0).
    package var topRight: PixelPoint
    /// Maps to output position (width, height).
    package var bottomRight: PixelPoint
  }

  /// Width of the images this warp is for.
  package let imageWidth: Int
  /// Height of the images this warp is for.
  package let imageHeight: Int
  /// Pixels of an output row.
  package let outputWidth: Int
  /// Output rows.
  package let outputHeight: Int
  /// What is outside the image.
  package let border: Border
  /// Stripes left empty to preserve the aspect ratio; zero if it is not preserved.
  package let padding: Padding
  /// The region that covers the whole output, padding included.
  package let regionInPixels: PixelRegion
  /// The output's corners in the image.
  package let corners: Corners
  /// The map from output positions to image positions.
  let map: ProjectiveMap

  /// The warp of `region` for images of a given size.
  ///
  /// - Parameters:
  ///   - region: the region of an image to sample.
  ///   - imageWidth: pixels of a row of the images.
  ///   - imageHeight: rows of the images.
  ///   - outputWidth: pixels of a row of the output.
  ///   - outputHeight: rows of the output.
  ///   - keepAspect: widens the region to the aspect ratio of the output; otherwise it is stretched.
  ///   - border: what is outside the image.
  /// - Throws: `ImageError.emptySize` for a size below 1, `ImageError.invalidRegion` for a region that is empty, not
  ///   finite or too thin for a map.
  package init(
    region: ImageRegion, imageWidth: Int, imageHeight: Int, outputWidth: Int, outputHeight: Int, keepAspect: Bool,
    border: Border
  ) throws(ImageError) {
    guard imageWidth > 0, imageHeight > 0 else { throw .emptySize(width: imageWidth, height: imageHeight) }
    guard outputWidth > 0, outputHeight > 0 else { throw .emptySize(width: outputWidth, height: outputHeight) }
    let (tensorWidth, tensorHeight) = (Float(outputWidth), Float(outputHeight))
    var box = PixelRegion(
      centerX: region.centerX * Float(imageWidth), centerY: region.centerY * Float(imageHeight),
      width: region.width * Float(imageWidth), height: region.height * Float(imageHeight), rotation: region.rotation)
    guard box.width > 0, box.height > 0 else { throw .invalidRegion(region) }

    var padding = Padding(left: 0, top: 0, right: 0, bottom: 0)
    if keepAspect {
      let outputAspect = tensorHeight / tensorWidth
      let regionAspect = box.height / box.width
      if outputAspect > regionAspect {
        let stripe = (1 - regionAspect / outputAspect) / 2
        (padding.top, padding.bottom) = (stripe, stripe)
        box.height = box.width * outputAspect
      } else {
        let stripe = (1 - outputAspect / regionAspect) / 2
        (padding.left, padding.right) = (stripe, stripe)
        box.width = box.height / outputAspect
      }
    }
    let corners = Corners(of: box)
    guard let map = ProjectiveMap(corners: corners, outputWidth: tensorWidth, outputHeight: tensorHeight) else {
      throw .invalidRegion(region)
    }
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
    self.outputWidth = outputWidth
    self.outputHeight = outputHeight
    self.border = border
    self.padding = padding
    self.regionInPixels = box
    self.corners = corners
    self.map = map
  }

  // MARK: Sampling

  /// The output as bytes: rows of `outputWidth` RGB pixels without gaps.
  ///
  /// - Precondition: the image has the size for which this warp was made.
  package func bytes(of image: PixelImage) -> [UInt8] {
    let byteCount = outputWidth * outputHeight * 3
    return [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
      sample(image) { position, color in
        output[position] = UInt8(truncatingIfNeeded: color.red)
        output[position + 1] = UInt8(truncatingIfNeeded: color.green)
        output[position + 2] = UInt8(truncatingIfNeeded: color.blue)
      }
      count = byteCount
    }
  }

  /// Writes the output as an NHWC tensor `[1, outputHeight, outputWidth, 3]` of RGB values
  /// `Float(byte) × scale + offset`.
  ///
  /// Does not allocate.
  ///
  /// - Precondition: the image has the size for which this warp was made, and `output` holds the tensor.
  package func fill(_ output: UnsafeMutableBufferPointer<Float>, from image: PixelImage, scale: Float, offset: Float) {
    fill(output, from: image, scale: scale, offset: offset, form: .preferred)
  }

  /// The same, computed in the given form; the portable one is used for a picture that the emitted code does not
  /// support.
  package func fill(
    _ output: UnsafeMutableBufferPointer<Float>, from image: PixelImage, scale: Float, offset: Float, form: ImagingForm
  ) {
    precondition(image.width == imageWidth && image.height == imageHeight, "the image must have the warp's size")
    precondition(output.count >= outputWidth * outputHeight * 3, "the output must hold height × width × 3 values")
    if form == .machineCode, fillByMachineCode(output, from: image, scale: scale, offset: offset) { return }
    sample(image) { position, color in
      output[position] = Float(color.red) * scale + offset
      output[position + 1] = Float(color.green) * scale + offset
      output[position + 2] = Float(color.blue) * scale + offset
    }
  }
}

extension RegionWarp.Corners {
  /// The corners, rounded like in OpenCV 5's `RotatedRect::points`.
  init(of box: RegionWarp.PixelRegion) {
    let degrees = Float(Double(box.rotation * 180) / .pi)
    let angle = Double(degrees) * .pi / 180
    let b = Float(cosine(angle)) * 0.5
    let a = Float(sine(angle)) * 0.5
    let (ah, bw, bh, aw) = (a * box.height, b * box.width, b * box.height, a * box.width)
    let (x, y) = (box.centerX, box.centerY)
    bottomLeft = PixelPoint(x: x - ah - bw, y: y + bh - aw)
    topLeft = PixelPoint(x: x + ah - bw, y: y - bh - aw)
    topRight = PixelPoint(x: x + ah + bw, y: y - bh + aw)
    bottomRight = PixelPoint(x: x - ah + bw, y: y + bh + aw)
  }
}
