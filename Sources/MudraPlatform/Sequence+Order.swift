extension Sequence {
  /// The elements in ascending order, equal ones in that of the sequence. The code of `sorted(by:)` is made for each
  /// type of elements, some three kilobytes; this sorts places, for all types alike.
  package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return ascendingPlaces(elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

@inline(never)
private func ascendingPlaces(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}
