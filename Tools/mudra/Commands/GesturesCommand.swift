import ArgumentParser

/// `mudra gestures`: hands and their gestures.
struct GesturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gestures", abstract: "Finds hands in pictures and names their gestures.")

  @OptionGroup var options: PictureOptions

  func run() throws {
    try PictureLoop(options, .gestures).run()
  }
}
