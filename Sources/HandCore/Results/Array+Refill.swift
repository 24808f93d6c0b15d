extension Array {
  /// Makes the array `count` elements long; existing elements are overwritten in place, so that a nested array keeps
  /// its memory.
  ///
  /// - Parameters:
  ///   - count: the new length.
  ///   - overwrite: gives an existing element the value for its index.
  ///   - make: the value for a new index.
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

  /// Copies the elements of another collection, reusing its own memory.
  mutating func copy(_ other: some Collection<Element>) {
    removeAll(keepingCapacity: true)
    append(contentsOf: other)
  }

  /// Becomes `count` times the same element, reusing its own memory.
  mutating func fill(with element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }
}

extension Optional {
  /// Copies an array into this one, reusing its memory; an empty array becomes nil.
  mutating func copy<Element>(_ other: [Element]) where Wrapped == [Element] {
    if other.isEmpty {
      self = nil
    } else if self == nil {
      self = other
    } else {
      self?.copy(other)
    }
  }
}
