import PixelImaging

/// True if two numbers differ by no more than `tolerance`.
package func isClose(_ a: Float, _ b: Float, within tolerance: Float) -> Bool {
  abs(a - b) <= tolerance
}

/// True if all numbers of two regions do.
package func isClose(_ a: ImageRegion, _ b: ImageRegion, within tolerance: Float) -> Bool {
  isClose(a.centerX, b.centerX, within: tolerance) && isClose(a.centerY, b.centerY, within: tolerance)
    && isClose(a.width, b.width, within: tolerance) && isClose(a.height, b.height, within: tolerance)
    && isClose(a.rotation, b.rotation, within: tolerance)
}

/// The error of seven printed digits of numbers below 1, and a few roundings.
package let printedDigits: Float = 5e-7
