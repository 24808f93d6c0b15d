extension PixelImage {
  /// Red, green, blue and an alpha of 255, from a picture of luma and chroma; rows without gaps.
  ///
  /// Chroma is not interpolated: pixels that share it have the same. Values are within 0.54 of the encoding's formula.
  public init(_ picture: YUVImage) {
    self.init(picture, form: .preferred)
  }

  /// The same, computed in the given form.
  package init(_ picture: YUVImage, form: ImagingForm) {
    let (width, height) = (picture.width, picture.height)
    let byteCount = 4 * width * height
    let factors = YUVFactors(picture.encoding)
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
      guard let output = output.baseAddress else { return }
      picture.withSamples { samples in
        // The emitted code takes groups of eight pixels.
        let code = form == .machineCode ? YUVCode.shared(picture.format) : nil
        let rest = code == nil ? 0 : width & ~7
        if let code, rest > 0 {
          code.run(samples, factors, width: width, height: height, groupCount: rest / 8, output: output)
        }
        samples.convert(from: rest, width: width, height: height, factors, output)
      }
      count = byteCount
    }
    self.init(packed: pixels, width: width, height: height, format: .rgba)
  }
}

extension YUVSamples {
  /// Converts the columns of all rows from an even one to the last.
  func convert(
    from firstColumn: Int, width: Int, height: Int, _ factors: YUVFactors, _ output: UnsafeMutablePointer<UInt8>
  ) {
    guard firstColumn < width else { return }
    let (lumaStep, chromaStep) = (format.lumaStep, format.chromaStep)
    let sharing = format.sharesChromaColumns ? 2 : 1
    for row in 0..<height {
      let chromaRow = format.sharesChromaRows ? row / 2 : row
      let (y, u, v) = (luma + row * lumaStride, u + chromaRow * uStride, v + chromaRow * vStride)
      let pixels = UnsafeMutableRawPointer(output + 4 * row * width)
      for index in firstColumn / sharing..<(width + sharing - 1) / sharing {
        let place = index &* chromaStep
        let chroma = factors.chroma(
          u: u.load(fromByteOffset: place, as: UInt8.self), v: v.load(fromByteOffset: place, as: UInt8.self))
        for column in sharing * index..<min(sharing * (index + 1), width) {
          let color = factors.color(
            y: y.load(fromByteOffset: column &* lumaStep, as: UInt8.self), chroma: chroma)
          pixels.storeBytes(of: color, toByteOffset: 4 &* column, as: SIMD4<UInt8>.self)
        }
      }
    }
  }
}
