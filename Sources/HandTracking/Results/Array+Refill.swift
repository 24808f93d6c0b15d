extension Array {
  /// Makes the array `count` elements long; elements that stay are overwritten in place, so that a list within the list
  /// keeps its memory.
  ///
  /// - Parameters:
  ///   - count: the new length.
  ///   - overwrite: gives an element that is there the value of its index.
  ///   - make: the value of an index that is not there yet.
  mutating func refill(count: Int, overwrite: (inout Element, Int) -> Void, make: (Int) -> Element) {
    if self.count > count {
      removeLast(self.count - count)
    }
    for index in indices {
      overwrite(&self[index], index)
    }
    reserveCapacity(count)
    for index in self.count..<count {
      append(make(index))
    }
  }

  /// Takes the elements of another array without giving up its own memory.
  mutating func copy(_ other: [Element]) {
    removeAll(keepingCapacity: true)
    append(contentsOf: other)
  }

  /// Becomes a list of one element without giving up its own memory.
  mutating func copy(only element: Element) {
    removeAll(keepingCapacity: true)
    append(element)
  }

  /// Becomes `count` times the same element without giving up its own memory.
  mutating func fill(with element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }
}
