import CInterface
import CMediaPipe
import HandTracking
import TestSupport
import Testing

@Suite("Gestures from C") struct GestureFunctionTests {
  private func gesture(_ change: (inout MpGestureRecognizerOptions) -> Void) throws -> String? {
    let image = try HeldCalls.image("Victory_left")
    defer { MpImageFree(image) }
    var task: MpGestureRecognizerPtr?
    let status = HeldCalls.model("gesture_recognizer").withCString { path in
      var options = MpGestureRecognizerOptions()
      options.base_options.model_asset_path = path
      (options.running_mode, options.num_hands) = (1, 1)
      (options.min_hand_detection_confidence, options.min_hand_presence_confidence) = (0.5, 0.5)
      options.min_tracking_confidence = 0.5
      change(&options)
      return MpGestureRecognizerCreate(&options, &task, nil)
    }
    try #require(status == 0)
    defer { MpGestureRecognizerClose(task, nil) }
    var result = MpGestureRecognizerResult()
    try #require(MpGestureRecognizerRecognizeImage(task, image, nil, &result, nil) == 0)
    defer { MpGestureRecognizerCloseResult(&result) }
    guard result.gestures_count > 0, let category = result.gestures?[0].categories?[0] else { return nil }
    #expect(category.index == -1)
    #expect(category.display_name == nil)
    return category.category_name.map { String(cString: $0) }
  }

  @Test func `the lists of the canned gestures choose as MediaPipe's do`() throws {
    #expect(try gesture { _ in } == "Victory")
    #expect(try gesture { $0.canned_gestures_classifier_options.max_results = 0 } == "Victory")
    #expect(try gesture { $0.canned_gestures_classifier_options.score_threshold = 1.5 } == nil)
    // A count without a list.
    #expect(try gesture { $0.custom_gestures_classifier_options.category_allowlist_count = 3 } == "Victory")
    let chosen = try "Thumb_Up".withCString { name in
      var names: [UnsafePointer<CChar>?] = [name, nil]
      return try names.withUnsafeMutableBufferPointer { names in
        try gesture {
          $0.canned_gestures_classifier_options.category_allowlist = names.baseAddress
          $0.canned_gestures_classifier_options.category_allowlist_count = 2
        }
      }
    }
    #expect(chosen == "Thumb_Up")
  }
}
