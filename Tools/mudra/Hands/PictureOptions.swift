import ArgumentParser

/// Options of the commands that find hands in pictures.
struct PictureOptions: ParsableArguments {
  @Argument(help: "PNG or JPEG files.")
  var images: [String]

  @OptionGroup var hands: HandOptions

  @Option(
    help: ArgumentHelp(
      "Write the picture with the hands drawn on it, as PNG.",
      discussion: "A file for one picture; with several, a folder (an existing one, or a name that ends in /).",
      valueName: "out.png"))
  var annotate: String?
}
