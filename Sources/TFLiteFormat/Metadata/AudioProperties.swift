/// The sound that a tensor holds.
public struct AudioProperties: Sendable, Equatable {
  /// Samples of each channel per second; 0 if the metadata does not say.
  public let sampleRate: Int
  /// The number of channels, whose samples alternate; 0 if the metadata does not say.
  public let channelCount: Int

  init(_ table: FlatTable) throws(FormatError) {
    sampleRate = Int(clamping: try table.scalar(0, default: UInt32(0)))
    channelCount = Int(clamping: try table.scalar(1, default: UInt32(0)))
  }
}
