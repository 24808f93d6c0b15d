#if !os(macOS)
  import AppleImages
  import HandTracking

  // These take the place of Mudra's properties of the same names for those who import this module.
  extension MPImage {
    /// The `UIImage` that the picture was created from; nil if it was created from something else.
    public var image: UIImage? {
      if case .uiImage(let image) = source { image } else { nil }
    }

    #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
      /// How the pixels are stored, relative to how they should be displayed, as UIKit's type.
      public var orientation: UIImage.Orientation {
        UIImage.Orientation(rawValue: imageOrientation.rawValue) ?? .up
      }
    #endif
  }
#endif
