/// How far joints bend, in radians.
///
/// The ranges of the American Academy of Orthopaedic Surgeons ("Joint Motion: Method of Measuring and Recording", 1965:
/// knuckles −45 to 90 degrees, second joints to 100, third ones to 90, those of the thumb to 50 and 80), with some
/// degrees more, since people differ and landmarks are not exactly in the joints.
struct JointLimits {
  /// The bend of the knuckle toward the palm; that of a thumb's metacarpal is not limited.
  let knuckle: ClosedRange<Float>
  /// How far the first bone points to either side of the palm's direction.
  let side: Float
  /// The bend of the joint after the first bone.
  let middle: ClosedRange<Float>
  /// How far the bone after it points to either side: the thumb's knuckle does not only bend.
  let middleSide: Float
  /// The bend of the joint before the tip.
  let last: ClosedRange<Float>

  /// Those of a finger.
  static let finger = JointLimits(
    knuckle: degrees(-45)...degrees(105), side: degrees(40), middle: degrees(-10)...degrees(120), middleSide: 0,
    last: degrees(-20)...degrees(95))
  /// Those of the thumb.
  static let thumb = JointLimits(
    knuckle: -.pi ... .pi, side: .pi / 2, middle: degrees(-20)...degrees(75), middleSide: degrees(25),
    last: degrees(-30)...degrees(95))

  private static func degrees(_ angle: Float) -> Float { angle * .pi / 180 }
}
