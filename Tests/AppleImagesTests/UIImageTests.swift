#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import AppleImages
  import PixelImaging
  import TestSupport
  import Testing

  @Suite struct UIImageTests {
    /// Where the first stored pixel is in the upright picture, for the values of EXIF.
    private static let orientations: [(exif: Int, orientation: UIImage.Orientation, isRight: Bool, isBottom: Bool)] = [
      (1, .up, false, false), (2, .upMirrored, true, false), (3, .down, true, true), (4, .downMirrored, false, true),
      (5, .leftMirrored, false, false), (6, .right, true, false), (7, .rightMirrored, true, true),
      (8, .left, false, true),
    ]

    #if JPEG
      @Test(arguments: orientations)
      func `a JPEG keeps its pixels as stored, and says how they lie`(
        exif: Int, orientation: UIImage.Orientation, isRight: Bool, isBottom: Bool
      ) throws {
        let path = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("jpeg/exif_\(exif).jpg").path
        let image = try #require(UIImage(contentsOfFile: path))
        let upright = try PixelImage(contentsOfFile: path)
        #expect(image.imageOrientation == orientation)
        #expect(image.size == CGSize(width: upright.width, height: upright.height))
        let stored = try #require(image.cgImage).pixels
        let size = CGSize(width: stored.width, height: stored.height)
        #expect(size == (image.isOnItsSide ? CGSize(width: upright.height, height: upright.width) : image.size))
        let (x, y) = (isRight ? upright.width - 1 : 0, isBottom ? upright.height - 1 : 0)
        #expect(stored.color(0, 0) == upright.color(x, y))
        #expect(CGImagePropertyOrientation(rawValue: UInt32(exif)) == CGImagePropertyOrientation(orientation))
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(UIImage(data: data)?.imageOrientation == orientation)
      }
    #endif

    #if PNG
      @Test(arguments: orientations)
      func `a PNG that states an orientation keeps its pixels as stored, and says how they lie`(
        exif: Int, orientation: UIImage.Orientation, isRight: Bool, isBottom: Bool
      ) throws {
        let pixels = try PixelImage(contentsOfFile: CameraFrames.path())
        let bytes = try OrientedPNG.bytes(pixels, exif: UInt8(exif))
        let image = try #require(UIImage(data: Data(bytes)))
        #expect(image.imageOrientation == orientation)
        #expect(image.cgImage?.pixels.color(0, 0) == pixels.color(0, 0))
        #expect(image.size == (image.isOnItsSide ? CGSize(width: 360, height: 480) : CGSize(width: 480, height: 360)))
        try TemporaryFolder.withFile(bytes, as: "stated.png") { path in
          #expect(UIImage(contentsOfFile: path)?.imageOrientation == orientation)
          let upright = try PixelImage(contentsOfFile: path)
          let (x, y) = (isRight ? upright.width - 1 : 0, isBottom ? upright.height - 1 : 0)
          #expect(upright.color(x, y) == pixels.color(0, 0))
        }
      }
    #endif

    @Test func `a PNG that states nothing is upright`() throws {
      let image = try #require(UIImage(contentsOfFile: CameraFrames.path()))
      #expect(image.imageOrientation == .up)
      #expect(image.scale == 1)
      #expect(image.size == CGSize(width: 480, height: 360))
      #expect(image.cgImage?.width == 480)
      #expect(image.cgImage?.height == 360)
      #expect(image.cgImage?.bitsPerComponent == 8)
    }

    @Test func `a picture is found among the program's resources by its name, with or without its ending`() throws {
      let resources = try #require(Bundle.main.resourceURL)
      let name = "named-\(ProcessInfo.processInfo.processIdentifier)"
      let file = resources.appendingPathComponent("\(name).png")
      try FileManager.default.copyItem(atPath: CameraFrames.path(), toPath: file.path)
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(UIImage(named: name)?.size == CGSize(width: 480, height: 360))
      #expect(UIImage(named: "\(name).png")?.cgImage?.width == 480)
      #expect(UIImage(named: "\(name).jpg") == nil)
      #expect(UIImage(named: "") == nil)
    }

    @Test func `the size is in points, as displayed`() throws {
      let bitmap = try CGImage(PixelImage(width: 6, height: 4, format: .gray, pixels: [UInt8](repeating: 0, count: 24)))
      #expect(UIImage(cgImage: bitmap).size == CGSize(width: 6, height: 4))
      #expect(UIImage(cgImage: bitmap, scale: 2, orientation: .down).size == CGSize(width: 3, height: 2))
      #expect(UIImage(cgImage: bitmap, scale: 2, orientation: .right).size == CGSize(width: 2, height: 3))
      #expect(UIImage(cgImage: bitmap, scale: 1, orientation: .leftMirrored).size == CGSize(width: 4, height: 6))
      #expect(UIImage().size == CGSize.zero)
    }

    @Test(arguments: [CGFloat(0), -1, .nan, .infinity])
    func `a scale that is no positive number counts as one`(scale: CGFloat) throws {
      let bitmap = try CGImage(PixelImage(width: 6, height: 4, format: .gray, pixels: [UInt8](repeating: 0, count: 24)))
      #expect(UIImage(cgImage: bitmap, scale: scale, orientation: .up).size == CGSize(width: 6, height: 4))
    }

    @Test func `what cannot be read is nil`() {
      #expect(UIImage(contentsOfFile: "/nowhere/hand.png") == nil)
      #expect(UIImage(data: Data()) == nil)
      #expect(UIImage(data: Data([1, 2, 3])) == nil)
    }

    @Test func `raw values are UIKit's and EXIF's`() {
      let orientations: [UIImage.Orientation] = [
        .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
      ]
      #expect(orientations.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7])
      #expect(CGImagePropertyOrientation.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7, 8])
    }
  }

  // The conversion that apps write themselves compiles, and is theirs.
  extension CGImagePropertyOrientation {
    fileprivate init(_ orientation: UIImage.Orientation) {
      switch orientation {
      case .up: self = .up
      case .upMirrored: self = .upMirrored
      case .down: self = .down
      case .downMirrored: self = .downMirrored
      case .left: self = .left
      case .leftMirrored: self = .leftMirrored
      case .right: self = .right
      case .rightMirrored: self = .rightMirrored
      }
    }
  }

  extension UIImage {
    fileprivate var isOnItsSide: Bool { [.left, .right, .leftMirrored, .rightMirrored].contains(imageOrientation) }
  }

  extension PixelImage {
    fileprivate func color(_ x: Int, _ y: Int) -> [UInt8] {
      withUnsafeBytes { [UInt8]($0[(y * rowByteStride + x * format.channelCount)...].prefix(format.channelCount)) }
    }
  }
#endif
