import VisionTasks

// MediaPipe's results consist of parallel lists; these are made from the hands and the other way around.

extension DetectedHand {
  /// The side as MediaPipe's results name it.
  package var handedness: ResultCategory { Handedness(isRight: side == .right, score: sideScore).category }

  /// The hands of MediaPipe's lists: as many as `landmarks` has elements. What another list lacks is empty, zero or
  /// right.
  ///
  /// - Parameter gestures: an element for each hand, empty for one without a gesture. In a list of another length it is
  ///   unknown which hand made which gesture, and no hand has one.
  static func hands(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
    gestures: [[ResultCategory]]
  ) -> [DetectedHand] {
    landmarks.indices.map { index in
      let side = handedness.dropFirst(index).first?.first
      return DetectedHand(
        side: side.map { Handedness($0).side } ?? .right, sideScore: side?.score ?? 0,
        gesture: gestures.count == landmarks.count ? gestures[index].first.map(HandGesture.init) : nil,
        landmarks: landmarks[index], worldLandmarks: worldLandmarks.dropFirst(index).first ?? [], presence: 0)
    }
  }
}

extension HandGesture {
  /// The gesture of a category. MediaPipe does not say which classifier named it.
  init(_ category: ResultCategory) {
    self.init(name: category.categoryName ?? "", score: category.score)
  }

  /// The gesture as MediaPipe's results have it: with neither an index nor a display name.
  package var category: ResultCategory {
    ResultCategory(index: -1, score: score, categoryName: name.isEmpty ? nil : name, displayName: nil)
  }
}
