/// The rule that of one person's two hands one is right and one is left.
package enum HandPair {
  /// True if the first of two hands is the right one: of both answers the one with the higher joint probability,
  /// p·(1 − q) against (1 − p)·q, which is the one that calls the likelier right hand right.
  package static func isFirstRight(_ first: Float, _ second: Float) -> Bool {
    first >= second
  }
}
