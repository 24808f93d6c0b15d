/// The elements of Matroska (RFC 9559) in which frames pass between FFmpeg and this program, with their times.
///
/// An element is an identifier, a size and so many bytes; masters hold elements. The most significant bit set in the
/// first byte of a size tells how many bytes it has, and a size of ones only is unknown.
enum Matroska {
  static let header: UInt32 = 0x1A45_DFA3
  static let documentType: UInt32 = 0x4282
  static let segment: UInt32 = 0x1853_8067
  static let info: UInt32 = 0x1549_A966
  static let timestampScale: UInt32 = 0x2A_D7B1
  static let tracks: UInt32 = 0x1654_AE6B
  static let trackEntry: UInt32 = 0xAE
  static let trackNumber: UInt32 = 0xD7
  static let trackUID: UInt32 = 0x73C5
  static let trackType: UInt32 = 0x83
  static let codec: UInt32 = 0x86
  static let defaultDuration: UInt32 = 0x23_E383
  static let video: UInt32 = 0xE0
  static let pixelWidth: UInt32 = 0xB0
  static let pixelHeight: UInt32 = 0xBA
  static let colorSpace: UInt32 = 0x2E_B524
  static let cluster: UInt32 = 0x1F43_B675
  static let timestamp: UInt32 = 0xE7
  static let simpleBlock: UInt32 = 0xA3
  static let blockGroup: UInt32 = 0xA0
  static let block: UInt32 = 0xA1

  /// The elements whose elements are read.
  static let masters: Set<UInt32> = [segment, info, tracks, trackEntry, video, cluster, blockGroup]
  /// The only unit of times that is used: a millisecond, in nanoseconds.
  static let millisecond = 1_000_000
}
