import Foundation
import HandTracking
import PixelImaging
import Testing

@Suite struct MPImageTests {
  @Test func `a picture has the size of its pixels whatever its orientation`() throws {
    let pixels = try PixelImage(width: 3, height: 2, format: .gray, pixels: [0, 1, 2, 3, 4, 5])
    let image = MPImage(image: pixels, orientation: .right)
    #expect(image.width == 3)
    #expect(image.height == 2)
    #expect(image.orientation == .right)
    #expect(MPImage(image: pixels).orientation == .up)
  }

  @Test func `a picture says what it was made of`() throws {
    let pixels = try PixelImage(width: 1, height: 1, format: .gray, pixels: [7])
    #expect(MPImage(image: pixels).imageSourceType == .image)
    #expect(MPImageSourceType.allCases.map(\.rawValue) == [0, 1, 2])
  }

  @Test func `luma and chroma are kept as they are and have the picture's size`() throws {
    let picture = try YUVImage(width: 3, height: 1, format: .nv12, pixels: [16, 235, 16, 128, 128, 128, 128])
    let image = MPImage(yuvImage: picture, orientation: .left)
    #expect(image.width == 3)
    #expect(image.height == 1)
    #expect(image.orientation == .left)
    #expect(image.image.converted(to: .gray).withUnsafeBytes { [UInt8]($0) } == [0, 255, 0])
  }

  @Test(arguments: YUVImage.Format.allCases)
  func `a task finds in luma and chroma what it finds in their colors`(format: YUVImage.Format) throws {
    let original = try RenderedPictures.image("Thumb_Up_left")
    let picture = try CameraPictures.yuv(original, format)
    let task = try ClipFrames.recognizer(.image)
    let found = try task.recognize(image: MPImage(yuvImage: picture))
    let converted = try task.recognize(image: PixelImage(picture))
    #expect(found.gestures == converted.gestures)
    #expect(found.landmarks == converted.landmarks)
    #expect(found.gestures.first?.first?.categoryName == "Thumb_Up")
    for (landmark, expected) in zip(found.landmarks[0], try task.recognize(image: original).landmarks[0]) {
      // Chroma of half the resolution moves a landmark by a part of a pixel.
      #expect(isClose(landmark.x, expected.x, within: 0.005) && isClose(landmark.y, expected.y, within: 0.005))
    }
  }

  @Test func `a gray picture is like one whose chroma says gray`() throws {
    let gray = try RenderedPictures.image("Open_Palm_left").converted(to: .gray)
    let luma = gray.withUnsafeBytes { [UInt8]($0) }
    let picture = try YUVImage(
      width: gray.width, height: gray.height, format: .i420, encoding: YUVImage.Encoding(range: .full),
      pixels: luma + [UInt8](repeating: 128, count: luma.count / 2))
    let task = try ClipFrames.landmarker(.image)
    let landmarks = try task.detect(image: gray).landmarks
    #expect(landmarks.count == 1)
    #expect(try task.detect(image: MPImage(yuvImage: picture)).landmarks == landmarks)
  }

  @Test func `a file that cannot be read gives the reason`() {
    let error = #expect(throws: TaskError.self) { try MPImage(contentsOfFile: "/nowhere/hand.png") }
    guard case .image(.cannotRead(let path, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "/nowhere/hand.png")
  }
}
