import ArgumentParser

/// Options of the commands that find hands in pictures.
struct PictureOptions: ParsableArguments {
  @Argument(help: "PNG or JPEG files.")
  var images: [String]

  @OptionGroup var hands: HandOptions

  @Option(
    help: ArgumentHelp(
      "Write the picture with the hands drawn on it: .png, or .jpg with quality 90.",
      discussion: """
        A file for one picture; with several, a folder (an existing one, or a name that ends in /), whose files are PNG.
        """,
      valueName: "out.png"))
  var annotate: String?

  @Option(help: ArgumentHelp("The file for the arrays of --format npz.", valueName: "out.npz"))
  var output: String?
}
