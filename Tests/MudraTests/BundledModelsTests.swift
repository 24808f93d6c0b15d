import Foundation
import HandModels
import HandTracking
import Mudra
import TestSupport
import Testing

@Suite struct BundledModelsTests {
  @Test func `the models lie in the package's resources`() throws {
    #expect(try #require(BundledModels.handLandmarkerPath).hasSuffix("hand_landmarker.task"))
    #expect(try #require(BundledModels.gestureRecognizerPath).hasSuffix("gesture_recognizer.task"))
  }

  @Test func `a model is found in the first folder that has it, flat or as a bundle of macOS`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(BundledModel.handLandmarker.path(in: folder) == nil)
    for place in [folder, "\(folder)/Contents/Resources"] {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let file = "\(place)/hand_landmarker.task"
      #expect(FileManager.default.createFile(atPath: file, contents: Data()))
      #expect(BundledModel.handLandmarker.path(in: folder) == file)
      #expect(BundledModel.gestureRecognizer.path(in: folder) == nil)
      try FileManager.default.removeItem(atPath: file)
    }
  }

  @Test func `a program without the resources learns where they were searched for`() throws {
    let error = #expect(throws: TaskError.missingBundledModel(places: BundledModel.places)) {
      try BundledModelLookup.path { _ in nil }
    }
    let beside = try #require(Bundle.main.executableURL).deletingLastPathComponent().path
    #expect(BundledModel.places.contains { $0.hasPrefix("\(beside)/Mudra_HandModels.") })
    #expect(error?.description.contains(beside) == true)
    #expect(error?.code == .notFoundError)
  }

  @Test func `tasks find the models of the linked library by name`() throws {
    let provider = try #require(BundledModelLookup.provider)
    #expect(ObjectIdentifier(provider) == ObjectIdentifier(BundledModels.self))
  }

  @Test func `a task without a model path uses the bundled model`() throws {
    let image = try PixelImage(width: 2, height: 2, format: .rgb, pixels: [UInt8](repeating: 0, count: 12))
    #expect(try HandLandmarker(options: HandLandmarkerOptions()).detect(image: image).landmarks.isEmpty)
    #expect(try GestureRecognizer(options: GestureRecognizerOptions()).recognize(image: image).gestures.isEmpty)
  }

  @Test func `a model without a path is the bundled one and serves both tasks`() throws {
    let image = try PixelImage(width: 2, height: 2, format: .rgb, pixels: [UInt8](repeating: 0, count: 12))
    let model = try HandModel()
    #expect(try HandLandmarker(model: model).detect(image: image).landmarks.isEmpty)
    #expect(try GestureRecognizer(model: model).recognize(image: image).gestures.isEmpty)
    let footprint: MemoryFootprint = model.memoryFootprint
    #expect(footprint.weightByteCount > 0)
  }

  @Test func `what an app needs comes with one import`() {
    let options = GestureRecognizerOptions()
    options.baseOptions.kernelProvider = KernelProvider.simd
    #expect(options.baseOptions.kernelProvider == .simd)
  }
}
