/// Refines nothing: a page has no options that request it.
package struct HandRefinement: Sendable {
  package init(_ settings: HandSettings) {}

  package mutating func refine(
    _ hands: inout [FoundHand], count: Int, imageWidth: Int, imageHeight: Int, timestamp: Int, isNext: Bool
  ) {}
}
