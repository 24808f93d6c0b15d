import HandTracking
import TestSupport

/// True if all numbers of two palms do.
func isClose(_ a: PalmBox, _ b: PalmBox, within tolerance: Float) -> Bool {
  isClose(a.score, b.score, within: tolerance) && isClose(a.xMin, b.xMin, within: tolerance)
    && isClose(a.yMin, b.yMin, within: tolerance) && isClose(a.width, b.width, within: tolerance)
    && isClose(a.height, b.height, within: tolerance) && isClose(a.wrist.x, b.wrist.x, within: tolerance)
    && isClose(a.wrist.y, b.wrist.y, within: tolerance)
    && isClose(a.middleKnuckle.x, b.middleKnuckle.x, within: tolerance)
    && isClose(a.middleKnuckle.y, b.middleKnuckle.y, within: tolerance)
}

/// The error of an angle that is subtracted from 90 in float, whose last place there is 7.6e-6.
let printedAngle: Float = 1e-5
