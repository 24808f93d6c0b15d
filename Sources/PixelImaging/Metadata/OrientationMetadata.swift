/// What a picture's metadata say about its orientation, collected while its file is read.
///
/// EXIF decides before XMP, and of each kind the first block that states an orientation, as in Pillow. A stated value
/// outside 1…8 leaves the picture as it is stored.
package struct OrientationMetadata: Sendable {
  private var exif: ImageOrientation?
  private var xmp: ImageOrientation?

  /// No metadata.
  package init() {}

  /// The orientation of the picture, `.up` if nothing is stated.
  package var orientation: ImageOrientation { exif ?? xmp ?? .up }

  /// Whether EXIF has stated the orientation, so that nothing else is worth reading.
  var isDecided: Bool { exif != nil }

  /// Reads an EXIF block: a TIFF header with its directories, with or without `Exif␀␀` before it, or a whole TIFF file.
  /// Damaged blocks are ignored.
  package mutating func read(exif bytes: ArraySlice<UInt8>) {
    guard exif == nil, let block = TIFFBlock(bytes) else { return }
    if let value = block.value(of: .orientation) {
      exif = ImageOrientation(exif: value) ?? .up
    } else if let packet = block.xmp {
      read(xmp: packet)
    }
  }

  /// Reads an XMP packet. What cannot be understood is ignored.
  package mutating func read(xmp packet: ArraySlice<UInt8>) {
    guard xmp == nil else { return }
    var reader = XMPReader(packet)
    guard let value = reader.orientation() else { return }
    xmp = ImageOrientation(exif: value) ?? .up
  }

  /// Reads the APP1 segment of a JPEG, without marker and length: EXIF, XMP or something else.
  mutating func read(app1 segment: ArraySlice<UInt8>) {
    if segment.starts(with: TIFFBlock.prefix) {
      read(exif: segment)
    } else if segment.starts(with: XMPReader.prefix) {
      read(xmp: segment.dropFirst(XMPReader.prefix.count))
    }
  }
}
