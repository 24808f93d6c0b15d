import PixelImaging
import VisionCore

extension ImageRegion {
  /// The box of a palm in the picture, rotated so that the wrist is below the middle knuckle (to the extent that
  /// MediaPipe's target angle does this).
  package init(palm: PalmBox, imageWidth: Int, imageHeight: Int) {
    let columns = Float(imageWidth)
    let rows = Float(imageHeight)
    let fromX = palm.wrist.x * columns
    let fromY = palm.wrist.y * rows
    let toX = palm.middleKnuckle.x * columns
    let toY = palm.middleKnuckle.y * rows
    let angle = CorrectlyRounded.arctangent(y: -(toY - fromY), x: toX - fromX)
    self.init(
      centerX: palm.xMin + palm.width / 2, centerY: palm.yMin + palm.height / 2, width: palm.width,
      height: palm.height, rotation: CorrectlyRounded.wrapped(ModelConstants.Palm.uprightAngle - angle))
  }

  /// The square region of the hand to which a palm in the picture belongs.
  package init(handOf palm: PalmBox, imageWidth: Int, imageHeight: Int) {
    self = ImageRegion(palm: palm, imageWidth: imageWidth, imageHeight: imageHeight).transformed(
      scale: ModelConstants.Palm.regionScale, shift: ModelConstants.Palm.regionShift, imageWidth: imageWidth,
      imageHeight: imageHeight)
  }
}

extension ImageRegion {
  /// The rotated hull of a hand's inner landmarks.
  ///
  /// The rotation makes the line from the wrist to the center of the knuckles upright. Every maximum starts at the
  /// smallest positive float, as in MediaPipe: a hand whose landmarks are all left of the picture has a maximum of
  /// approximately 0.
  /// - Precondition: there are 21 landmarks.
  package init(hullOf landmarks: [NormalizedLandmark], imageWidth: Int, imageHeight: Int) {
    precondition(landmarks.count == ModelConstants.Landmarks.count, "a hand has 21 landmarks")
    let columns = Float(imageWidth)
    let rows = Float(imageHeight)
    let rotation = Self.rotation(of: landmarks, columns: columns, rows: rows)
    let inner = ModelConstants.Landmarks.regionLandmarks

    var bounds = Bounds()
    for index in inner {
      bounds.add(landmarks[index].x, landmarks[index].y)
    }
    let (middleX, middleY) = bounds.center

    let reverse = CorrectlyRounded.wrapped(-rotation)
    let reverseCosine = CorrectlyRounded.cosine(reverse)
    let reverseSine = CorrectlyRounded.sine(reverse)
    var upright = Bounds()
    for index in inner {
      let x = (landmarks[index].x - middleX) * columns
      let y = (landmarks[index].y - middleY) * rows
      upright.add(x * reverseCosine - y * reverseSine, x * reverseSine + y * reverseCosine)
    }
    let (uprightX, uprightY) = upright.center

    let cosine = CorrectlyRounded.cosine(rotation)
    let sine = CorrectlyRounded.sine(rotation)
    let centerX: Float = uprightX * cosine - uprightY * sine + columns * middleX
    let centerY: Float = uprightX * sine + uprightY * cosine + rows * middleY
    self.init(
      centerX: centerX / columns, centerY: centerY / rows, width: (upright.xMax - upright.xMin) / columns,
      height: (upright.yMax - upright.yMin) / rows, rotation: rotation)
  }

  /// Where the hand with these landmarks is searched for in the next frame.
  package init(followingHandAt landmarks: [NormalizedLandmark], imageWidth: Int, imageHeight: Int) {
    self = ImageRegion(hullOf: landmarks, imageWidth: imageWidth, imageHeight: imageHeight).transformed(
      scale: ModelConstants.Landmarks.regionScale, shift: ModelConstants.Landmarks.regionShift,
      imageWidth: imageWidth, imageHeight: imageHeight)
  }

  private static func rotation(of landmarks: [NormalizedLandmark], columns: Float, rows: Float) -> Float {
    let wrist = landmarks[HandLandmark.wrist]
    let index = landmarks[HandLandmark.indexFingerMCP]
    let middle = landmarks[HandLandmark.middleFingerMCP]
    let ring = landmarks[HandLandmark.ringFingerMCP]
    let fromX = wrist.x * columns
    let fromY = wrist.y * rows
    let toX = ((index.x + ring.x) / 2 + middle.x) / 2 * columns
    let toY = ((index.y + ring.y) / 2 + middle.y) / 2 * rows
    let angle = CorrectlyRounded.arctangent(y: -(toY - fromY), x: toX - fromX)
    return CorrectlyRounded.wrapped(Float(Double.pi / 2) - angle)
  }
}

/// The running minimum and maximum of points, starting as in MediaPipe.
private struct Bounds {
  private(set) var xMin = Float.greatestFiniteMagnitude
  private(set) var yMin = Float.greatestFiniteMagnitude
  private(set) var xMax = Float.leastNormalMagnitude
  private(set) var yMax = Float.leastNormalMagnitude

  mutating func add(_ x: Float, _ y: Float) {
    xMin = min(xMin, x)
    yMin = min(yMin, y)
    xMax = max(xMax, x)
    yMax = max(yMax, y)
  }

  var center: (x: Float, y: Float) {
    ((xMax + xMin) / 2, (yMax + yMin) / 2)
  }
}
