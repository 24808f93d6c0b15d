/// `mudra gestures`: hands and their gestures.
typealias GesturesCommand = PictureCommand<GesturesCommandKind>

enum GesturesCommandKind: PictureCommandKind {
  static let task = HandTask.Kind.gestures
  static let abstract = "Finds hands in pictures and names their gestures."
}
