/// The largest elements of each row with their indices, largest first, and the earlier one first among equals.
///
/// The outputs hold a heap while a row is read, with the worst of the chosen elements on top, and popping it sorts
/// them: no extra memory is needed, and a row of n elements takes n · log k steps.
package struct LargestElements: Sendable, Hashable {
  /// The number of elements in a row, and of those chosen.
  package let length: Int, count: Int

  /// The `count` largest of each row.
  ///
  /// - Precondition: a row has at least `count` elements.
  package init(length: Int, count: Int) {
    (self.length, self.count) = (length, count)
  }

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let selection: LargestElements
    package let rows: Int
    package let element: NumberType

    /// A selection from each of `rows` rows.
    package init(_ selection: LargestElements, rows: Int, element: NumberType = .float32) {
      (self.selection, self.rows, self.element) = (selection, rows, element)
    }

    package var work: Int { KernelWork.of(rows, selection.length, each: KernelWork.costlyElement) }
  }

  /// The plain loops. A unit is a row; outputs: values, indices.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "largest elements"
  ) { problem, _ in
    LoopKernel(problem.rows) {
      problem.selection.run(
        problem.element, $0, $1.inputBytes(0), values: $1.outputBytes(), places: $1.output(1, as: Int32.self))
    }
  }

  /// Writes values and indices. A NaN is neither larger nor smaller than anything.
  ///
  /// - Precondition: the elements are of `type`.
  private func run(
    _ type: NumberType, _ rows: Range<Int>, _ input: UnsafeRawPointer, values: UnsafeMutableRawPointer,
    places: UnsafeMutablePointer<Int32>
  ) {
    switch type {
    case .float32: run(Float.self, rows, input, values, places)
    case .int64: run(Int64.self, rows, input, values, places)
    case .int32: run(Int32.self, rows, input, values, places)
    case .int16: run(Int16.self, rows, input, values, places)
    case .int8: run(Int8.self, rows, input, values, places)
    case .uint8, .bool: run(UInt8.self, rows, input, values, places)
    }
  }

  private func run<Element: Comparable>(
    _ element: Element.Type, _ rows: Range<Int>, _ input: UnsafeRawPointer, _ values: UnsafeMutableRawPointer,
    _ places: UnsafeMutablePointer<Int32>
  ) {
    guard count > 0 else { return }
    for row in rows {
      let source = input.assumingMemoryBound(to: element) + row * length
      var heap = Heap(
        values: values.assumingMemoryBound(to: element) + row * count, places: places + row * count, count: count)
      for index in 0..<count { heap.set(index, source[index], Int32(truncatingIfNeeded: index)) }
      for index in (0..<count / 2).reversed() { heap.sink(index) }
      // A later element must be larger to come before an earlier one.
      for index in count..<length where source[index] > heap.values[0] {
        heap.set(0, source[index], Int32(truncatingIfNeeded: index))
        heap.sink(0)
      }
      while heap.count > 1 {
        heap.swap(0, heap.count - 1)
        heap.count -= 1
        heap.sink(0)
      }
    }
  }

  /// A binary heap whose parents come after their children in the result.
  private struct Heap<Element: Comparable> {
    let values: UnsafeMutablePointer<Element>
    let places: UnsafeMutablePointer<Int32>
    var count: Int

    func set(_ index: Int, _ value: Element, _ place: Int32) {
      values[index] = value
      places[index] = place
    }

    func swap(_ a: Int, _ b: Int) {
      let (value, place) = (values[a], places[a])
      set(a, values[b], places[b])
      set(b, value, place)
    }

    /// Whether entry `a` comes after entry `b` in the result.
    private func isWorse(_ a: Int, _ b: Int) -> Bool {
      values[a] < values[b] || (values[a] == values[b] && places[a] > places[b])
    }

    func sink(_ start: Int) {
      var parent = start
      while true {
        var worst = parent
        for child in 2 * parent + 1...2 * parent + 2 where child < count && isWorse(child, worst) { worst = child }
        guard worst != parent else { return }
        swap(parent, worst)
        parent = worst
      }
    }
  }
}
