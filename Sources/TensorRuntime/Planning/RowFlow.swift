/// Which rows of a plan's pictures depend on which rows of its first input.
///
///     rows of the input       ░░░░▓▓▓▓▓▓▓▓▓▓░░░░     ▓ change between runs   ░ do not
///     3×3 convolution         ░░░▓▓▓▓▓▓▓▓▓▓▓▓░░░
///     3×3 convolution         ░░▓▓▓▓▓▓▓▓▓▓▓▓▓▓░░
///
/// In a cut, they do not grow: rows outside are those of a blank picture.
///
/// A picture is a float tensor `[1, height, width, channels]`. Operators without a ``RowDependence`` depend on
/// everything.
struct RowFlow: Sendable {
  /// The units of a step to compute if only some rows of the first input have changed.
  struct Selection: Sendable {
    /// The units to compute, and the number of all units.
    let units: Range<Int>, unitCount: Int
    /// The output rows with elements of these units.
    let rows: Range<Int>
    /// The elements of these units; in a cut, only those inside.
    let elements: Range<Int>
    /// Elements before and after them that later steps read. In a cut, some of them may be of computed units.
    fileprivate(set) var kept: [Range<Int>] = []
  }

  private struct Picture {
    let height: Int, rowLength: Int

    init?(_ type: TensorType) {
      guard type.shape.count == 4, type.shape[0] == 1, type.elementType == .float32, type.elementCount > 0 else {
        return nil
      }
      (height, rowLength) = (type.shape[1], type.shape[2] * type.shape[3])
    }

    var rows: Range<Int> { 0..<height }

    /// Rows scaled from another height; nil if they are not whole.
    func scaled(_ rows: Range<Int>, from height: Int) -> Range<Int>? {
      let ends = [rows.lowerBound, rows.upperBound].compactMap { row in
        let (quotient, remainder) = height.dividingFullWidth(row.multipliedFullWidth(by: self.height))
        return remainder == 0 ? quotient : nil
      }
      return ends.count == 2 ? ends[0]..<ends[1] : nil
    }

    /// The rows of groups that have elements in some rows.
    func rows(of rows: Range<Int>, inGroupsOf count: Int) -> Range<Int> {
      let (first, end) = (rows.lowerBound * rowLength / count * count, (rows.upperBound * rowLength - 1) / count + 1)
      return first / rowLength..<min((end * count + rowLength - 1) / rowLength, height)
    }

    /// The first row that satisfies a monotonic condition; the height if there is none.
    func firstRow(where condition: (Int) -> Bool) -> Int {
      var rows = rows
      while !rows.isEmpty {
        let middle = rows.lowerBound + rows.count / 2
        rows = condition(middle) ? rows.lowerBound..<middle : middle + 1..<rows.upperBound
      }
      return rows.lowerBound
    }
  }

  private struct Step {
    /// Computed values, and how the output's rows depend on theirs.
    let inputs: [(value: Int, dependence: RowDependence)]
    /// The only output; nil if the dependence is unknown.
    let output: Int?

    /// Whether each output row depends only on the same row of the inputs.
    var isRowByRow: Bool { inputs.allSatisfy { if case .sameRow = $0.dependence { true } else { false } } }
  }

  private let pictures: [Int: Picture]
  private let steps: [Step]
  private let input: Int?
  private let outputs: [Int]

  init(_ graph: Graph) {
    var pictures: [Int: Picture] = [:]
    for (index, value) in graph.values.enumerated() where value.constant == nil {
      pictures[index] = Picture(value.type)
    }
    self.pictures = pictures
    input = graph.inputs.first
    outputs = graph.outputs
    steps = graph.nodes.map { node in
      let dependence = node.inference.rowDependence(graph.operands(of: node))
      var isKnown = dependence != nil && node.outputs.count == 1
      let height = node.outputs.first.flatMap { pictures[$0]?.height }
      var inputs: [(value: Int, dependence: RowDependence)] = []
      for (place, value) in node.inputs.enumerated() {
        guard let value, graph.values[value].constant == nil else { continue }
        let dependence = place == 0 ? dependence ?? .sameRow : .sameRow
        inputs.append((value, dependence))
        let isSameRow = if case .sameRow = dependence { true } else { false }
        isKnown = isKnown && pictures[value] != nil && (!isSameRow || pictures[value]?.height == height)
      }
      return Step(inputs: inputs, output: isKnown && height != nil ? node.outputs[0] : nil)
    }
  }

  /// Rows of the first input, widened to multiples of `count`; nil if there are none, or if these are all rows.
  func widened(_ rows: Range<Int>, toMultiplesOf count: Int) -> Range<Int>? {
    guard count > 0, let height = input.flatMap({ pictures[$0]?.height }), height.isMultiple(of: count) else {
      return nil
    }
    let cut = rows.lowerBound / count * count..<(rows.upperBound + count - 1) / count * count
    return cut.count < height ? cut : nil
  }

  /// The units of each step to compute if only `rows` of the first input have changed; nil for the whole step.
  ///
  /// - Parameters:
  ///   - isCut: whether steps compute only these rows, scaled to their height.
  ///   - elementsPerUnit: ``PreparedOperator/elementsPerUnit`` of each step.
  ///   - elementsPerGroup: ``PreparedOperator/elementsPerGroup`` of each step.
  /// - Returns: nil if a cut is impossible: it would split a row, or a step that reads several rows cannot compute part
  ///   of its own.
  func selections(
    changing rows: Range<Int>, isCut: Bool, elementsPerUnit: [Int?], elementsPerGroup: [Int]
  ) -> [Selection?]? {
    var selections = [Selection?](repeating: nil, count: steps.count)
    let height = input.flatMap { pictures[$0]?.height } ?? 1
    // Changing rows; all for missing values.
    var changing: [Int: Range<Int>] = [:]
    if let input { changing[input] = rows }
    var read: [Int: Range<Int>] = [:]
    func reads(_ rows: Range<Int>, of value: Int) {
      let known = read[value] ?? rows
      read[value] = min(known.lowerBound, rows.lowerBound)..<max(known.upperBound, rows.upperBound)
    }
    for (index, step) in steps.enumerated() {
      if let output = step.output, let picture = pictures[output] {
        if !isCut {
          changing[output] = changed(picture, step, changing)
            .map { picture.rows(of: $0, inGroupsOf: elementsPerGroup[index]) }
        } else if !step.inputs.isEmpty, step.inputs.allSatisfy({ changing[$0.value] != nil }) {
          guard let cut = picture.scaled(rows, from: height) else { return nil }
          changing[output] = cut
        }
        if let rows = changing[output], let length = elementsPerUnit[index], length > 0 {
          selections[index] = Self.selection(rows, of: picture, isCut: isCut, elementsPerUnit: length)
        } else if isCut, changing[output] != nil, !step.isRowByRow {
          return nil
        }
      }
      for input in step.inputs {
        guard let picture = pictures[input.value] else { continue }
        if let output = step.output.flatMap({ pictures[$0] }) {
          reads(input.dependence.rowsRead(for: selections[index]?.rows ?? output.rows), of: input.value)
        } else {
          reads(picture.rows, of: input.value)
        }
      }
    }
    for output in outputs { if let picture = pictures[output] { reads(picture.rows, of: output) } }
    for (index, step) in steps.enumerated() {
      guard let output = step.output, let picture = pictures[output], let rows = read[output],
        let elements = selections[index]?.elements
      else { continue }
      let (first, end) = (rows.lowerBound * picture.rowLength, rows.upperBound * picture.rowLength)
      selections[index]?.kept = [
        first..<max(first, min(elements.lowerBound, end)), min(max(elements.upperBound, first), end)..<end,
      ].filter { !$0.isEmpty }
    }
    return selections
  }

  /// The output rows that depend on changing input rows; nil if there are none, or if all rows of an input change.
  private func changed(_ picture: Picture, _ step: Step, _ changing: [Int: Range<Int>]) -> Range<Int>? {
    var (first, end) = (picture.height, 0)
    for input in step.inputs {
      guard let rows = changing[input.value] else { return nil }
      // The rows read are monotonic in the output row.
      first = min(first, picture.firstRow { input.dependence.rowsRead(for: $0..<$0 + 1).upperBound > rows.lowerBound })
      end = max(end, picture.firstRow { input.dependence.rowsRead(for: $0..<$0 + 1).lowerBound >= rows.upperBound })
    }
    return first < end ? first..<end : nil
  }

  /// Nil if all units are needed; in a cut, kept rows replace what units compute outside.
  private static func selection(
    _ rows: Range<Int>, of picture: Picture, isCut: Bool, elementsPerUnit length: Int
  ) -> Selection? {
    let count = picture.height * picture.rowLength
    let unitCount = (count + length - 1) / length
    let units =
      rows.lowerBound * picture.rowLength / length..<(rows.upperBound * picture.rowLength + length - 1) / length
    guard isCut || units.count < unitCount else { return nil }
    let elements = units.lowerBound * length..<min(units.upperBound * length, count)
    let touched =
      elements.lowerBound / picture.rowLength..<(elements.upperBound + picture.rowLength - 1) / picture.rowLength
    let inside = rows.lowerBound * picture.rowLength..<rows.upperBound * picture.rowLength
    return Selection(units: units, unitCount: unitCount, rows: touched, elements: isCut ? inside : elements)
  }
}
