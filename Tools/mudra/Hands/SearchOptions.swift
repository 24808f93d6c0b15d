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

  func validate() throws {
    guard palmsIn.isEmpty || handsIn.isEmpty else {
      throw ValidationError("--palms-in and --hands-in exclude each other")
    }
    guard !orientation.orientation.isMirrored || mirrored != nil else {
      throw ValidationError(
        "--orientation \(orientation.orientation.name) needs --mirrored or --no-mirrored, to say which hand is the left one"
      )
    }
  }

  /// Where to search.
  var place: ImageSearch {
    if !palmsIn.isEmpty { return .palms(in: palmsIn.map(\.region)) }
    return handsIn.isEmpty ? .everywhere : .hands(in: handsIn.map(\.region))
  }
}

/// Where a picture that shows no hand is searched again.
struct BorderOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Search a picture that shows no hand once more with a border around it.",
      discussion: "A hand that fills its picture is often found only this way. MediaPipe does not do this."))
  var border = false
}

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
