import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct HandShapeTests {
  /// A flat hand: every finger straight up, a decimeter long, two centimeters apart, the index finger on the right.
  private var flat: [Landmark] {
    var points = [Landmark(x: 0, y: 0, z: 0)]
    for finger in 0..<5 {
      for joint in 0..<4 {
        points.append(Landmark(x: 0.04 - 0.02 * Float(finger), y: -0.08 - 0.025 * Float(joint), z: 0))
      }
    }
    return points
  }

  /// The flat hand with the index finger's PIP joint bent toward the camera.
  private var bent: [Landmark] {
    var points = flat
    points[7] = Landmark(x: points[6].x, y: points[6].y, z: -0.025)
    points[8] = Landmark(x: points[6].x, y: points[6].y, z: -0.05)
    return points
  }

  private func shape(_ name: String) throws -> HandShape {
    let result = try ClipFrames.landmarker(.image).detect(image: try RenderedHands.image(name))
    return try #require(result.worldLandmarks.first.flatMap(HandShape.init))
  }

  @Test func `a joint's bend is the angle between its bones`() throws {
    let shape = try #require(HandShape(bent))
    #expect(shape.bend(at: .indexFingerPIP).map { isClose($0, .pi / 2, within: 1e-6) } == true)
    #expect(shape.bend(at: .indexFingerDIP) == 0)
    #expect(shape.bend(at: .middleFingerPIP) == 0)
    #expect(shape.bend(at: .indexFingerMCP) == HandShape(flat)?.bend(at: .indexFingerMCP))
  }

  @Test func `a knuckle's bend is the angle between the palm's bone from the wrist and the finger's first bone`() throws
  {
    // Bones straight up; those of the palm go from the wrist at (0, 0) to the knuckles at (±0.04 or ±0.02 or 0, -0.08).
    let shape = try #require(HandShape(flat))
    for (knuckle, slope) in [
      (.thumbCMC, 0.5), (.indexFingerMCP, 0.25), (.middleFingerMCP, 0), (.ringFingerMCP, 0.25), (.pinkyMCP, 0.5),
    ] as [(HandLandmark, Float)] {
      // tan⁻¹ of 1/2 and 1/4.
      let angle: Float = slope == 0.5 ? 0.463_647_6 : slope == 0.25 ? 0.244_978_66 : 0
      #expect(shape.bend(at: knuckle).map { isClose($0, angle, within: 1e-6) } == true, "\(knuckle)")
    }
  }

  @Test func `a finger bent at its second joint by a right angle is half curled`() throws {
    let shape = try #require(HandShape(bent))
    #expect(isClose(shape.bend(of: .index), .pi / 2, within: 1e-6))
    #expect(Finger.allCases.map(shape.curl) == [.straight, .half, .straight, .straight, .straight])
  }

  @Test func `wrist and fingertips are no joints`() throws {
    let shape = try #require(HandShape(flat))
    for landmark in HandLandmark.allCases {
      let isJoint = landmark != .wrist && !Finger.allCases.contains { $0.landmarks.last == landmark }
      #expect((shape.bend(at: landmark) != nil) == isJoint)
    }
  }

  @Test func `a pinch is the distance of the tips`() throws {
    let shape = try #require(HandShape(flat))
    #expect(isClose(shape.pinchDistance(), 0.02, within: 1e-6))
    #expect(isClose(shape.pinchDistance(to: .pinky), 0.08, within: 1e-6))
    #expect(isClose(shape.palmLength, Float(0.0064 + 0.0016).squareRoot(), within: 1e-6))
  }

  @Test func `the normal of a right palm points to the side that its thumb is left of`() throws {
    // Thumb and index finger on the right in the picture, fingers up: a right palm, or the back of a left hand.
    let shape = try #require(HandShape(flat))
    #expect(shape.palmNormal(isRight: true) == SIMD3(0, 0, -1))
    #expect(shape.palmNormal(isRight: false) == SIMD3(0, 0, 1))
  }

  @Test(
    arguments: [
      (0, -1, .up), (1, -1, .upRight), (1, 0, .right), (2, 2, .downRight), (0, 5, .down), (-1, 1, .downLeft),
      (-3, 0, .left), (-1, -1, .upLeft), (-1, -0.0, .left), (0, 0, .right), (.nan, 0, .right),
    ] as [(Float, Float, PictureDirection)])
  func `a vector points in one of eight directions`(x: Float, y: Float, direction: PictureDirection) {
    #expect(PictureDirection(x: x, y: y) == direction)
  }

  @Test func `a hand in one point has no shape to speak of, and a list that is no hand none at all`() throws {
    let point = try #require(HandShape([Landmark](repeating: Landmark(x: 0, y: 0, z: 0), count: 21)))
    #expect(point.bend(of: .index) == 0)
    #expect(point.curl(of: .index) == .straight)
    #expect(point.direction(of: .index) == SIMD3())
    #expect(point.palmNormal(isRight: true) == SIMD3())
    #expect(HandShape([]) == nil)
    #expect(HandShape(Array(flat.dropLast())) == nil)
  }

  @Test(
    arguments: [
      ("Open_Palm", [.thumb, .index, .middle, .ring, .pinky]), ("Victory", [.index, .middle]),
      ("Pointing_Up", [.index]),
      ("ILoveYou", [.thumb, .index, .pinky]), ("Thumb_Up", [.thumb]), ("Thumb_Down", [.thumb]), ("Closed_Fist", []),
    ] as [(String, [Finger])], ["left", "right"])
  func `the fingers of a gesture are straight or curled`(gesture: (name: String, straight: [Finger]), side: String)
    throws
  {
    let shape = try shape("\(gesture.name)_\(side)")
    for finger in Finger.allCases {
      let comment = "\(gesture.name)_\(side) \(finger): \(shape.bend(of: finger))"
      #expect((shape.curl(of: finger) == .straight) == gesture.straight.contains(finger), "\(comment)")
      #expect(gesture.name != "Closed_Fist" || shape.curl(of: finger) == .full, "\(comment)")
    }
  }

  @Test func `fingers point where the gesture says`() throws {
    #expect(try shape("Pointing_Up_right").pictureDirection(of: .index) == .up)
    #expect(try shape("Pointing_Up_left").pictureDirection(of: .index) == .up)
    #expect(try shape("Thumb_Up_left").direction(of: .thumb).y < -0.7)
    #expect(try shape("Thumb_Down_left").direction(of: .thumb).y > 0.7)
  }

  @Test(arguments: [("Open_Palm_right", true), ("Open_Palm_left", false)])
  func `an open palm faces the camera`(name: String, isRight: Bool) throws {
    let normal = try shape(name).palmNormal(isRight: isRight)
    #expect(normal.z < -0.7)
  }
}
