import HandRecording

/// `mudra gestures`: hands and their gestures.
typealias GesturesCommand = PictureCommand<GesturesCommandKind>

enum GesturesCommandKind: PictureCommandKind {
  static let task = SessionOptions.Task.gestures
  static let abstract = "Finds hands in pictures and names their gestures."
  static let examples = [
    "gestures photo.jpg", "gestures photo.jpg --hands 2 --annotate hands.png",
    "gestures photos --json --output gestures.jsonl",
  ]
}
