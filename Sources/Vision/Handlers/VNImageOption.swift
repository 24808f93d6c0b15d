#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// What else is known about a picture. No option has an effect here.
  public struct VNImageOption: RawRepresentable, Sendable, Hashable {
    /// Vision's name.
    public let rawValue: String

    /// An option from Vision's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// What the file says about the picture.
    public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
    /// The lens of the camera.
    public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
    /// What CoreImage draws with.
    public static let ciContext = VNImageOption(rawValue: "VNImageOptionCIContext")
  }
#endif
