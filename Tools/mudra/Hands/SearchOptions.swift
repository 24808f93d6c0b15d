import ArgumentParser
import HandRecording
import Mudra

/// Options for how pictures are stored, and where in them hands are searched for.
struct SearchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How the picture is stored: ‘right’ means that it must be turned right by 90° to be upright.",
      discussion:
        "Applied on top of the orientation that the file states. Results refer to the picture as it is stored."
    ))
  var orientation = OrientationArgument(orientation: .up)

  @Flag(
    inversion: .prefixedNo,
    help: "Whether pictures are mirror images, as from a front camera. By default, left and right are as in MediaPipe.")
  var mirrored: Bool?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Search for palms in this region; repeat for several.",
      discussion: """
        A region is its center, its size and, optionally, a clockwise rotation in radians, such as 0.5,0.25,0.4,0.5. \
        Lengths are fractions of the picture's width and height.
        """,
      valueName: "x,y,w,h,r"))
  var palmsIn: [RegionArgument] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Find the landmarks of the hand in this region, without the palm detector; repeat for several.",
      valueName: "x,y,w,h,r"))
  var handsIn: [RegionArgument] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Search for hands down to this share of the shorter side, such as 0.05, in squares of the picture.",
      discussion: """
        Without it, a hand must be a tenth of the longer side. A picture can take around a hundred times as long. A \
        video takes no longer: each frame searches only one square.
        """,
      valueName: "share"))
  var smallestHand: Float?

  func validate() throws {
    guard [!palmsIn.isEmpty, !handsIn.isEmpty, smallestHand != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("--palms-in, --hands-in and --smallest-hand exclude each other")
    }
    try OptionRange.check("--smallest-hand", smallestHand, in: 0.01...1)
    guard !orientation.orientation.isMirrored || mirrored != nil else {
      throw ValidationError(
        "--orientation \(orientation.orientation.name) needs --mirrored or --no-mirrored, to say which hand is the left one"
      )
    }
  }

  /// Where to search.
  var place: ImageSearch {
    if let smallestHand { return .tiles(smallestHand: smallestHand) }
    if !palmsIn.isEmpty { return .palms(in: palmsIn.map(\.region)) }
    return handsIn.isEmpty ? .everywhere : .hands(in: handsIn.map(\.region))
  }
}

/// Options for single pictures, which frames of a video do not have. MediaPipe does none of it.
struct LookOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Look again at a picture that shows no hand; repeat for several.",
      discussion: """
        bordered: with a border around it, for a hand that fills its picture. brightened: with more light, for a dark \
        picture. tinted: its brightness in the tint of skin, for gloves, odd light and exchanged red and blue.
        """,
      valueName: "look"))
  var lookAgain: [SecondLook] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Find each hand's landmarks once or twice; the second pass searches where the first found it.", valueName: "n"))
  var landmarkPasses = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --smallest-hand: search no further square after this time.", valueName: "ms"))
  var tileTime: Int?

  func validate() throws {
    try OptionRange.check("--landmark-passes", landmarkPasses, in: 1...2)
    try OptionRange.check("--tile-time", tileTime, in: 0...86_400_000)
    guard Set(lookAgain).count == lookAgain.count else { throw ValidationError("--look-again names a look twice") }
  }
}

extension SecondLook: ExpressibleByArgument {}

/// An orientation as an argument. A type of its own, since the parser shows a raw value in place of the word.
struct OrientationArgument: ExpressibleByArgument {
  /// The orientation.
  let orientation: ImageOrientation

  init(orientation: ImageOrientation) { self.orientation = orientation }

  init?(argument: String) {
    guard let orientation = ImageOrientation(name: argument) else { return nil }
    self.orientation = orientation
  }

  var defaultValueDescription: String { orientation.name }

  static var allValueStrings: [String] { ImageOrientation.allCases.map(\.name) }
}

/// A region of a picture as an argument: `x,y,width,height` or `x,y,width,height,rotation`.
struct RegionArgument: ExpressibleByArgument {
  /// The region.
  let region: ImageRegion

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
    guard !numbers.contains(nil), let region = ImageRegion(numbers: numbers.compactMap(\.self)) else { return nil }
    self.region = region
  }
}
