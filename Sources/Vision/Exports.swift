#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  // Like Apple's module of this name, this one brings the types of pictures and times, and Foundation.
  @_exported import AppleImages
  @_exported import HandPose
#endif
