import Foundation
import GestureTraining
import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct HandEmbedderTests {
  private func recognizer() throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    options.details = .embeddings
    return try GestureRecognizer(model: Models.model.get(), options: options)
  }

  @Test(arguments: ["Thumb_Up_left", "Victory_right"])
  func `an embedding is the recognizer's own, to a bit`(picture: String) throws {
    let image = try RenderedHands.image(picture)
    let result = try recognizer().recognize(image: image)
    let embedding = try #require(result.hands.first?.embedding)
    #expect(embedding.count == 128)
    let embedder = try HandEmbedder(model: Models.model.get())
    let finding = try #require(try embedder.embedding(of: image))
    #expect(finding.embedding.values == embedding)
    #expect(finding.embedding.cannedGesture == result.gestures.first?.first?.categoryName)
    #expect(!finding.neededBorder)
    let again = try embedder.embedding(
      landmarks: result.landmarks[0], worldLandmarks: result.worldLandmarks[0], handedness: result.handedness[0][0],
      imageWidth: image.width, imageHeight: image.height)
    #expect(again == finding.embedding)
  }

  @Test func `results have embeddings only if they are requested`() throws {
    let image = try RenderedHands.image("two_0")
    let options = GestureRecognizerOptions()
    options.numHands = 2
    options.details = .hands
    var task = try GestureRecognizer(model: Models.model.get(), options: options)
    #expect(try task.recognize(image: image).hands.map(\.embedding) == [nil, nil])
    options.details = [.hands, .embeddings]
    task = try GestureRecognizer(model: Models.model.get(), options: options)
    let hands = try task.recognize(image: image).hands
    #expect(hands.map(\.embedding?.count) == [128, 128])
    #expect(hands.compactMap(\.details).count == 2)
  }

  @Test func `a picture without a hand has no embedding`() throws {
    let image = try PixelImage(width: 32, height: 24, format: .gray, pixels: Array(repeating: 90, count: 32 * 24))
    #expect(try HandEmbedder(model: Models.model.get()).embedding(of: image) == nil)
  }

  @Test func `a hand that fills its picture is found with a border`() throws {
    let image = try RenderedHands.image("ILoveYou_right")
    let points = try RenderedHands.truth("ILoveYou_right")
    let (left, right) = (points.map { $0[0] }.min() ?? 0, points.map { $0[0] }.max() ?? 1)
    let (top, bottom) = (points.map { $0[1] }.min() ?? 0, points.map { $0[1] }.max() ?? 1)
    let (x, y) = (Int(left * Double(image.width)), Int(top * Double(image.height)))
    let crop = try RenderedHands.rearranged(
      image, width: Int(right * Double(image.width)) - x, height: Int(bottom * Double(image.height)) - y
    ) { ($0 + x, $1 + y) }
    let finding = try HandEmbedder(model: Models.model.get()).embedding(of: crop)
    #expect(finding?.embedding.cannedGesture == "ILoveYou")
    #expect(finding?.neededBorder == true)
  }

  @Test func `landmarks that are no hand, and a picture without a size, are errors`() throws {
    let embedder = try HandEmbedder(model: Models.model.get())
    let side = ResultCategory(index: 0, score: 1, categoryName: "Right", displayName: "Right")
    let (points, world) = (
      Array(repeating: NormalizedLandmark(x: 0, y: 0, z: 0), count: 21),
      Array(repeating: Landmark(x: 0, y: 0, z: 0), count: 21)
    )
    #expect(throws: TaskError.invalidLandmarkCount(landmarks: 20, worldLandmarks: 21)) {
      try embedder.embedding(
        landmarks: Array(points.dropLast()), worldLandmarks: world, handedness: side, imageWidth: 9, imageHeight: 9)
    }
    #expect(throws: TaskError.invalidPictureSize(width: 0, height: 9)) {
      try embedder.embedding(
        landmarks: points, worldLandmarks: world, handedness: side, imageWidth: 0, imageHeight: 9)
    }
  }

  @Test func `the bundle of a hand landmarker has no embedder`() throws {
    let path = PackageFolders.root.appendingPathComponent("Models/hand_landmarker.task").path
    let model = try HandModel(path: path)
    #expect(throws: TaskError.modelWithoutGestures) { try HandEmbedder(model: model) }
  }
}
