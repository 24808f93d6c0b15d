#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS)
  // Where Apple's frameworks are, this module is a name for them: code that imports it compiles on every system.
  @_exported import CoreGraphics
  @_exported import CoreMedia
  @_exported import CoreVideo
  @_exported import ImageIO
  import PixelImaging

  // Watches have none.
  #if !os(watchOS)
    @_exported import CoreImage
  #endif
  #if !os(macOS)
    @_exported import UIKit
  #endif

  extension CVPixelBuffer {
    /// Apple's buffers are memory, never a picture of ours.
    package var picture: FramePixels? { nil }
  }
#else
  // Code that names Apple's types has Foundation with them; pictures are what they are made of.
  #if !WITHOUT_FOUNDATION
    @_exported import Foundation
  #endif
  @_exported import PixelImaging
#endif
