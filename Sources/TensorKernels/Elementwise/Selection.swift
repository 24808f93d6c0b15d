/// Elements taken from one of two tensors, as a third one of Booleans says.
package enum Selection {
  /// `output[i] = condition[…] ? first[…] : second[…]` for elements `elements` of the flattened output.
  ///
  /// - Precondition: the operands of `broadcasting` are condition, first and second; elements have 1, 2, 4 or 8 bytes.
  package static func run(
    _ broadcasting: Broadcasting, elementByteCount: Int, elements: Range<Int>, condition: UnsafePointer<UInt8>,
    first: UnsafeRawPointer, second: UnsafeRawPointer, output: UnsafeMutableRawPointer
  ) {
    func run<Element>(_ element: Element.Type) {
      let (a, b) = (first.assumingMemoryBound(to: element), second.assumingMemoryBound(to: element))
      let target = output.assumingMemoryBound(to: element)
      let (aStep, bStep) = (broadcasting.innerStep(of: 1), broadcasting.innerStep(of: 2))
      let conditionStep = broadcasting.innerStep(of: 0)
      broadcasting.forEachRun(in: elements) { position, row, start, count in
        let isFirst = condition + (broadcasting.offset(ofRow: row, in: 0) + start * conditionStep)
        let x = a + (broadcasting.offset(ofRow: row, in: 1) + start * aStep)
        let y = b + (broadcasting.offset(ofRow: row, in: 2) + start * bStep)
        for i in 0..<count {
          target[position + i] = isFirst[i * conditionStep] != 0 ? x[i * aStep] : y[i * bStep]
        }
      }
    }
    switch elementByteCount {
    case 1: run(UInt8.self)
    case 2: run(UInt16.self)
    case 4: run(UInt32.self)
    default: run(UInt64.self)
    }
  }
}
