import CInterface
import CMediaPipe
import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite("Hands from C") struct HandFunctionTests {
  @Test(arguments: [24, 56, 72, 80]) func `options are read as each release lays them out`(byteCount: Int) throws {
    let image = try HeldCalls.image("Victory_left")
    defer { MpImageFree(image) }
    var task: MpHandLandmarkerPtr?
    let answer = HeldCalls.model("hand_landmarker").withCString { path in
      HeldCalls.createHands(HeldCalls.handOptions(baseByteCount: byteCount, path: path), &task)
    }
    #expect(answer.status == 0)
    var result = MpHandLandmarkerResult()
    #expect(MpHandLandmarkerDetectImage(task, image, nil, &result, nil) == 0)
    let expected = try HandLandmarker(modelPath: HeldCalls.model("hand_landmarker")).detect(
      image: try RenderedHands.image("Victory_left"))
    #expect(result.hand_landmarks_count == 1)
    let points = UnsafeBufferPointer(
      start: result.hand_landmarks?[0].landmarks, count: Int(result.hand_landmarks?[0].landmarks_count ?? 0))
    #expect(points.map(\.x) == expected.landmarks[0].map(\.x))
    #expect(points.map(\.z) == expected.landmarks[0].map(\.z))
    #expect(points.allSatisfy { !$0.has_presence && !$0.has_visibility && $0.name == nil })
    #expect(result.handedness?[0].categories?[0].category_name.map { String(cString: $0) } == "Left")
    #expect(result.handedness?[0].categories?[0].index == 1)
    MpHandLandmarkerCloseResult(&result)
    #expect(result.hand_landmarks == nil && result.hand_landmarks_count == 0)
    MpHandLandmarkerCloseResult(&result)
    MpHandLandmarkerCloseResult(nil)
    #expect(MpHandLandmarkerClose(task, nil) == 0)
  }

  @Test func `thresholds of any kind are taken, and other wrong options are not`() {
    HeldCalls.model("hand_landmarker").withCString { path in
      for threshold in [-0.1, 1.1, .nan] as [Float] {
        var task: MpHandLandmarkerPtr?
        #expect(HeldCalls.createHands(HeldCalls.handOptions(path: path, threshold: threshold), &task).status == 0)
        #expect(MpHandLandmarkerClose(task, nil) == 0)
      }
      var task: MpHandLandmarkerPtr?
      func create(
        _ path: UnsafePointer<CChar>?, mode: Int32 = 1, hands: Int32 = 1
      ) -> (status: MpStatus, text: String?) {
        HeldCalls.createHands(HeldCalls.handOptions(path: path, mode: mode, hands: hands), &task)
      }
      #expect(create(path, mode: 0) == (3, "Unsupported running mode: 0"))
      #expect(create(path, mode: 3) == (3, "Provided null pointer to callback function."))
      #expect(create(path, hands: 0).status == 13)
      #expect(create(nil).text?.hasPrefix("ExternalFile must specify at least one of") == true)
      #expect(create("/no/bundle.task") == (5, "Unable to open file at /no/bundle.task"))
      #expect(create("/tmp").status == 2)
      #expect(create("").status == 3)
      #expect(task == nil)
      #expect(MpHandLandmarkerCreate(nil, &task, nil) == 3)
    }
  }

  @Test func `a bundle for something else is refused with what it has`() {
    var task: MpHandLandmarkerPtr?
    let answer = HeldCalls.model("gesture_recognizer").withCString { path in
      HeldCalls.createHands(HeldCalls.handOptions(path: path), &task)
    }
    #expect(
      answer == (
        5,
        "No file with name: hand_detector.tflite. All files in the model asset bundle are: "
          + "hand_gesture_recognizer.task, hand_landmarker.task."
      ))
  }

  @Test func `handles that are none of a task lead to a status`() throws {
    let image = try HeldCalls.image("Victory_left")
    let task = HeldCalls.hands()
    var result = MpHandLandmarkerResult()
    for (task, image) in [
      (nil, image), (task, nil), (image, image), (task, task), (OpaquePointer(bitPattern: 0x123_4567), image),
    ] as [(OpaquePointer?, OpaquePointer?)] {
      #expect(MpHandLandmarkerDetectImage(task, image, nil, &result, nil) == 3)
    }
    #expect(MpHandLandmarkerDetectImage(task, image, nil, nil, nil) == 3)
    var gestures = MpGestureRecognizerResult()
    #expect(MpGestureRecognizerRecognizeImage(task, image, nil, &gestures, nil) == 3)
    #expect(MpGestureRecognizerClose(task, nil) == 3)
    #expect(MpHandLandmarkerClose(task, nil) == 0)
    #expect(MpHandLandmarkerClose(task, nil) == 3)
    #expect(MpHandLandmarkerDetectImage(task, image, nil, &result, nil) == 3)
    MpImageFree(image)
  }

  @Test func `a call of another mode, a late frame and a wrong turn are refused`() throws {
    let image = try HeldCalls.image("Victory_left")
    defer { MpImageFree(image) }
    let task = HeldCalls.hands(mode: 2)
    defer { MpHandLandmarkerClose(task, nil) }
    var result = MpHandLandmarkerResult()
    #expect(
      HeldCalls.answer { MpHandLandmarkerDetectImage(task, image, nil, &result, $0) } == (
        3, "Task is not initialized with the image mode. Current running mode:video mode"
      ))
    for (time, status) in [(5, 0), (5, 3), (4, 3), (.max, 3), (Int64.max / 1000, 0)] as [(Int64, MpStatus)] {
      #expect(MpHandLandmarkerDetectForVideo(task, image, nil, time, &result, nil) == status)
      MpHandLandmarkerCloseResult(&result)
    }
    let still = HeldCalls.hands()
    defer { MpHandLandmarkerClose(still, nil) }
    var options = MpImageProcessingOptions()
    for (degrees, status) in [(45, 3), (-450, 0), (360, 0)] as [(Int32, MpStatus)] {
      options.rotation_degrees = degrees
      #expect(MpHandLandmarkerDetectImage(still, image, &options, &result, nil) == status)
      MpHandLandmarkerCloseResult(&result)
    }
    options.has_region_of_interest = 1
    #expect(
      HeldCalls.answer { MpHandLandmarkerDetectImage(still, image, &options, &result, $0) }.text
        == "This task doesn't support region-of-interest.")
  }

  @Test func `a gray picture is no picture for a task`() {
    var image: MpImagePtr?
    #expect(MpImageCreateFromUint8Data(3, 2, 2, [1, 2, 3, 4], 4, &image, nil) == 0)
    let task = HeldCalls.hands()
    var result = MpHandLandmarkerResult()
    #expect(MpHandLandmarkerDetectImage(task, image, nil, &result, nil) == 3)
    MpImageFree(image)
    MpHandLandmarkerClose(task, nil)
  }
}
