#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  import PixelImaging
  import MudraPlatform

  /// A frame by CoreVideo's name: pixels in memory that the buffer owns or was given, or a picture that is not copied.
  ///
  /// As on Apple's systems, the memory must not change while a picture that was made of the buffer is in use.
  public final class CVPixelBuffer: Sendable {
    /// What the pixels are.
    enum Contents {
      /// A picture whose address nobody has asked for.
      case picture(FramePixels)
      /// Memory.
      case memory(PixelMemory)
    }

    /// What changes.
    struct State {
      var contents: Contents
      var lockCount = 0
      var attachments: [String: any Sendable] = [:]
    }

    let width: Int
    let height: Int
    let format: OSType
    private let state: Mutex<State>

    init(width: Int, height: Int, format: OSType, _ contents: Contents) {
      self.width = width
      self.height = height
      self.format = format
      state = Mutex(State(contents: contents))
    }

    /// A buffer of a picture: BGRA is not copied unless somebody locks the buffer, other formats are converted to BGRA.
    /// (Mudra's addition.)
    public convenience init(_ image: PixelImage) {
      let image = image.format == .bgra ? image : image.converted(to: .bgra)
      self.init(width: image.width, height: image.height, format: kCVPixelFormatType_32BGRA, .picture(.image(image)))
    }

    /// A buffer of a camera's or decoder's frame: NV12 is not copied unless somebody locks the buffer, other formats
    /// are converted to BGRA. (Mudra's addition.)
    public convenience init(_ picture: YUVImage) {
      guard picture.format == .nv12 else {
        self.init(PixelImage(picture))
        return
      }
      self.init(
        width: picture.width, height: picture.height,
        format: picture.encoding.range == .full
          ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        .picture(.yuv(picture)))
      setAttachment(
        picture.encoding.matrix == .bt709
          ? kCVImageBufferYCbCrMatrix_ITU_R_709_2 : kCVImageBufferYCbCrMatrix_ITU_R_601_4,
        for: kCVImageBufferYCbCrMatrixKey)
    }

    // MARK: Pixels

    /// The picture that the buffer was made of, as long as nobody has asked for its memory.
    package var picture: FramePixels? {
      state.withLock { state in
        if case .picture(let picture) = state.contents { picture } else { nil }
      }
    }

    /// The memory of the pixels, into which those of a picture are copied; nil if the system refuses it.
    var memory: PixelMemory? {
      state.withLock { state in
        switch state.contents {
        case .memory(let memory):
          return memory
        case .picture(let picture):
          guard let layout = PixelMemory.layout(format, width: width, height: height) else { return nil }
          guard let memory = PixelMemory.zeros(layout) else { return nil }
          picture.copy(to: memory)
          state.contents = .memory(memory)
          return memory
        }
      }
    }

    // MARK: State

    /// One more lock, or one less; false if there is none.
    func changeLocks(by change: Int) -> Bool {
      state.withLock { state in
        guard state.lockCount + change >= 0 else { return false }
        state.lockCount += change
        return true
      }
    }

    func attachment(for key: String) -> (any Sendable)? {
      state.withLock { $0.attachments[key] }
    }

    func setAttachment(_ value: any Sendable, for key: String) {
      state.withLock { $0.attachments[key] = value }
    }
  }

  extension FramePixels {
    /// Copies BGRA, or NV12, into memory for a picture of this size and format.
    fileprivate func copy(to memory: PixelMemory) {
      switch self {
      case .image(let image):
        image.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          memory.copy(base, rowByteCount: 4 * image.width, rowByteStride: image.rowByteStride, toPlane: 0)
        }
      case .yuv(let picture):
        picture.withSamples { samples in
          memory.copy(samples.luma, rowByteCount: picture.width, rowByteStride: samples.lumaStride, toPlane: 0)
          memory.copy(
            samples.u, rowByteCount: 2 * (picture.width / 2 + picture.width % 2), rowByteStride: samples.uStride,
            toPlane: 1)
        }
      }
    }
  }

  /// CoreVideo's name of a buffer of pixels.
  public typealias CVImageBuffer = CVPixelBuffer
  /// CoreVideo's name of any buffer.
  public typealias CVBuffer = CVPixelBuffer
#endif
