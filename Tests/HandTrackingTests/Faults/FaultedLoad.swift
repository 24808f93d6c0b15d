#if os(Linux)
  import Foundation
  import HandTracking
  import PixelImaging
  import TFLiteFormat
  import TensorRuntime
  import TensorTestSupport
  import TestSupport

  /// What asks the system for something: loads of each kind, and files that are written.
  enum FaultedLoad: String, CaseIterable, Codable {
    case bundleInFile, bundleInMemory, modelInFile, stages, png, jpeg, clip, writtenPicture, writtenClip

    /// The use of what was loaded: numbers that tell whether it is right.
    typealias Use = () throws -> [Float]

    /// Does the work that asks the system.
    ///
    /// - Parameter folder: where the files are.
    func load(_ folder: TemporaryFolder) throws -> Use {
      switch self {
      case .bundleInFile: try Self.landmarks(HandModel(path: BundleFiles.handLandmarker))
      case .bundleInMemory: try Self.landmarks(HandModel(data: Self.bundle.get()))
      case .modelInFile: try Self.outputs(Self.plain, Bytes(contentsOfFile: folder.path("model.tflite")))
      case .stages: try Self.outputs(Self.staged, Self.staged.entry("tflite"))
      case .png: try Self.pixels(PixelImage(contentsOfFile: folder.path("picture.png")))
      case .jpeg: try Self.pixels(PixelImage(contentsOfFile: folder.path("picture.jpg")))
      case .clip: try Self.frames(of: Y4MReader(path: folder.path("clip.y4m")))
      case .writtenPicture: try Self.writePicture(to: folder.path("written.png"))
      case .writtenClip: try Self.writeClip(to: folder.path("written.y4m"))
      }
    }

    /// A folder with the files that loads read.
    static func makeFolder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      _ = try folder.write(plain.entry("tflite").array, as: "model.tflite")
      let jpeg = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("jpeg/full_color.jpg")
      _ = try folder.write([UInt8](Data(contentsOf: jpeg)), as: "picture.jpg")
      try picture.get().writePNG(toFile: folder.path("picture.png"))
      _ = try writeClip(to: folder.path("clip.y4m"))
      return folder
    }

    private static let plain = OperatorFixture("graph", "pad_conv_valid")
    private static let staged = OperatorFixture("graph", "work_before_and_after_a_shape")
    private static let picture = Result { try RenderedHands.image("Victory_left") }
    private static let bundle = Result { try Data(contentsOf: URL(fileURLWithPath: BundleFiles.handLandmarker)) }

    /// A task with a thread beside the caller's, and the landmarks that it finds.
    private static func landmarks(_ model: HandModel) throws(TaskError) -> Use {
      let options = HandLandmarkerOptions()
      options.baseOptions.numThreads = 2
      let task = try HandLandmarker(model: model, options: options)
      return { try task.detect(image: picture.get()).landmarks.flatMap { $0.flatMap { [$0.x, $0.y, $0.z] } } }
    }

    /// The outputs of a run, whose stages ask the system too.
    private static func outputs(_ fixture: OperatorFixture, _ model: Bytes) throws -> Use {
      let interpreter = try Interpreter(Model(model), threads: 2)
      for (index, input) in try fixture.inputs().enumerated() {
        interpreter.withInput(index) { $0.copyBytes(from: input.bytes) }
      }
      try interpreter.run()
      return { interpreter.output(0, as: Float.self) }
    }

    private static func pixels(_ image: PixelImage) -> Use {
      { image.withUnsafeBytes { bytes in bytes.map { Float($0) } } }
    }

    private static func frames(of clip: Y4MReader) throws -> Use {
      var samples: [Float] = []
      while let frame = try clip.nextFrame() { samples += try pixels(PixelImage(frame))() }
      return { [samples] in samples }
    }

    private static func writePicture(to path: String) throws -> Use {
      try picture.get().writePNG(toFile: path)
      return { try pixels(PixelImage(contentsOfFile: path))() }
    }

    private static func writeClip(to path: String) throws -> Use {
      let picture = try picture.get()
      let clip = try Y4MWriter(path: path, width: picture.width, height: picture.height, frameRate: nil)
      for _ in 0..<2 { try clip.write(picture) }
      return { try frames(of: Y4MReader(path: path))() }
    }
  }
#endif
