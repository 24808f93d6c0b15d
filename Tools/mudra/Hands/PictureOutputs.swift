import ArgumentParser

/// Where the results of pictures and their drawings go.
struct PictureOutputs: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the results to a file: line by line, or all at the end with --format npz.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Draw the hands on the picture and write it as PNG or JPEG.",
      discussion: "For several pictures, name a folder: an existing one, or a name that ends in /. Its files are PNG.",
      valueName: "out.png"))
  var annotate: String?
}
