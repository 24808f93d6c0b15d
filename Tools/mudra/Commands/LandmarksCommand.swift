import HandRecording

/// `mudra landmarks`: hands and their 21 landmarks.
typealias LandmarksCommand = PictureCommand<LandmarksCommandKind>

enum LandmarksCommandKind: PictureCommandKind {
  static let task = SessionOptions.Task.landmarks
  static let abstract = "Finds hands in pictures and their 21 landmarks."
  static let examples = [
    "landmarks photo.jpg", "landmarks photo.jpg --hands 2 --json",
    "landmarks photos --format csv --output hands.csv",
  ]
}
