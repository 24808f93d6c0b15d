extension PixelImage {
  /// What is wrong with the file of a picture outside its pixels, in words; the picture itself was decoded.
  package static func notes(onEncoded bytes: [UInt8]) -> [String] {
    switch EncodedFormat(firstBytes: bytes) {
    case .png: PNGRepair(bytes).notes
    case .jpeg: JPEGHeader.hasEndMarker(bytes) ? [] : ["the JPEG data has no end marker"]
    case nil: []
    }
  }
}
