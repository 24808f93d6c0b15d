extension YUVImage {
  /// How the luma and chroma of a ``YUVImage`` were computed from red, green and blue.
  ///
  /// With luma E = Kr R + (1 − Kr − Kb) G + Kb B, all of 0…1, the samples are
  ///
  /// ```
  /// video range:  Y = 219 E + 16    U = 224 (B − E) / (2 − 2 Kb) + 128    V = 224 (R − E) / (2 − 2 Kr) + 128
  /// full range:   Y = 255 E         U = 255 (B − E) / (2 − 2 Kb) + 128    V = 255 (R − E) / (2 − 2 Kr) + 128
  /// ```
  ///
  /// Source: ITU-R BT.601-7 and BT.709-6, section 3; for the full range JFIF 1.02.
  public struct Encoding: Sendable, Hashable {
    /// The weights of red and blue in luma.
    public enum Matrix: Sendable, Hashable, CaseIterable {
      /// ITU-R BT.601: Kr = 0.299, Kb = 0.114. Cameras, JPEG, and video with up to 576 rows.
      case bt601
      /// ITU-R BT.709: Kr = 0.2126, Kb = 0.0722. Video with more rows.
      case bt709
    }

    /// The values of black and white.
    public enum Range: Sendable, Hashable, CaseIterable {
      /// Luma is 16…235, chroma 16…240.
      case video
      /// All are 0…255.
      case full
    }

    /// The weights of red and blue in luma.
    public var matrix: Matrix
    /// The values of black and white.
    public var range: Range

    /// An encoding from its components.
    public init(matrix: Matrix = .bt601, range: Range = .video) {
      self.matrix = matrix
      self.range = range
    }
  }
}
