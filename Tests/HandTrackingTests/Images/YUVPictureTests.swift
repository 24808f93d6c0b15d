import HandTracking
import PixelImaging
import TestSupport
import Testing

/// Pictures of luma and chroma, as delivered by cameras.
@Suite struct YUVPictureTests {
  @Test(arguments: YUVImage.Format.allCases)
  func `a task finds in luma and chroma what it finds in their colors`(format: YUVImage.Format) throws {
    let original = try RenderedHands.image("Thumb_Up_left")
    let picture = try CameraPictures.yuv(original, format)
    let task = try ClipFrames.recognizer(.image)
    let found = try task.recognize(image: MPImage(yuvImage: picture))
    let converted = try task.recognize(image: PixelImage(picture))
    #expect(found.gestures == converted.gestures)
    #expect(found.landmarks == converted.landmarks)
    #expect(found.gestures.first?.first?.categoryName == "Thumb_Up")
    for (landmark, expected) in zip(found.landmarks[0], try task.recognize(image: original).landmarks[0]) {
      // Chroma of half the resolution moves a landmark by a fraction of a pixel.
      #expect(isClose(landmark.x, expected.x, within: 0.005) && isClose(landmark.y, expected.y, within: 0.005))
    }
  }

  @Test func `a gray picture is like one whose chroma says gray`() throws {
    let gray = try RenderedHands.image("Open_Palm_left").converted(to: .gray)
    let luma = gray.withUnsafeBytes { [UInt8]($0) }
    let picture = try YUVImage(
      width: gray.width, height: gray.height, format: .i420, encoding: YUVImage.Encoding(range: .full),
      pixels: luma + [UInt8](repeating: 128, count: luma.count / 2))
    let task = try ClipFrames.landmarker(.image)
    let landmarks = try task.detect(image: gray).landmarks
    #expect(landmarks.count == 1)
    #expect(try task.detect(image: MPImage(yuvImage: picture)).landmarks == landmarks)
  }
}
