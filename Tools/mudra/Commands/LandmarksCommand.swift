import ArgumentParser

/// `mudra landmarks`: hands and their 21 landmarks.
struct LandmarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "landmarks", abstract: "Finds hands in pictures and their 21 landmarks.")

  @OptionGroup var options: PictureOptions

  func run() throws {
    try PictureLoop(options, .landmarks).run()
  }
}
